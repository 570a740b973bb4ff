import fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Transcript } from '../../src/http/transcript.ts';
import { shown } from '../../src/schema/faults.ts';
import { Redactor } from '../../src/secrets/redaction.ts';
import { Secret } from '../../src/secrets/secret.ts';
import { cut } from '../../src/text/cut.ts';

const key = new Secret('ADSERVER_API_KEY', 'k3y/With+Odd="chars"');

function knowing(...secrets: readonly Secret[]): Redactor {
  const redactor = new Redactor();
  secrets.forEach((secret) => {
    redactor.protect(secret);
  });
  return redactor;
}

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 8,
});

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

describe('redaction', () => {
  it('tells two secrets apart that differ in letter case only', () => {
    const other = new Secret('WRONG_KEY', 'K3y/With+Odd="chars"');
    const redactor = knowing(key, other);
    expect(redactor.redact(`${other.reveal()} ${key.reveal()} ${key.reveal().toUpperCase()}`)).toBe(
      '[WRONG_KEY] [ADSERVER_API_KEY] [ADSERVER_API_KEY]',
    );
  });

  it.each([
    ['plain', key.reveal()],
    ['in JSON', JSON.stringify(key.reveal()).slice(1, -1)],
    ['in a query', encodeURIComponent(key.reveal())],
    ['in base64', Buffer.from(key.reveal()).toString('base64')],
    ['in hex', Buffer.from(key.reveal()).toString('hex')],
    ['in markup', 'k3y/With+Odd=&quot;chars&quot;'],
    ['in another letter case', key.reveal().toUpperCase()],
    ['with Unicode escapes', 'k3y\\u002FWith\\u002bOdd\\u003D\\u0022chars\\u0022'],
    ['with numeric entities', 'k3y/With+Odd=&#34;chars&#x22;'],
    ['with slashes escaped', 'k3y\\/With+Odd=\\"chars\\"'],
  ])('finds a key %s', (_how, spelling) => {
    expect(knowing(key).redact(`a ${spelling} b`)).toBe('a [ADSERVER_API_KEY] b');
  });

  it.each(['Bearer ', 'Token: ', 'Authorization: Bearer ', ''])(
    'finds a key in the Base64 of a text behind %j',
    (before) => {
      const found = knowing(key).redact(Buffer.from(`${before}${key.reveal()} .`).toString('base64url'));
      expect(found).toMatch(/^.{0,32}\[ADSERVER_API_KEY\].{0,4}$/);
    },
  );

  it.each([encodeURIComponent, (text: string) => JSON.stringify(text).replace(/[^\0-\x7f]/g, escaped), String])(
    'finds a key with letters beyond ASCII, however they are written',
    (written) => {
      const foreign = new Secret('ADSERVER_API_KEY', 'clé-d’accès-51d0');
      expect(knowing(foreign).redact(`<${written(foreign.reveal())}>`)).toMatch(/^<"?\[ADSERVER_API_KEY\]"?>$/);
    },
  );

  it('finds a key that ends with a backslash, as it stands in JSON', () => {
    const text = 'k3y"of!!\\';
    const redactor = knowing(new Secret('ADSERVER_API_KEY', text));
    expect(redactor.redact(JSON.stringify({ key: text }))).toBe('{"key":"[ADSERVER_API_KEY]"}');
  });

  it.each(['pass word 51d0', 'grüne Wörter, 51d0'])('finds %j as it stands in a form that was sent', (text) => {
    const form = new URLSearchParams({ secret: text, or: text.replaceAll(' ', '+') }).toString();
    const redactor = knowing(new Secret('LISTING_SECRET', text));
    expect(redactor.redact(form)).toBe('secret=[LISTING_SECRET]&or=[LISTING_SECRET]');
    expect(redactor.redact(encodeURIComponent(text))).toBe('[LISTING_SECRET]');
  });

  it('does not take a word of a sentence for a credential that is repeated', () => {
    const sentence = 'The publisher key 123456 is not valid: see test-key.';
    const words = ['publisher', '123456', 'test-key', 'sentence'].map((word) => new Secret('ADSERVER_API_KEY', word));
    expect(knowing(...words).finds(sentence)).toBe(false);
    expect(knowing(new Secret('ADSERVER_API_KEY', 'k3y-0f-8')).finds('No key K3Y-0F-8 here')).toBe(true);
  });

  it('names the longest of several keys that hold each other', () => {
    const redactor = knowing(
      key,
      key.derive('truncated', (text) => text.slice(0, -1)),
      key.derive('extended', (text) => `${text}x`),
    );
    expect(redactor.redact(`${key.reveal()}x`)).toBe('[ADSERVER_API_KEY:extended]');
  });

  it('leaves no key in any text', () => {
    fc.assert(
      fc.property(visible, fc.string(), fc.string(), (text, before, after) => {
        fc.pre(!'[ADSERVER_API_KEY]'.toLowerCase().includes(text.toLowerCase()));
        expect(knowing(new Secret('ADSERVER_API_KEY', text)).redact(before + text + after)).not.toContain(text);
      }),
    );
  });

  it('redacts every string of a value, member names included', () => {
    expect(knowing(key).redactValue({ [key.reveal()]: [key.reveal(), 1, null] })).toEqual({
      '[ADSERVER_API_KEY]': ['[ADSERVER_API_KEY]', 1, null],
    });
  });
});

describe('redaction of a body that is sent', () => {
  const redactor = knowing(new Secret('LISTING_KEY', 'abc'), new Secret('LISTING_SECRET', 'x"1'), key);

  it('finds key and secret where their members stand, however short they are', () => {
    expect(redactor.redactBody(JSON.stringify({ key: 'abc', secret: 'x"1', site: 'abc' }))).toBe(
      '{"key":"[LISTING_KEY]","secret":"[LISTING_SECRET]","site":"abc"}',
    );
  });

  it('leaves other keys, and finds long ones anywhere', () => {
    expect(redactor.redactBody(JSON.stringify({ key: 'abcd', of: key.reveal() }))).toBe(
      '{"key":"abcd","of":"[ADSERVER_API_KEY]"}',
    );
  });
});

describe('redaction of a text that was cut', () => {
  /** A secret, a text around it, and how far into the secret the text goes. */
  const scene = fc
    .record({
      secret: visible,
      before: fc.string(),
      after: fc.string(),
      depth: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map((each) => ({ ...each, inside: Math.round(each.depth * each.secret.length) }))
    .filter(({ secret, before, after }) => {
      const beginning = secret.slice(0, 6).toLowerCase();
      return ![before, after, '[ADSERVER_API_KEY]'].some((text) => text.toLowerCase().includes(beginning));
    });
  const redactorOf = (secret: string) => knowing(new Secret('ADSERVER_API_KEY', secret));

  it.each(['…', '...'])('leaves no telling beginning of a key before %j', (mark) => {
    fc.assert(
      fc.property(scene, ({ secret, before, after, inside }) => {
        const text = redactorOf(secret).redact(`${before}${secret.slice(0, inside)}${mark}${after}`);
        expect(text).not.toContain(secret.slice(0, 6));
      }),
    );
  });

  it('leaves none wherever a text or a value is cut', () => {
    fc.assert(
      fc.property(scene, fc.nat(300), ({ secret, before, after }, most) => {
        const redactor = redactorOf(secret);
        for (const text of [before + secret + after, `${before}${'.'.repeat(most)}${secret}${after}`]) {
          fc.pre(
            !text
              .slice(0, before.length + most)
              .toLowerCase()
              .includes(secret.slice(0, 6).toLowerCase()),
          );
          expect(redactor.redact(cut(text, most))).not.toContain(secret.slice(0, 6));
          for (const value of [text, [{ [text]: text }]]) {
            const told = redactor.redact(`the member is ${shown(value)}, and not`);
            expect(told).not.toContain(JSON.stringify(secret.slice(0, 6)).slice(1, -1));
          }
        }
      }),
    );
  });

  it('leaves none at the end of a recorded body', () => {
    fc.assert(
      fc.property(scene, fc.constantFrom('', '\u{ff}'), ({ secret, inside }, odd) => {
        const transcript = new Transcript(redactorOf(secret));
        const end = 64 * 1024;
        const body = Buffer.alloc(end + 64, ' ');
        body.write(odd, 'latin1');
        body.write(secret.slice(0, inside + 64), end - inside);
        const request = { method: 'GET' as const, url: new URL('https://ads.example/health'), headers: {} };
        transcript.begin(request, 1)({ kind: 'answer', status: 200, headers: {}, body, firstByteMs: 1 });
        const kept = transcript.calls[0]?.response;
        const text = kept?.body ?? Buffer.from(kept?.bodyBase64 ?? '', 'base64').toString('latin1');
        expect(text.slice(-200)).not.toContain(secret.slice(0, 6));
        expect(kept?.bodyTruncated).toBe(body.length);
      }),
      { numRuns: 40 },
    );
  });

  it('takes the beginning of an escape for a part of the key', () => {
    const redactor = knowing(new Secret('ADSERVER_API_KEY', 'k3y-in/two-parts'));
    for (const end of ['\\', '\\u', '\\u00', '\\u002', '%', '%2', '&', '&#4', '\\\\/tw'])
      expect(redactor.redact(`see k3y-in${end}…`)).toBe('see [ADSERVER_API_KEY]…');
  });

  it('leaves alone what merely begins like a key and goes on otherwise, or is whole', () => {
    const redactor = knowing(new Secret('ADSERVER_API_KEY', 'gazette-live-51d0'));
    expect(redactor.redact('The Gazette lives… gazette')).toBe('The Gazette lives… gazette');
    expect(redactor.redact('gazette', { cut: true })).toBe('[ADSERVER_API_KEY]');
  });
});

describe('redaction of a part of a key, without the mark of a cut', () => {
  const live = new Secret('ADSERVER_API_KEY', 'sk_live_4f9A0c7E51d8b2a63f90c4e7d');
  const redacted = (text: string) => knowing(live).redact(text);

  it('finds a key of which the last characters are missing', () => {
    for (const missing of [1, 4, 8])
      expect(redacted(`No key "${live.reveal().slice(0, -missing)}".`)).toBe('No key "[ADSERVER_API_KEY]".');
    expect(redacted(`No key ${live.reveal().slice(0, -4)}. Look again.`)).toBe(
      'No key [ADSERVER_API_KEY]. Look again.',
    );
  });

  it('finds a key of which at most half is missing', () => {
    const { length } = live.reveal();
    for (const seen of [Math.ceil(length / 2), length - 9])
      expect(redacted(`{"bad":"${live.reveal().slice(0, seen)}"}`)).toBe('{"bad":"[ADSERVER_API_KEY]"}');
    const less = `bad: ${live.reveal().slice(0, Math.floor(length / 2) - 1)}`;
    expect(redacted(less)).toBe(less);
  });

  it('finds what is secret of a key without the words before it', () => {
    expect(redacted(`No key ${live.reveal().slice('sk_live_'.length)} here`)).toBe('No key [ADSERVER_API_KEY] here');
  });

  it('leaves alone what many keys begin with, and other keys that begin alike', () => {
    for (const text of ['Keys begin with sk_live_.', 'sk_live_4f9A', `${live.reveal().slice(0, -4)}9999`])
      expect(redacted(text)).toBe(text);
  });

  it('leaves alone the words of a key that consists of words', () => {
    const words = new Secret('ADSERVER_API_KEY', 'test-key-for-northwind-media');
    const text = 'A test-key for northwind-media: test-key-for, northwind-media.';
    expect(knowing(words).redact(text)).toBe(text);
  });

  it('takes no part of a key for a credential that is repeated', () => {
    expect(knowing(live).finds(live.reveal().slice(0, -4))).toBe(false);
    expect(knowing(live).finds(live.reveal().slice(8))).toBe(false);
  });
});

describe('redaction of many secrets', () => {
  it('finds each of many tokens that begin alike', () => {
    const tokens = Array.from({ length: 60 }, (_, index) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.${index}-signature`);
    const redactor = knowing(...tokens.map((token, index) => new Secret(`TOKEN_${index}`, token)));
    for (const [index, token] of tokens.entries())
      expect(redactor.redact(`<${token}>${Buffer.from(token).toString('base64')}`)).toBe(
        `<[TOKEN_${index}]>[TOKEN_${index}]`,
      );
  });

  it('leaves alone a text that is nearly a secret all over', () => {
    const secret = new Secret('ADSERVER_API_KEY', 'a'.repeat(64));
    expect(knowing(secret).redact(`${'a'.repeat(63)}b`.repeat(1000))).not.toContain('[');
  });
});

describe('redaction of what is only guessed to be a secret, such as the value of a given header', () => {
  it.each([
    ['preview-bypass', 'a [ADSERVER_HEADER] b'],
    ['staging', 'a staging b'],
  ])('replaces %j only from eight characters on', (text, redacted) => {
    expect(knowing(new Secret('ADSERVER_HEADER', text, 'guessed')).redact(`a ${text} b`)).toBe(redacted);
  });
});

describe('redaction of a secret that is longer than any header', () => {
  it('leaves nothing of it, and names it once', () => {
    const text = Array.from({ length: 1028 }, (_, index) => index.toString(36))
      .join('')
      .slice(0, 2051);
    expect(knowing(new Secret('TOKEN', text)).redact(`a ${text} b`)).toBe('a [TOKEN] b');
  });
});

describe('a secret', () => {
  it('prints as its name, however it is printed', () => {
    expect([key.toString(), JSON.stringify({ key }), inspect({ key })].join()).not.toContain('k3y');
  });
});

describe('a credential that may be in an answer by chance', () => {
  const redactor = new Redactor();
  for (const text of ['demo', 'my-test-key', 'k3y', '1234']) redactor.protect(new Secret('ADSERVER_API_KEY', text));

  it.each(['Unknown key demo.', '{"key":"my-test-key"}', 'k3y', 'order 1234'])('is suspected in %j', (text) => {
    expect([redactor.suspects(text), redactor.finds(text)]).toEqual([true, false]);
  });

  it.each(['democracy', 'a my-test-key-2', 'k3ys', '12345', 'no-demo'])('is not suspected in %j', (text) => {
    expect(redactor.suspects(text)).toBe(false);
  });
});

it.each(['a1b2c3d4', 'sk_live_9', 'limited-key-1'])(
  'a credential such as %s cannot be in an answer by chance',
  (text) => {
    const redactor = new Redactor();
    redactor.protect(new Secret('ADSERVER_KEY_WITHOUT_READ', text));
    expect(redactor.finds(`{"message":"${text} lacks the scope"}`)).toBe(true);
  },
);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Transcript } from '../../src/http/transcript.ts';
import { issuedTokens } from '../../src/secrets/issued-tokens.ts';
import { Redactor } from '../../src/secrets/redaction.ts';

const site = {
  id: 7,
  name: 'Casino Guide 2024',
  code: 'casino_guide_2024_main',
  domain: 'www.casino-guide-24.example',
};
const scopes = ['toplist:read', 'brand:read'];
const rest = { type: 'bearer', expires_in: 3600, site, scopes };

/** What the record shows of an answer of the token exchange, and what the run knows from then on. */
function recorded(
  body: string,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) {
  const redactor = new Redactor();
  const result = { kind: 'answer' as const, status, headers, body: Buffer.from(body) };
  for (const token of issuedTokens(result)) redactor.protect(token);
  const transcript = new Transcript(redactor);
  transcript.begin({ method: 'POST', url: new URL('https://list.example/api/v1/auth/token'), headers: {} }, 1)(result);
  return { shown: JSON.stringify(transcript.calls), redactor };
}

const sample = (characters: string, minLength: number) =>
  fc.string({ unit: fc.constantFrom(...Array.from(characters)), minLength, maxLength: 90 });
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const base64 = `${LETTERS}${LETTERS.toUpperCase()}0123456789`;
const token = fc.oneof(
  sample('0123456789abcdef', 32),
  sample(`${base64}-_`, 24).map((text) => `${text}Qx7zT`),
  sample(`${base64}+/`, 24).map((text) => `x9QdW${text}==`),
  fc.uuid(),
  sample('0123456789abcdef', 24).map((text) => `jwt.${text}4f.sig`),
  sample(base64, 30).map((text) => `eyJhbGciOiJIUzI1NiJ9.${text}.${text}`),
);

const escapedSlashes = (text: string) => text.replaceAll('/', '\\/');
const inUnicode = (text: string) =>
  Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const inEntities = (text: string) => Array.from(text, (letter) => `&#${letter.charCodeAt(0)};`).join('');

const shapes: readonly [string, (text: string) => string][] = [
  ['as the contract says', (text) => JSON.stringify({ token: text, ...rest })],
  ['in an object', (text) => JSON.stringify({ token: { value: text }, ...rest })],
  ['in a list', (text) => JSON.stringify({ token: [text], ...rest })],
  ['behind its scheme', (text) => JSON.stringify({ token: `Bearer ${text}`, ...rest })],
  ['as access_token', (text) => JSON.stringify({ access_token: text, ...rest })],
  ['under any name', (text) => JSON.stringify({ result: { of: text }, ...rest })],
  ['as the name of a member', (text) => JSON.stringify({ tokens: { [text]: 3600 } })],
  ['twice, the second time as null', (text) => `{"token":"${text}","token":null}`],
  ['as all of the JSON', (text) => JSON.stringify(text)],
  ['in JSON that is cut', (text) => escapedSlashes(JSON.stringify({ token: text, ...rest })).slice(0, -3)],
  ['in JSON that is cut right behind it', (text) => `{"type":"bearer","token":"${text}`],
  ['in escapes, in JSON that is cut', (text) => `{"token":"${inUnicode(text)}",`],
  ['in JSON Lines', (text) => `{"token":"${text}"}\n{}`],
  ['in plain text', (text) => text],
  ['in a sentence', (text) => `Your token: ${text}. It expires in an hour.`],
  ['in a form', (text) => `access_token=${encodeURIComponent(text)}&type=bearer`],
  ['in XML', (text) => `<?xml version="1.0"?><token>${text}</token>`],
  ['in entities', (text) => `<p>${inEntities(text)}</p>`],
  ['in HTML', (text) => `<pre>{"token":&quot;${text}&quot;}</pre>`],
  ['in YAML', (text) => `token: ${text}\ntype: bearer\n`],
];

describe('an issued token', () => {
  it.each(shapes)('is not recorded where it stands %s', (_where, shape) => {
    fc.assert(
      fc.property(token, (text) => {
        const { shown, redactor } = recorded(shape(text));
        expect(shown).not.toContain(text);
        expect(shown).not.toContain(inUnicode(text).replaceAll('\\', '\\\\'));
        expect(redactor.redact(`no such token: ${text}`)).not.toContain(text);
      }),
      { numRuns: 40 },
    );
  });

  it('is not recorded at the end of a sentence, even if its parts look like words with numbers', () => {
    const text = 'abcdefa0-0000-1000-aaa0-aaaaaaaaaa00';
    expect(recorded(`Your token: ${text}. It expires in an hour.`).shown).not.toContain(text);
  });

  it.each(['x-auth-token', 'authorization', 'set-cookie', 'location'])('is not recorded in the header %s', (name) => {
    fc.assert(
      fc.property(token, (text) => {
        expect(recorded('', { headers: { [name]: `token=${text}; Path=/` } }).shown).not.toContain(text);
      }),
      { numRuns: 40 },
    );
  });

  it('is not recorded in an answer that says it refuses', () => {
    fc.assert(
      fc.property(token, (text) => {
        const body = JSON.stringify({ token: { value: text }, message: 'No.' });
        expect(recorded(body, { status: 400 }).shown).not.toContain(text);
      }),
      { numRuns: 40 },
    );
  });
});

describe('what an answer of the token exchange says besides', () => {
  it.each([
    [
      'the site',
      JSON.stringify({ token: { value: 'jwt.99d1f1b2c3d4e5f60718.sig' }, ...rest }),
      'casino_guide_2024_main',
    ],
    ['the domain', `{"site":{"domain":"${site.domain}"},"token":`, site.domain],
    ['a scope', 'scope=toplist%3Aread+brand%3Aread', 'toplist%3Aread+brand%3Aread'],
    ['an address', '<a href="https://docs.example/v2/Auth/3f9a8b7c6d5e4f3a2b1c">', '/v2/Auth/3f9a8b7c6d5e4f3a2b1c'],
    ['the markup of a page', '<meta name="viewport" content="initial-scale=1">', 'content=\\"initial-scale=1\\"'],
    ['the name of an attribute', '<p data-something-long="1">', 'data-something-long='],
    ['the class of an error', 'InvalidCredentialsException: go to account-settings', 'InvalidCredentialsException'],
    ['a code', '{"code":"temporarily_unavailable","message":"Try again at', 'temporarily_unavailable'],
    ['a time', '{"expires_at":"2026-11-21T19:05:51.123Z","token":', '2026-11-21T19:05:51.123Z'],
    [
      'the id of the request',
      '{"request_id":"550e8400-e29b-41d4-a716-446655440000"}',
      '550e8400-e29b-41d4-a716-446655440000',
    ],
  ])('stays readable: %s', (_what, body, readable) => {
    expect(recorded(body).shown.replaceAll('\\\\', '\\')).toContain(readable);
  });

  it('stays readable where the answer refuses', () => {
    const page = '<h1>Bad gateway</h1><p>Ray ID: 8f2b3c4d5e6f7a8b9c0d</p>';
    expect(recorded(page, { status: 502 }).shown).toContain('8f2b3c4d5e6f7a8b9c0d');
  });

  it('is never taken for a credential that is repeated', () => {
    const { redactor } = recorded(JSON.stringify({ token: 'jwt.aa11bb22cc33.sig', build: 'a1b2c3d4e5f60718293a' }));
    expect(redactor.finds('build a1b2c3d4e5f60718293a')).toBe(false);
    expect(redactor.finds('token jwt.aa11bb22cc33.sig')).toBe(true);
  });
});

import fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/http/redaction.ts';
import { Secret } from '../../src/http/secret.ts';

const key = new Secret('ADSERVER_API_KEY', 'k3y/With+Odd="chars"');

function knowing(...secrets: readonly Secret[]): Redactor {
  const redactor = new Redactor();
  secrets.forEach((secret) => {
    redactor.protect(secret);
  });
  return redactor;
}

describe('redaction', () => {
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
    const visible = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 8,
    });
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

describe('a secret', () => {
  it('prints as its name, however it is printed', () => {
    expect([key.toString(), JSON.stringify({ key }), inspect({ key })].join()).not.toContain('k3y');
  });
});

import { createHash, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalOf, digestOf, KeyError, sealed, sign, signatureFits } from '../../src/report/digest.ts';
import { report, unsealed, type UnsealedReport } from './sample.ts';

const pem = { type: 'spki', format: 'pem' } as const;
const secretPem = { type: 'pkcs8', format: 'pem' } as const;
const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return { open: publicKey.export(pem).toString(), secret: privateKey.export(secretPem).toString() };
};
const reordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member)]),
  );
};

describe('the digest', () => {
  test('is the SHA-256 of the canonical JSON', () => {
    const hex = createHash('sha256').update(canonicalOf(unsealed())).digest('hex');
    expect(digestOf(unsealed())).toBe(`sha256:${hex}`);
  });

  test('is over members in the order of their UTF-16 code units, without white space', () => {
    const text = canonicalOf(
      unsealed({
        run: { ...unsealed().run, options: { '\u20ac': 1, '\ud83d\ude00': 2, '\ufb33': 3, b: 1e21, a: 0.000001 } },
      }),
    );
    expect(text).toContain('"options":{"a":0.000001,"b":1e+21,"\u20ac":1,"\ud83d\ude00":2,"\ufb33":3}');
  });

  test('leaves out digest and signature', () => {
    const { secret } = pair();
    expect(digestOf(sealed(unsealed(), secret))).toBe(digestOf(unsealed()));
  });

  test('survives a file written and read, whatever the order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (options) => {
        const made = sealed(unsealed({ run: { ...unsealed().run, options } }));
        const read = reordered(JSON.parse(JSON.stringify(made))) as UnsealedReport;
        expect(digestOf(read)).toBe(made.digest);
      }),
    );
  });

  test('changes with any verdict', () => {
    expect(digestOf({ ...report(), verdict: 'failed' })).not.toBe(report().digest);
  });

  test('is over text that every implementation can encode', () => {
    const made = sealed(unsealed({ reasons: ['half a \ud83d pair'] }));
    expect(made.reasons).toEqual(['half a \ufffd pair']);
  });

  test('sealing again drops an old signature', () => {
    const { secret } = pair();
    expect(sealed(sealed(unsealed(), secret)).signature).toBeUndefined();
  });
});

describe('the signature', () => {
  const { open, secret } = pair();
  const { digest } = report();

  test('fits the digest it was made over', () => {
    expect(signatureFits(digest, sign(digest, secret), open)).toBe(true);
  });

  test('fits no other digest', () => {
    expect(
      signatureFits(
        digest.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        sign(digest, secret),
        open,
      ),
    ).toBe(false);
  });

  test('fits no other key', () => {
    expect(signatureFits(digest, sign(digest, secret), pair().open)).toBe(false);
  });

  test.each(['', 'ed25519:', 'rsa:AAAA', `ed25519:${'A'.repeat(86)}==`])('%j is none', (signature) => {
    expect(signatureFits(digest, signature, open)).toBe(false);
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const locked = generateKeyPairSync('ed25519')
    .privateKey.export({ ...secretPem, cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString();

  test.each([
    ['a public key', open, /is a public key/],
    ['an encrypted key', locked, /encrypted with a passphrase/],
    ['an RSA key', rsa.privateKey.export(secretPem).toString(), /of type rsa/],
    ['no key at all', 'hello', /cannot be read/],
  ])('refuses to sign with %s', (_what, key, message) => {
    expect(() => sign(digest, key)).toThrow(KeyError);
    expect(() => sign(digest, key)).toThrow(message);
  });

  test.each([
    ['a private key', secret, /is a private key/],
    ['an RSA key', rsa.publicKey.export(pem).toString(), /of type rsa/],
    ['no key at all', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', /cannot be read/],
  ])('refuses to check with %s', (_what, key, message) => {
    expect(() => signatureFits(digest, sign(digest, secret), key)).toThrow(message);
  });
});

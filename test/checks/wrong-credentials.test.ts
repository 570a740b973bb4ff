import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrongCredentialsFor, type Presentation } from '../../checks/ad-server/auth/wrong-keys.ts';
import { Secret } from '../../src/secrets/secret.ts';

/** The `Authorization` header of each presentation of a key; `null` where there is none. */
function headersOf(key: string, expired?: string, revoked?: string): Map<Presentation, string | null> {
  const given = (name: string, text?: string) => (text === undefined ? undefined : new Secret(name, text));
  const former = { expired: given('OLD', expired), revoked: given('REVOKED', revoked) };
  const secrets = wrongCredentialsFor(new Secret('KEY', key), former);
  return new Map(
    secrets.map(([presentation, as]) => [
      presentation,
      as === null ? null : as.scheme + (as.secret === null ? '' : as.secret.reveal()),
    ]),
  );
}

describe('A wrong credential', () => {
  it('is made of the key in every way that a service might mistake for it', () => {
    expect(Object.fromEntries(headersOf('aB3-xyz', 'old-key', 'lost-key'))).toEqual({
      none: null,
      empty: 'Bearer ',
      'token-scheme': 'Token aB3-xyz',
      'digest-scheme': 'Digest aB3-xyz',
      bare: 'aB3-xyz',
      wrong: expect.stringMatching(/^Bearer conformance-test-key\.[\w-]+\.[\w-]+$/) as string,
      null: 'Bearer null',
      undefined: 'Bearer undefined',
      'two-words': 'Bearer aB3-xyz aB3-xyz',
      'other-header': 'aB3-xyz',
      'altered-last': 'Bearer aB3-xyB',
      truncated: 'Bearer aB3-xy',
      extended: 'Bearer aB3-xyzx',
      'other-case': 'Bearer Ab3-XYZ',
      expired: 'Bearer old-key',
      revoked: 'Bearer lost-key',
    });
  });

  it.each([
    ['aaaB', 'aaaq'],
    ['aaaf', 'aaaq'],
    ['aaaq', 'aaaB'],
    ['aaa9', 'aaaB'],
    ['c2VjcmV0IQ==', 'c2VjcmV0Ik=='],
  ])('differs from %s in the first bit of its last letter', (key, altered) => {
    expect(headersOf(key).get('altered-last')).toBe(`Bearer ${altered}`);
  });

  it('is sent in other headers than its own at once', () => {
    const [, other] = wrongCredentialsFor(new Secret('KEY', 'key'), {}).find(([name]) => name === 'other-header') ?? [];
    expect(other?.headers).toMatchObject({ 'x-api-key': '', 'x-authorization': 'Bearer ', cookie: 'token=' });
  });

  it.each([
    '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
    'deadbeef01',
    '1234567890',
    '01HX5ZZKBKACTAV9WEVGEMMVRY',
    'sk_live_01HX5ZZKBKACTAV9WEVGEMMVRY',
    'Acme-mfrggzdfmztwq2lk',
  ])('is not made by letter case of %s, which may mean the same in either', (key) => {
    expect(headersOf(key).has('other-case')).toBe(false);
  });

  it.each(['sk_live_4fK9dQ1', 'Acme-aB3'])('is made by letter case of %s, which has both', (key) => {
    expect(headersOf(key).has('other-case')).toBe(true);
  });

  it.each(['01HX5ZZKBKACT', '01HX5ZZKBKACK', '01HX5ZZKBKACQ'])('is no other spelling of %s', (key) => {
    expect(headersOf(key).get('altered-last')?.toUpperCase()).not.toBe(`BEARER ${key}`);
  });

  it('is not made by the padding of Base64, without which it is the same key', () => {
    expect(headersOf('c2VjcmV0IQ==').has('truncated')).toBe(false);
  });

  it('of one character is not truncated: that is an empty one', () => {
    expect(headersOf('z').has('truncated')).toBe(false);
  });

  it('is never the right one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (key) => {
        expect([...headersOf(key).values()]).not.toContain(`Bearer ${key}`);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { garbage, nearMisses, wrongPairs } from '../../checks/listing/values/credentials.ts';
import { Secret } from '../../src/secrets/secret.ts';

const secret = (text: string) => new Secret('LISTING_TOKEN', text);
const misses = (text: string) => nearMisses(secret(text)).map(({ secret: near }) => near.reveal());
const pair = (text: string) => ({ key: secret(text), secret: secret(text) });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('A near miss', () => {
  it.each([
    ['sk_2vRmQy8LtHs6Kp3J', 'sk_2vRmQy8LtHs6Kp3j'],
    ['sk_aB3dE678', 'sk_aB3de678'],
    ['lk_live_7Gq2Zb9XwT4nVd', 'lk_live_7Gq2Zb9XwT4nVD'],
  ])('of %s, drawn from both cases, has one letter in the other case', (text, other) => {
    expect(misses(text)[0]).toBe(other);
  });

  it.each([
    ['0190c5a8e4b27f3d', '0190c5a8e4b27fd3'],
    ['Token-0190c5a8e4b27f3d', 'Token-0190c5a8e4b27fd3'],
    ['f47ac10b-58cc-4372-a567-0e02b2c3d479', 'f47ac10b-58cc-4372-a567-0e02b2c3d497'],
    ['AcmeReviews', 'AcmeReviesw'],
    ['lists-7799', 'lists-7979'],
    ['MZXW6YTBOI======', 'MZXW6YTBIO======'],
    ['aAa', 'aAax'],
    ['......', '......x'],
    ['a', 'ax'],
  ])('of %s, which may be read in either case, has two characters exchanged', (text, other) => {
    expect(misses(text)[0]).toBe(other);
  });

  it('never is the credential itself', () => {
    fc.assert(fc.property(fc.string({ minLength: 1, maxLength: 40 }), (text) => !misses(text).includes(text)));
  });

  it.each([
    ['0190c5a8', '0190c5a8xxxx'],
    ['Qm9vaw==', 'Qm9vawxxxx=='],
    ['a=b', 'a=bxxxx'],
    ['=', 'xxxx='],
  ])('of %s is longer, before its padding', (text, longer) => {
    expect(misses(text)[1]).toBe(longer);
  });

  it('of a JWT comes without a signature, too, under its own algorithm and under none', () => {
    const content = part({ sub: 'a', exp: 4600 });
    const own = part({ alg: 'HS256', kid: '1' });
    expect(misses(`${own}.${content}.c2lnbmF0dXJl`).slice(-2)).toEqual([
      `${own}.${content}.`,
      `${part({ alg: 'none', typ: 'JWT' })}.${content}.`,
    ]);
  });

  it('comes in four pairs, which say what is wrong, or with a key that is known', () => {
    const own = pair('aB3');
    const wrongOf = (others?: ReturnType<typeof pair>) => wrongPairs(own, others).map(({ what }) => what);
    const rest = [
      'the secret with one letter in the other case',
      'the key with one letter in the other case',
      'the secret with characters appended',
    ];
    expect(wrongOf()).toEqual(['the key with characters appended', ...rest]);
    expect(wrongOf(own)).toEqual(['the key with characters appended', ...rest]);
    expect(wrongOf(pair('cD4'))).toEqual(['the right secret with the key of the limited credentials', ...rest]);
  });

  it('of no two runs is the same where it is made up', () => {
    expect(garbage().reveal()).not.toBe(garbage().reveal());
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  altered,
  garbage,
  nearMisses,
  wrongKeys,
  wrongPairs,
  wrongSecrets,
} from '../../checks/listing/values/nearly-right-credentials.ts';
import { Secret } from '../../src/secrets/secret.ts';

const secret = (text: string) => new Secret('LISTING_TOKEN', text);
const misses = (text: string) =>
  Object.fromEntries(
    nearMisses(secret(text)).map(({ secret: near }) => [near.name.replace('LISTING_TOKEN:', ''), near.reveal()]),
  );
const pair = (text: string) => ({ key: secret(text), secret: secret(text) });
const keysNear = (text: string) => wrongKeys(pair(text)).map(({ key }) => key.reveal());
const secretsNear = (text: string) => wrongSecrets(pair(text)).map((wrong) => wrong.secret.reveal());
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('A near miss', () => {
  it.each([
    ['abcdefgh', 'abddefgh'],
    ['id--0190', 'id--2190'],
    ['id--9999', 'id--2999'],
    ['KEYFFFFFF', 'KEYAFFFFF'],
    ['tokenzzzzzz', 'tokenpzzzzz'],
    ['TOKENZZZZZZ', 'TOKENPZZZZZ'],
    ['01ARZ3NDEKTSV4RRFFHQ9G', '01ARZ3NDEKTSV4RRAFHQ9G'],
    ['01ARZ3NDEKTSV4RRFFK69GAV', '01ARZ3NDEKTSV4RRFFP69GAV'],
    ['......', '......x'],
    ['a', 'b'],
  ])('of %s changes one character near its end for another of its kind', (text, other) => {
    expect(altered(secret(text)).secret.reveal()).toBe(other);
  });

  it('never is the credential itself, nor longer by more than a sign', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (text) => {
        const other = altered(secret(text)).secret.reveal();
        return other !== text && [0, 1].includes(other.length - text.length);
      }),
    );
  });

  it.each([
    ['sk_2vRmQy8LtHs6Kp3J', 'sk_2vRmQy8LtHs6Kp3j'],
    ['sk_aB3dE678', 'sk_aB3de678'],
    ['aB', 'ab'],
    ['sk_2vrmqy8lths6kp3j', 'sk_2vrmqy8lths6kp3J'],
    ['static_full_tok_1', 'static_full_toK_1'],
    ['SEC-9OPQU', 'SEC-9OPQu'],
    ['static-ab-12', 'static-aB-12'],
    ['list_tok_7qk1x9', 'list_tok_7qk1X9'],
  ])('of the secret %s is in the other case where its letters are no digits', (text, other) => {
    expect(secretsNear(text)[0]).toBe(other);
  });

  it.each([
    '0190c5a8e4b27f3d',
    'SANDBOX-1234567890',
    'SANDBOX-ABCDEF12',
    'Token-0190c5a8e4b27f3d',
    'sandbox-Token-0190c5a8',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    '01arz3ndektsv4rrffq69g5fav',
    'sk_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'sk_mzxw6ytboi2gk43u',
    'MZXW6YTBOI======',
  ])('of %s, drawn in one case, is another text in that case', (text) => {
    expect(secretsNear(text)[0]?.toLowerCase()).not.toBe(text.toLowerCase());
  });

  it('of a secret goes on behind it too', () => {
    expect(secretsNear('0190c5a8')[1]).toBe('0190c5a8xxxx');
  });

  it.each([
    ['Qm9vaw==', 'Qm9vawxxxx=='],
    ['a=b', 'a=bxxxx'],
    ['=', 'xxxx='],
  ])('of the secret %s goes on before its padding', (text, longer) => {
    expect(secretsNear(text)[1]).toBe(longer);
  });

  it.each([
    ['lk_live_7Gq2Zb9XwT4nVd', 'lk_live_7Gq2Zb9XwT4nVD'],
    ['0190c5a8e4b27f3d', '0190c5a8e4b27f3dxxxx'],
    ['AcmeReviews', 'AcmeReviewsxxxx'],
    ['BestListsOf2024', 'BestListsOf2024xxxx'],
    ['best4you', 'best4youxxxx'],
    ['Top10Lists', 'Top10Listsxxxx'],
    ['Acme2Go', 'Acme2Goxxxx'],
    ['NewsSite24Api', 'NewsSite24Apixxxx'],
  ])('of the key %s is in the other case only where it was drawn, and else goes on behind it', (text, other) => {
    expect(keysNear(text)[1]).toBe(other);
  });

  it('of a key comes in two that are wrong', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (text) => {
        const [one, other] = keysNear(text);
        return one !== text && other !== text && one !== other;
      }),
    );
  });

  it('of a token comes longer, altered and in another case', () => {
    expect(misses('st_Ab4De6Gh8Jk1Mn3P')).toEqual({
      altered: 'st_Ab4De6Gh8Jp1Mn3P',
      recased: 'st_Ab4De6Gh8Jk1Mn3p',
      'altered-last': 'st_Ab4De6Gh8Jk1Mn3q',
      extended: 'st_Ab4De6Gh8Jk1Mn3Pxxxx',
    });
  });

  it.each([
    ['0190c5a8e4b27A', '0190c5a8e4b27q'],
    ['0190c5a8e4b27f', '0190c5a8e4b27q'],
    ['0190c5a8e4b27Q', '0190c5a8e4b27k'],
    ['0190c5a8e4b27q', '0190c5a8e4b27B'],
    ['0190c5a8e4b274', '0190c5a8e4b27B'],
    ['0190c5a8e4b27=', undefined],
  ])('of the token %s ends otherwise, by the first bit of its last character', (text, other) => {
    expect(misses(text)['altered-last']).toBe(other);
  });

  it('of a token does not end otherwise where it is short', () => {
    expect(Object.keys(misses('0190c5a8e4b'))).toEqual(['altered', 'extended']);
    expect(Object.keys(misses('0190c5a8e4b2'))).toEqual(['altered', 'altered-last', 'extended']);
  });

  it('of a JWT comes without a signature, too', () => {
    const unsigned = `${part({ alg: 'HS256', kid: '1' })}.${part({ sub: 'a', exp: 4600 })}.`;
    expect(misses(`${unsigned}c2lnbmF0dXJl`)).toMatchObject({ stripped: unsigned });
  });

  it('says how it differs', () => {
    const hows = nearMisses(secret('st_Ab4De6Gh8Jk1Mn3P')).map(({ how }) => how);
    expect(hows).toEqual([
      'with another character near its end',
      'with one letter in the other case',
      'with another last character',
      'with more appended',
    ]);
    expect(wrongKeys(pair('best4you')).map(({ what }) => what)).toEqual([
      'the key with another character near its end',
      'the key with more appended',
    ]);
    expect(wrongSecrets(pair('aB')).map(({ what }) => what)).toEqual([
      'the secret with one letter in the other case',
      'the secret with more appended',
    ]);
  });

  it('comes in two of each kind, or with a key that is known and two secrets', () => {
    const own = pair('aB3');
    const wrongOf = (others?: ReturnType<typeof pair>) => wrongPairs(own, others).map(({ wrong }) => wrong);
    expect(wrongOf()).toEqual(['key', 'secret', 'key', 'secret']);
    expect(wrongOf(pair('cD4'))).toEqual(['secret', 'secret', 'key', 'secret']);
    expect(wrongOf(own)).toEqual(['key', 'secret', 'key', 'secret']);
  });

  it('of no two runs is the same where it is made up', () => {
    expect(garbage().reveal()).not.toBe(garbage().reveal());
  });
});

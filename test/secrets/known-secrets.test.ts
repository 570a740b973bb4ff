import { expect, it } from 'vitest';
import { KnownSecrets } from '../../src/secrets/known-secrets.ts';

const SECRET = 'sk_live_4f8b2c9d1e7a';
/** Each place of it looks like the beginning of the secret, in escapes. */
const TRAP = SECRET.slice(0, -9)
  .replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  .repeat(10_000);

function found(known: KnownSecrets, text: string): string[] {
  return [...known.all(text)].map(({ name }) => name);
}

function knowing(secret: string, spareEffort?: number): KnownSecrets {
  const known = new KnownSecrets(spareEffort);
  known.add(secret, '[KEY]', true);
  return known;
}

it('a text that is made to be searched for long is searched to its end as long as there are few of them', () => {
  expect(found(knowing(SECRET), `${TRAP} ${SECRET}`)).toEqual(['[KEY]']);
});

it('all such texts of a run together get a bounded effort; what is not searched is not shown', () => {
  const known = knowing(SECRET, 1_000_000);
  const searched = Array.from({ length: 20 }, () => found(known, `${TRAP} ${SECRET}`));
  expect(searched.at(0)).toEqual(['[KEY]']);
  expect(searched.at(-1)).toEqual(['[NOT_SEARCHED_FOR_SECRETS]']);
});

it('a text that is not searched to its end is not said to hold a secret that cannot be there by chance', () => {
  expect(knowing(SECRET, 0).first(TRAP, { unmistakable: true })).toBeNull();
});

it('ordinary texts are searched even then', () => {
  const known = knowing(SECRET, 0);
  expect(found(known, TRAP)).toEqual(['[NOT_SEARCHED_FOR_SECRETS]']);
  expect(found(known, `${'some words of a slot, '.repeat(20_000)}${SECRET}`)).toEqual(['[KEY]']);
});

it.each([1, 2, 4])('a secret whose backslash looks like an escape is found with %i of them', (times) => {
  expect(found(knowing('12345678\\x00abc'), `"12345678${'\\'.repeat(times)}x00abc"`)).toEqual(['[KEY]']);
});

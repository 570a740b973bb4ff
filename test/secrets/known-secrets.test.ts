import { expect, it } from 'vitest';
import { KnownSecrets } from '../../src/secrets/known-secrets.ts';

const SECRET = 'sk_live_4f8b2c9d1e7a';
/** Each place of it looks like the beginning of the secret, in escapes. */
const TRAP = SECRET.slice(0, -9)
  .replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
  .repeat(10_000);

function found(secret: string, text: string): string[] {
  const known = new KnownSecrets();
  known.add(secret, '[KEY]', true);
  return known.find(text).map(({ name }) => name);
}

it('a text that is made to be searched for long is searched to its end', () => {
  expect(found(SECRET, `${TRAP} ${SECRET}`)).toContain('[KEY]');
  expect(found(SECRET, TRAP)).toEqual([]);
});

it.each([1, 2, 4])('a secret whose backslash looks like an escape is found with %i of them', (times) => {
  expect(found('12345678\\x00abc', `"12345678${'\\'.repeat(times)}x00abc"`)).toContain('[KEY]');
});

it.each([
  ['an address in an address', encodeURIComponent(encodeURIComponent('https://a.example/?key=k3y+4/7'))],
  ['JSON in JSON', JSON.stringify(JSON.stringify('k3y+4/7"a'))],
  ['markup in JSON', '"&lt;p title=\\"&#x6b;3y&#43;4\\u002f7&quot;a\\"&gt;"'],
])('is found in %s', (_where, text) => {
  expect(found(text.includes('example') ? 'k3y+4/7' : 'k3y+4/7"a', text)).toEqual(['[KEY]']);
});

it('is found at its place behind escapes', () => {
  const known = new KnownSecrets();
  known.add(SECRET, '[KEY]', true);
  const before = '"a\\/b \\"c\\" %C3%A9 \\u00e9 &amp;quot; ';
  for (const { from, to } of known.find(`${before}${SECRET}\\n"`))
    expect([from, to]).toEqual([before.length, before.length + SECRET.length]);
});

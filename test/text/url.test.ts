import { expect, test } from 'vitest';
import { urlOf } from '../../src/text/url.ts';

test.each([
  ['https://ads.acme.com/api', undefined, 'https://ads.acme.com/api'],
  ['/login', new URL('https://ads.acme.com/api'), 'https://ads.acme.com/login'],
  ['ads.acme.com', undefined, undefined],
  ['https://', undefined, undefined],
])('%s, seen from %s, is %s', (text, base, href) => {
  expect(urlOf(text, base)?.href).toBe(href);
});

test('a host with letters beyond ASCII is read in a process that has read many addresses', () => {
  const hosts = Array.from({ length: 20_000 }, () => urlOf('https://bücher.de/api/v1')?.host);
  expect(new Set(hosts)).toEqual(new Set(['xn--bcher-kva.de']));
});

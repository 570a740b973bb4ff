import { expect, test } from 'vitest';
import { lookalikesAmong } from '../../src/overview/lookalikes.ts';
import { isLost, latestOf } from '../../src/overview/overview.ts';
import { night, overviewFrom } from './fleet.ts';

test.each([
  ['ads.nordmarkt.example', 'ads.n0rdmarkt.example'],
  ['ads.nordmarkt.example', 'ads.nordrnarkt.example'],
  ['ads.nordmarkt.example', 'ads.nord-markt.example'],
  ['apple.example', 'xn--pple-43d.example'],
])('%s looks like %s', (one, other) => {
  expect([...lookalikesAmong([one, other, 'ads.else.example'])]).toEqual([
    [one, other],
    [other, one],
  ]);
});

test('numbered hosts do not look alike', () => {
  expect(lookalikesAmong(['pub2.example', 'pub3.example', 'pub4.example']).size).toBe(0);
});

test('hosts with ports do not look alike', () => {
  const { publishers } = overviewFrom([night('127.0.0.1:18190', { ago: 0 }), night('127.0.0.1:18191', { ago: 0 })]);
  expect(publishers.map(({ looksLike }) => looksLike)).toEqual([undefined, undefined]);
});

test('hosts are compared as URLs are', () => {
  const account = { account_id: 'acc-1' };
  const [one, other] = [
    night('ads.example.com', { ago: 1, account }),
    night('ads.example.com.:443', { ago: 0, account }),
  ];
  expect(overviewFrom([one, other]).publishers).toHaveLength(1);
});

test('a lost certificate comes first, then what is broken most', () => {
  const { publishers, rules } = overviewFrom([
    night('a.example', { ago: 0, broken: ['forecast.answers-200', 'health.timezone-is-iana'] }),
    night('b.example', { ago: 1 }),
    night('b.example', { ago: 0, broken: ['forecast.answers-200'] }),
  ]);
  expect(publishers.map((one) => [one.accountId, isLost(latestOf(one))])).toEqual([
    ['b.example', true],
    ['a.example', false],
  ]);
  expect(rules[0]).toEqual({ id: 'forecast.answers-200', publishers: 2 });
});

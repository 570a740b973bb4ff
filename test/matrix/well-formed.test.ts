import { expect, it, test } from 'vitest';
import type { WireRequest } from '../../src/http/transport.ts';
import { faultsOf } from '../request-faults.ts';
import { judge, PATIENCE } from './judge.ts';

const order = (change: object) => ({
  idempotency_key: 'k',
  advertiser: { name: 'a' },
  order: { name: 'n', external_ref: 'r' },
  line_items: [
    {
      external_ref: 'l',
      inventory_id: 's',
      flight: { start_date: '2027-01-01', end_date: '2027-01-09' },
      goal_impressions: 1000,
      sizes: ['300x250'],
    },
  ],
  ...change,
});

const request = (body: unknown, over: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url: new URL('https://ads.example.com/api/v1/orders'),
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...over,
});

const faults = (one: WireRequest) => [...faultsOf(one)].join();

test.each([
  ['a sound order', request(order({})), /^$/],
  ['half an emoji in a name', request(order({ order: { name: '\ud83c', external_ref: 'r' } })), /half a character/],
  ['half an emoji in the text', request('"\ud83c"'), /half a character/],
  [
    'half an emoji where it is odd',
    request(order({ advertiser: { name: '\udf88' } }), { odd: true }),
    /half a character/,
  ],
  ['a line that is missing', request(order({ line_items: [] })), /line_items must NOT have fewer than 1 items/],
  ['a member of another type where it is odd', request(order({ order: 1 }), { odd: true }), /^$/],
  ['a line break in a header', request(order({}), { headers: { 'idempotency-key': 'a\nb' } }), /idempotency-key/],
  ['a header with a blank in its name', request(order({}), { headers: { 'a b': 'c' } }), /a header named/],
])('%s', (_what, one, found) => {
  expect(faults(one)).toMatch(found);
});

it('every request to the reference publisher is well-formed', { timeout: PATIENCE }, async () => {
  await expect(judge([], { withListing: true })).resolves.toBeDefined();
});

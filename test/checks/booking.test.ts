import { describe, expect, it } from 'vitest';
import {
  attemptsInWords,
  hasLines,
  idsOf,
  isAccepted,
  linesOf,
  mayBeRepeat,
  refusedInWords,
  type Sent,
} from '../../checks/ad-server/readers/booking.ts';
import type { LineItem, OrderRequest } from '../../checks/ad-server/values/request-bodies.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

const line = (slot: string): LineItem => ({
  external_ref: 'l',
  inventory_id: slot,
  flight: { start_date: '2027-03-01', end_date: '2027-03-21' },
  goal_impressions: 3000,
  sizes: [],
});
const request = (...slots: string[]): OrderRequest => ({
  idempotency_key: 'k',
  advertiser: { name: 'a' },
  order: { name: 'o', external_ref: 'c' },
  line_items: slots.map(line),
});
const answered = (value: unknown, status = 201): Reply =>
  anyReply({ endpoint: 'orders', status, json: { ok: true, value } });
const status = (status: number): Reply => anyReply({ endpoint: 'orders', status });
const sent = (reply: Reply, ...slots: string[]): Sent => ({ request: request(...slots), reply });

describe('What was refused before', () => {
  const saying = (...codes: string[]) =>
    refusedInWords({ ...sent(status(201)), refused: codes.map((code) => sent(answered({ code }, 422))) });

  it.each([
    [[], null],
    [['a'], 'Another form of it was refused before, as a business rule may: status 422 (a).'],
    [['a', 'a'], '2 other forms of it were refused before, as a business rule may: status 422 (a).'],
  ])('is told of %j', (codes, words) => {
    expect(saying(...codes)).toBe(words);
  });
});

it('attempts are told by their answers, with goals, flights and slots', () => {
  expect(attemptsInWords([sent(status(422), 's1', 's1', 's2'), sent(status(500), 's"3')])).toBe(
    'status 422 to 1 order, with a goal of 3000 between 2027-03-01 and 2027-03-21, on slot "s1", "s2"; ' +
      'status 500 to 1 order, with a goal of 3000 between 2027-03-01 and 2027-03-21, on slot "s\\"3"',
  );
  expect(attemptsInWords(['s1', 's2'].map((slot) => sent(status(422), slot)))).toMatch(/^status 422 to all 2 orders,/);
});

describe('An answer may be that to a repeat', () => {
  it.each<[string, string[], Reply[], boolean]>([
    ['an error or nothing', ['x1', 'x2'], [], true],
    ['a 429', ['x1', 'x2'], [status(429)], false],
    ['a 429 and an error', ['x1', 'x2', 'x3'], [status(429)], true],
    ['no other', ['x1'], [], false],
  ])('where %s came before', (_what, exchanges, rateLimited, may) => {
    expect(mayBeRepeat(anyReply({ callIds: exchanges, rateLimited }))).toBe(may);
  });
});

describe('An answer is read as it came', () => {
  it.each<[string, unknown, boolean, number]>([
    ['an array of lines', { line_items: [{}, 7] }, true, 2],
    ['no line', { line_items: [] }, true, 0],
    ['an object of lines', { line_items: { a: {} } }, false, 0],
    ['a list', [{ line_items: [] }], false, 0],
    ['nothing', null, false, 0],
  ])('with %s', (_what, body, has, count) => {
    expect([hasLines(answered(body)), linesOf(answered(body)).length]).toEqual([has, count]);
  });

  it('which is no JSON', () => {
    const reply = anyReply({});
    expect([hasLines(reply), linesOf(reply), idsOf(reply)]).toEqual([
      false,
      [],
      { order: undefined, lines: new Map() },
    ]);
  });

  it('with the ids of lines that have a reference and an id of any type', () => {
    const line_items = [
      { external_ref: 'a', line_item_id: 7 },
      { external_ref: 'b', line_item_id: null },
      { external_ref: 'c' },
      { external_ref: 4, line_item_id: 'x' },
      'd',
    ];
    expect(idsOf(answered({ order_id: 12, line_items }))).toEqual({
      order: 12,
      lines: new Map<string, unknown>([
        ['a', 7],
        ['b', null],
      ]),
    });
  });
});

it.each([
  [200, true],
  [201, true],
  [202, true],
  [204, true],
  [302, false],
  [422, false],
])('an order that is answered %i is accepted: %s', (code, is) => {
  expect(isAccepted(sent(status(code)))).toBe(is);
});

import { gotIn } from '../rules/judging.ts';
import { describe, expect, it } from 'vitest';
import {
  idsOf,
  type Booking,
  type Sent,
  changedId,
  expectKeptIds,
  expectSameIds,
} from '../../checks/ad-server/readers/booking.ts';
import { Inconclusive, Violation } from '../../src/engine/signal.ts';
import { anyReply } from './any-reply.ts';

type Line = readonly [ref: unknown, id: unknown];

/** An order of these lines, and the answer to it. */
function sent(refs: readonly string[], order_id: unknown, lines: readonly Line[] | null): Sent {
  const line_items = lines?.map(([external_ref, line_item_id]) => ({ external_ref, line_item_id }));
  return {
    request: {
      idempotency_key: 'k',
      advertiser: { name: 'a' },
      order: { name: 'o', external_ref: 'c' },
      line_items: refs.map((external_ref) => ({
        external_ref,
        inventory_id: 's',
        flight: { start_date: '2027-04-01', end_date: '2027-04-07' },
        goal_impressions: 3000,
        sizes: ['728x90'],
      })),
    },
    reply: anyReply({ endpoint: 'orders', json: { ok: true, value: { order_id, line_items } } }),
  };
}

function booking(...[refs, id, lines]: Parameters<typeof sent>): Booking {
  const one = sent(refs, id, lines);
  return { ...one, ids: idsOf(one.reply) };
}

const before = booking(['a', 'b'], 'o-1', [
  ['a', 'l-1'],
  ['b', 'l-2'],
]);
const after = (order: unknown, lines: readonly Line[] | null): Sent => sent(['a', 'b'], order, lines);

/** What came of an expectation: where it failed, or that it is left open. */
function outcomeOf(expected: () => void): string {
  try {
    expected();
    return 'holds';
  } catch (error) {
    if (error instanceof Violation) return `${error.finding.pointer ?? ''}: ${gotIn(error.finding)}`;
    if (error instanceof Inconclusive) return 'left open';
    throw error;
  }
}

const SAME: readonly Line[] = [
  ['a', 'l-1'],
  ['b', 'l-2'],
];

describe('Of ids before and after', () => {
  it('those of two lines that changed places are told from one id for both', () => {
    const slip = (a: string, b: string) =>
      changedId(
        before,
        after('o-1', [
          ['a', a],
          ['b', b],
        ]),
      )?.found.slip;
    expect([slip('l-2', 'l-1'), slip('l-1', 'l-1'), slip('l-9', 'l-2')]).toEqual([
      'swapped-ids',
      'other-line',
      undefined,
    ]);
  });

  it.each([
    [
      'another line of other slots',
      'a-long-reference-1',
      'a-long-reference-2',
      'l-2',
      'other-line',
      /^It is the id of the line a-long-reference-2, which has the same slot, flight, countries and first 17 characters of the reference\.$/,
    ],
    ['a line in another letter case', 'ref', 'Ref', 'l-2', 'other-case', /^It is the id of the line Ref\.$/],
    ['a line that no other number is near', '9007199254750045', 'b', '9007199254750044', 'rounded', undefined],
  ] as const)('an id of %s is told as what it is', (_what, ref, other, is, slip, more) => {
    const was = slip === 'rounded' ? '9007199254750045' : 'l-1';
    const found = changedId(
      booking([ref, other], 'o-1', [
        [ref, was],
        [other, 'l-2'],
      ]),
      sent([ref, other], 'o-1', [[ref, is]]),
    )?.found;
    expect(found?.slip).toBe(slip);
    if (more === undefined) expect(found?.more).toBeUndefined();
    else expect(found?.more).toMatch(more);
  });

  it('the id of a line that another line has now is told with its place', () => {
    const two = booking(['one-reference', 'another'], 'o-1', [['one-reference', 'l-1']]);
    const now = sent(['new', 'one-reference'], 'o-1', [
      ['new', 'l-1'],
      ['one-reference', 'l-3'],
    ]);
    expect(changedId(two, now)?.found).toMatchObject({
      slip: 'other-line',
      more: 'The id from before is now that of the line new, which has the same slot, flight, countries and place in the list.',
    });
  });

  it.each([
    ['the same ones', 'o-1', SAME, 'holds', 'holds'],
    ['the lines turned round', 'o-1', SAME.toReversed(), 'holds', 'holds'],
    ['one line more', 'o-1', [['c', 'l-3'], ...SAME], 'holds', 'holds'],
    ['another order', 'o-2', SAME, '/order_id: "o-2"', '/order_id: "o-2"'],
    [
      'another second line',
      'o-1',
      [SAME[0], ['b', 'l-9']],
      '/line_items/1/line_item_id: "l-9"',
      '/line_items/1/line_item_id: "l-9"',
    ],
    [
      'a line twice, under two ids',
      'o-1',
      [...SAME, ['a', 'l-9']],
      '/line_items/2/line_item_id: "l-9"',
      '/line_items/2/line_item_id: "l-9"',
    ],
    ['a line less', 'o-1', SAME.slice(1), 'holds', '/line_items: no such line'],
    ['a line without an id', 'o-1', [SAME[0], ['b', null]], 'holds', 'holds'],
    ['a line with an empty id', 'o-1', [SAME[0], ['b', '']], 'holds', 'holds'],
    ['a line without its reference', 'o-1', [SAME[0], [null, 'l-2']], 'holds', 'left open'],
    ['no order id', null, SAME, 'left open', 'left open'],
    ['an empty order id', '', SAME, 'left open', 'left open'],
    ['no lines at all', 'o-1', null, 'holds', 'left open'],
    ['nothing of an order', null, null, 'left open', 'left open'],
  ] as const)('%s: what comes of it', (_what, order, lines, kept, same) => {
    // Pairs are written as lists here.
    const one = after(order, lines as readonly Line[] | null);
    expect([
      outcomeOf(() => {
        expectKeptIds(before, one);
      }),
      outcomeOf(() => {
        expectSameIds(before, one);
      }),
    ]).toEqual([kept, same]);
  });

  it('a number is the id that it spells', () => {
    expect(changedId(booking(['a'], 7, [['a', 8]]), sent(['a'], '7', [['a', '8']]))).toBeNull();
  });

  it('a number that changes is another id', () => {
    expect(changedId(booking(['a'], 7, []), sent(['a'], 8, []))).toMatchObject({ found: { actual: '8' } });
  });

  it('an id that an earlier answer gave is no new one', () => {
    const former = [booking(['a', 'b'], 'o-0', [['b', 'l-0']]).ids];
    const now = { ...before, former };
    const again = (order: string, second: string) => {
      const change = changedId(now, after(order, [['b', second]]));
      return change && gotIn(change);
    };
    expect([again('o-0', 'l-0'), again('o-1', 'l-1'), again('o-9', 'l-0')]).toEqual([null, '"l-1"', '"o-9"']);
  });

  it('a line that was answered without being asked for is not compared', () => {
    expect(changedId(booking(['a'], 'o-1', SAME), after('o-1', [['b', 'l-9']]))).toBeNull();
  });

  it('the answer of before is cited first, the offending one last', () => {
    const other = after('o-2', SAME);
    expect(changedId(before, other)?.replies).toEqual([before.reply, other.reply]);
  });
});

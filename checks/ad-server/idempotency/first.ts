import { adServer } from '../phases.ts';
import { expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy } from '../../../src/engine/signal.ts';
import { shown } from '../../../src/schema/faults.ts';
import { basic, material, rooms } from '../orders/basic.ts';
import { kinds } from '../orders/kinds.ts';
import { booked, isAccepted, linesOf, send, sendFirstTaken, type Booking, type Sent } from '../readers/booking.ts';
import { plainOrders } from '../desk/order-forms.ts';
import { expectSameIds } from '../readers/same-ids.ts';

export const idempotency = adServer.module('idempotency', 'Idempotency');

/**
 * The order that is repeated, of two lines with a creative on one; a plain one where that is not taken, other than the
 * first of all, which is updated meanwhile.
 */
export const first = idempotency.stage(
  { id: 'idempotency.first', needs: { material, kinds, basic, rooms }, sends: { orders: 0 } },
  async ({ http, material: { campaigns }, kinds: { oneCreative }, basic, rooms }): Promise<Booking> => {
    if (isAccepted(oneCreative)) return booked(oneCreative);
    const plain = await sendFirstTaken(http, plainOrders(campaigns, rooms, 'repeated'));
    return isAccepted(plain) ? booked(plain) : basic;
  },
);

/** A literal retry at once, byte for byte. */
export const retry = idempotency.stage(
  { id: 'idempotency.retry', needs: { first }, sends: { orders: 1 } },
  ({ http, first }) => send(http, first.request),
);

const retryIs200 = idempotency.check(
  {
    id: 'idempotency.retry-is-200',
    level: 'must',
    section: 'ad-server §4.4',
    requirement: 'A literal retry, the same key with the same body, is answered 200.',
    fix: 'Recognise the key, find the stored result, and answer it with 200; 201 is for the first time only.',
    needs: { retry },
  },
  ({ retry: { reply } }) => {
    expect(reply).status(200);
  },
);

export const retrySameIds = idempotency.check(
  {
    id: 'idempotency.retry-same-ids',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement: 'A literal retry returns the same `order_id` and the same `line_item_id` values, and creates nothing.',
    fix: 'Store the result under its idempotency key, and return that result for every repeat.',
    needs: { first, retry },
  },
  ({ first, retry }) => {
    if (!isAccepted(retry)) blockedBy(retryIs200);
    expectSameIds(first, retry);
    const added = linesOf(retry.reply).find(({ ref }) => typeof ref === 'string' && !first.ids.lines.has(ref));
    if (added !== undefined && first.ids.lines.size === first.request.line_items.length)
      violation({
        expected: 'the lines of the first answer, and no other',
        actual: `a line ${shown(added.ref)}`,
        pointer: '/line_items',
        replies: [first.reply, retry.reply],
      });
    return retry.reply.status;
  },
);

/**
 * Expects a later repeat to be answered as the first repeat was: with 200, and with the ids of before. That a service
 * answers every repeat with 201 is judged once.
 */
export function expectRepeated(before: Booking, again: Sent, usual: number | null, circumstance = ''): void {
  expect(again.reply, circumstance).status(...new Set([200, usual ?? 200]));
  expectSameIds(before, again);
}

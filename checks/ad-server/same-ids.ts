import { violation } from '../../src/engine/expect.ts';
import { blockedBy } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import { shown } from '../../src/schema/faults.ts';
import { idsOf, type Booking, type Sent } from './booking.ts';

/** Expects an answer to name the order, and every line that both requests hold, by the ids of before (ad-server §4.4). */
export function expectSameIds(before: Booking, after: Sent): void {
  expectSameOrder(before, after);
  const now = idsOf(after.reply);
  for (const { external_ref: ref } of after.request.line_items) {
    const id = before.ids.lines.get(ref);
    if (id === undefined || same(id, now.lines.get(ref))) continue;
    violation({
      expected: `the line_item_id ${shown(id)} for ${ref} again`,
      actual: now.lines.has(ref) ? shown(now.lines.get(ref)) : 'no such line',
      pointer: linePointer(after.reply, ref),
      replies: [before.reply, after.reply],
    });
  }
}

/** Expects an answer to name the order by the id of before. */
export function expectSameOrder(before: Booking, after: Sent): void {
  if (before.ids.order === undefined) blockedBy({ id: 'orders.order-id' });
  const now = idsOf(after.reply).order;
  if (same(before.ids.order, now)) return;
  violation({
    expected: `the order_id ${shown(before.ids.order)} again`,
    actual: shown(now),
    pointer: now === undefined ? '' : '/order_id',
    replies: [before.reply, after.reply],
  });
}

function linePointer(reply: Reply, ref: string): string {
  const index = [...idsOf(reply).lines.keys()].indexOf(ref);
  return index === -1 ? '/line_items' : `/line_items/${index}/line_item_id`;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

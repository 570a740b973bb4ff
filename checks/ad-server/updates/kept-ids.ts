import { violation } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { idsOf, linesOf, type Booking, type Sent } from '../readers/booking.ts';
import { changedId, isId } from '../readers/same-ids.ts';
import type { Steps } from './steps.ts';

/** Expects the order, and every line that was there before and is named again, to have the ids of before. */
export function keepsIds({ before, ...after }: Sent & { readonly before: Booking }, remark = ''): void {
  const unnamed = before.request.line_items.find((line) => !before.ids.lines.has(line.external_ref));
  if (unnamed !== undefined)
    inconclusive(`The answer before did not name the line ${unnamed.external_ref}.`, before.reply);
  const change = changedId(before, after);
  if (change !== null && remark !== '')
    violation({ ...change, message: `Expected ${change.expected}, got ${change.actual}. ${remark}` });
  if (change !== null) violation(change);
  if (!isId(before.ids.order) || !isId(idsOf(after.reply).order))
    inconclusive('There is no order_id to compare.', after.reply);
}

/** The same, and no line that both requests hold is missing. */
export function namesSameIds(before: Booking, after: Sent): void {
  keepsIds({ before, ...after });
  const answered = linesOf(after.reply).map(({ ref }) => ref);
  const missing = after.request.line_items.find(
    ({ external_ref: ref }) => isId(before.ids.lines.get(ref)) && !answered.includes(ref),
  );
  if (missing !== undefined)
    violation({
      expected: `the line ${missing.external_ref} again`,
      actual: 'no such line',
      pointer: '/line_items',
      replies: [before.reply, after.reply],
    });
}

/** Whether the first update of nearly every order changed ids of the same kind: then it may be none of the updates. */
export function isChangedByAnyFirst({ all }: Steps): boolean {
  const first = all.filter(({ before: { former = [] } }) => former.length === 0);
  const pointers = first.flatMap((step) => changedId(step.before, step)?.pointer ?? []);
  const ofOrders = pointers.filter((pointer) => pointer === '/order_id').length;
  const isAlike = ofOrders === 0 || ofOrders === pointers.length;
  return first.length > 3 && pointers.length >= first.length - 1 && isAlike;
}

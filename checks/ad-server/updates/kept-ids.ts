import { inconclusive } from '../../../src/engine/signal.ts';
import type { Booking, Sent } from '../readers/booking.ts';
import { changedId, expectKeptIds } from '../readers/same-ids.ts';
import type { Steps } from '../readers/updates.ts';

export function keepsIds({ before, ...after }: Sent & { readonly before: Booking }): void {
  const unnamed = before.request.line_items.find((line) => !before.ids.lines.has(line.external_ref));
  if (unnamed !== undefined)
    inconclusive(`The answer before did not name the line ${unnamed.external_ref}.`, before.reply);
  expectKeptIds(before, after);
}

/** If the first update of nearly every order changed ids of one kind, the kind of update may not matter. */
export function isChangedByAnyFirst({ all }: Steps<string>): boolean {
  const first = all.filter(({ before: { former = [] } }) => former.length === 0);
  const pointers = first.flatMap((step) => changedId(step.before, step)?.pointer ?? []);
  const ofOrders = pointers.filter((pointer) => pointer === '/order_id').length;
  const isAlike = ofOrders === 0 || ofOrders === pointers.length;
  return first.length > 3 && pointers.length >= first.length - 1 && isAlike;
}

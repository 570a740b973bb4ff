import type { Slip } from '../../../src/causes/slip.ts';
import { changedId, idsOf, isAccepted, isCreated, linesOf, type Sent, type Updated } from '../readers/booking.ts';

interface Why {
  readonly slip?: Slip | undefined;
  readonly more?: string;
}

/** What the ids of other orders and the other updates tell about an update that changes ids. */
export function whyChanged(step: Updated, steps: readonly Updated[], retry: Sent | undefined): Why {
  const slip = ofNewOrder(step, retry);
  if (slip !== undefined) return { slip };
  return ofOtherOrder(step, steps) ?? { slip: step.name === 'slot' ? ofSlotAlone(steps) : undefined };
}

function ofOtherOrder({ before, reply }: Updated, steps: readonly Updated[]): Why | undefined {
  const { order } = idsOf(reply);
  const ref = before.request.order.external_ref;
  const other = steps.find((step) => step.before.ids.order === order && step.before.request.order.external_ref !== ref);
  if (other === undefined || order === before.ids.order) return undefined;
  return { slip: 'other-order', more: `It is the id of the order ${other.before.request.order.external_ref}.` };
}

/** If a literal retry makes a new order too, nothing is stored that could be found. */
export function ofNewOrder(step: Updated, retry: Sent | undefined): Slip | undefined {
  if (retry !== undefined && isCreated(retry)) return undefined;
  const isNew = isCreated(step) && changedId(step.before, step)?.pointer === '/order_id';
  return isNew ? 'order-not-found' : undefined;
}

/** If only moves to another slot change ids, lines are found by their slot. */
function ofSlotAlone(steps: readonly Updated[]): Slip | undefined {
  const others = steps.filter((step) => step.name !== 'slot' && isAccepted(step));
  return others.length > 0 && others.every((step) => changedId(step.before, step) === null) ? 'slot-as-key' : undefined;
}

export function ifEachDoes(steps: readonly Updated[], retry: Sent | undefined): string {
  const known = ({ before, reply }: Updated) => linesOf(reply).some(({ ref }) => before.ids.lines.has(String(ref)));
  const updates = steps.filter((step) => isAccepted(step) && known(step));
  const isEach = updates.length > 1 && updates.every((step) => changedId(step.before, step) !== null);
  if (!isEach) return '';
  const all = `All ${updates.length} updates change ids, whatever they change`;
  return retry !== undefined && isCreated(retry)
    ? `${all}, and a literal retry makes a new order: nothing that was booked is found again. See first whether it is stored, and its transaction committed.`
    : `${all}.`;
}

import { blockedBy, inconclusive } from '../../../src/engine/signal.ts';
import { created } from '../orders/kinds.ts';
import { retry } from '../idempotency/requests.ts';
import { expectRepeated } from '../idempotency/rules.ts';
import { edited, updates, type Updated } from './edited.ts';
import { isChanged, isChangedThroughout, renameKeepsIds } from './ids.ts';
import type { EditKind } from '../desk/order-edits.ts';
import { booked, isAccepted, send } from '../readers/booking.ts';

/** An edit of each order of which nothing else is asked by then. */
const RETRIED: readonly EditKind[] = ['goal', 'geo', 'sizes', 'added-line', 'advertiser'];

export const retriesAfterEachKind = updates.check(
  {
    id: 'updates.retries-after-each-kind',
    level: 'must',
    section: 'ad-server §4.4 rule 2',
    requirement:
      'Whatever an update changes, a literal retry of it, and one of the request that made the order, return the same ids.',
    fix: 'Keep the result of each request under its key, whatever kind of update it was or came after it: a repeat is answered from there, with 200, and changes nothing.',
    needs: { edited, created, retry },
    sends: { orders: 2 * RETRIED.length },
  },
  async ({ http, edited, created, retry }) => {
    const usual = retry.reply.status;
    const creationOf = ({ request: { order } }: Updated) =>
      created.find(({ request }) => request.order.external_ref === order.external_ref);
    const { 'left-out': short } = edited;
    const made = short && creationOf(short);
    if (short?.repeated !== undefined && made !== undefined && !isChanged(short)) {
      // Ids that an update before has changed are told there.
      const former = [short.before.ids, ...(short.before.former ?? [])];
      expectRepeated({ ...made, former, since: short.reply }, short.repeated, usual, ofCreation(short));
    }
    const all = Object.values(edited);
    const taken = RETRIED.flatMap((kind) => edited[kind] ?? []).filter(isAccepted);
    const pairs = taken.flatMap((updated) => {
      const { external_ref: ref } = updated.request.order;
      const creation = creationOf(updated);
      // Ids that any update has changed are told there.
      const isStable = !all.some((one) => one.request.order.external_ref === ref && isChanged(one));
      return creation !== undefined && isStable ? [{ updated, creation }] : [];
    });
    if (pairs.length === 0 && taken.length > 0)
      blockedBy(isChangedThroughout(edited) ? renameKeepsIds : { id: 'updates.goal-keeps-ids' });
    if (pairs.length === 0) inconclusive('None of these updates was taken.');
    const repeat = async ({ updated, creation }: (typeof pairs)[number]) => [
      [booked(updated), await send(http, updated.request), `to a repeat of ${updated.what}`] as const,
      [{ ...creation, since: updated.reply }, await send(http, creation.request), ofCreation(updated)] as const,
    ];
    for (const [before, again, circumstance] of (await Promise.all(pairs.map(repeat))).flat())
      expectRepeated(before, again, usual, circumstance);
    return true as const;
  },
);

function ofCreation({ what }: Updated): string {
  return `to a repeat of the request that made the order, after ${what}`;
}

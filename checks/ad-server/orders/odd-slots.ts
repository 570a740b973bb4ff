import { expect } from '../../../src/engine/expect.ts';
import { blockedBy, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { maxPages } from '../../givens.ts';
import { listed } from '../inventory/requests.ts';
import { basic, firstBooking, material, orders } from './basic.ts';
import { buyerBooksAgain, ofOneBuyer as kindsOfOneBuyer } from './same-buyer.ts';
import {
  everySent,
  isAccepted,
  isRefusedForValues,
  mayBeBeyondLimits,
  send,
  SUCCESSES,
  type Sent,
  type Tried,
} from '../readers/booking.ts';
import { USUAL_GOAL, type Bookable, type Campaigns } from '../values/campaign.ts';
import { byFormat, oddSlots } from '../values/odd-slots.ts';
import { plainOrders } from '../desk/order-forms.ts';
import { expectStillListed, goneSlots, isUnknown, ofSlots, slotsUnknown } from '../desk/still-listed.ts';
import { larger } from '../values/unfitting-sizes.ts';

/** So many slots are booked with one order, and so many one by one where that is not taken. */
const TOGETHER = 8;
const ALONE = 3;

/** Slots of other kinds than the one that takes the other orders, and what may be booked there. */
const rooms = orders.stage(
  { id: 'orders.odd-slots', needs: { all: listed, material, first: firstBooking, basic } },
  ({ all, material: { bookable }, first: { attempts }, basic: { on } }) => {
    // A slot that was answered 404 before is told of anyway, and would keep others from being booked with it.
    const unknown = slotsUnknown(attempts);
    const others = all.bookable.filter((slot) => !unknown.has(slot.inventory_id));
    return oddSlots(others, on.slot).map((slot): Bookable => {
      const known = bookable.find((one) => one.slot.inventory_id === slot.inventory_id)?.goal ?? USUAL_GOAL;
      return { ...on, slot, goal: known < USUAL_GOAL ? Math.min(known, on.goal) : on.goal };
    });
  },
);

/** An order with a line on each of them, a second one for the last of many; some one by one, where that is refused. */
async function book(http: Wire, campaigns: Campaigns, rooms: readonly Bookable[]): Promise<readonly Sent[]> {
  const orders = [rooms.slice(0, TOGETHER), rooms.slice(TOGETHER)].filter((some) => some.length > 0);
  const sent = orders.map((some, index) => bookAll(http, campaigns, some, index === 0 ? 'odd' : 'odder'));
  return (await Promise.all(sent)).flat();
}

async function bookAll(
  http: Wire,
  campaigns: Campaigns,
  rooms: readonly Bookable[],
  name: string,
): Promise<readonly Sent[]> {
  const order = (label: string, some: readonly Bookable[]) =>
    send(http, campaigns.order(label, ...some.map((on, index) => campaigns.line(`${label}-${index + 1}`, on))));
  const together = await order(name, rooms);
  if (!mayBeBeyondLimits(together)) return [together];
  const alone = rooms.slice(0, ALONE).map((on, index) => order(`${name}-${index + 1}`, [on]));
  return Promise.all(alone);
}

const ofOneBuyer = orders.stage(
  { id: 'orders.elsewhere-of-one-buyer', needs: { material, rooms }, sends: { orders: 2 }, drafts: 2 },
  ({ http, material: { campaigns }, rooms }) => book(http, campaigns, rooms),
);

/** The same of new buyers where a service takes no second order of one. */
export const elsewhere = orders.stage(
  {
    id: 'orders.elsewhere',
    needs: { material, rooms, ofOneBuyer },
    after: [buyerBooksAgain],
    sends: { orders: 0 },
  },
  ({ http, material: { campaigns }, rooms, ofOneBuyer }) =>
    campaigns.hasOneBuyer ? ofOneBuyer : book(http, campaigns, rooms),
);

/** An order with a size that the slot does not list, for each of them, and for the usual slot. */
const unfitting = orders.stage(
  { id: 'orders.unfitting-elsewhere', needs: { material, basic, rooms }, sends: { orders: 13 } },
  async ({ http, material: { campaigns }, basic: { on }, rooms }) => {
    const wrong = (label: string, on: Bookable) => {
      const sizes = [larger(on.slot.sizes, true, true)];
      return send(http, campaigns.order(label, campaigns.line(label, on, { sizes })));
    };
    const [usual, ...odd] = await Promise.all([
      wrong('odd-size', on),
      ...rooms.map((on, index) => wrong(`odd-size-${index + 1}`, on)),
    ]);
    return { usual, odd };
  },
);

/**
 * A plain order on each other slot that an order of another kind was answered 404 for, where none of these is on it: it
 * tells whether that is for the slot.
 */
export const doubted = orders.stage(
  {
    id: 'orders.doubted-slots',
    needs: { material, basic, elsewhere },
    prefers: { kinds: kindsOfOneBuyer },
    sends: { orders: 0 },
  },
  ({ http, material: { bookable, campaigns }, basic: { on }, elsewhere, kinds }) => {
    const known = new Set([on.slot.inventory_id, ...elsewhere.flatMap((sent) => ofSlots(sent).slots)]);
    const unknown = slotsUnknown(Object.values<Tried | Sent>({ ...kinds }).flatMap(everySent));
    const rooms = bookable.filter(({ slot: { inventory_id: id } }) => unknown.has(id) && !known.has(id));
    return Promise.all(plainOrders(campaigns, rooms, 'doubted').map((order) => send(http, order)));
  },
);

const NO_OTHER = 'The inventory lists no other slot that could be booked.';

export const anySlot = orders.check(
  {
    id: 'orders.any-listed-slot',
    level: 'must',
    section: 'ad-server §4.4 rule 6',
    requirement: 'Every slot that is listed can be named in an order, whatever its kind: it is known.',
    fix: 'Look up every slot in the same way, whatever its format, its sizes, the characters of its id and its place in the list: what `GET /inventory` lists is known to `POST /orders`. Refuse a booking with 422 where a business rule forbids it.',
    needs: { first: firstBooking, elsewhere, doubted, rooms, maxPages },
    prefers: { unfitting },
    sends: { inventory: 0 },
  },
  async ({ http, first: { attempts }, elsewhere, doubted, rooms, unfitting, maxPages, note }) => {
    const gone = await goneSlots({ http, maxPages }, [...attempts, ...doubted].map(ofSlots), ...SUCCESSES, 422);
    if (gone.length > 0) note(`Slots that were answered 404 are not listed any more: ${gone.length}.`);
    if (elsewhere.length === 0) notApplicable(NO_OTHER);
    for (const sent of elsewhere) {
      await expectStillListed({ http, maxPages }, sent, ...SUCCESSES, 422);
      const alike = (unfitting?.odd ?? []).filter(({ reply }) => reply.status === sent.reply.status);
      const where = alike.length === 0 ? '' : `, as to an order with a wrong size on ${slotsIn(alike, rooms)}`;
      if (!isAccepted(sent))
        expect(sent.reply, `to an order on ${slotsIn([sent], rooms)}${where}`).status(...SUCCESSES, 422);
    }
    if (!elsewhere.some(isAccepted)) note('None was accepted: each was refused with 422, as a business rule may.');
    return true as const;
  },
);

/** Whether that check tells of a slot which orders do not find: what else is answered 404 may be for the same. */
export const isSlotLost = orders.stage(
  {
    id: 'orders.lost-slot',
    needs: { first: firstBooking, elsewhere, doubted },
    prefers: { isEveryFound: anySlot },
  },
  ({ first: { attempts }, elsewhere, doubted, isEveryFound }) =>
    !isEveryFound && [...attempts, ...elsewhere, ...doubted].some(isUnknown),
);

orders.check(
  {
    id: 'orders.unfitting-size-on-any-slot',
    level: 'must',
    section: 'ad-server §4.4 rule 7',
    requirement: 'A size that the slot does not list is answered 422 on slots of every kind.',
    fix: 'Compare the sizes of a line with those of its slot whatever the format of the slot, and however many sizes it has.',
    needs: { unfitting, elsewhere, rooms, maxPages },
    sends: { inventory: 0 },
  },
  async ({ http, unfitting: { usual, odd }, elsewhere, rooms, maxPages }) => {
    if (odd.length === 0) notApplicable(NO_OTHER);
    if (!elsewhere.every((sent) => isAccepted(sent) || isRefusedForValues(sent))) blockedBy(anySlot);
    if (!isRefusedForValues(usual)) blockedBy({ id: 'orders.unfitting-size-is-422' });
    for (const sent of odd) {
      await expectStillListed({ http, maxPages }, sent, 422);
      const alike = odd.filter(({ reply }) => reply.status === sent.reply.status);
      const refused = odd.filter(isRefusedForValues);
      const others = refused.length === 0 ? '' : `; refused on ${slotsIn(refused, rooms)}`;
      expect(sent.reply, `on ${slotsIn(alike, rooms)}${others}`).status(422);
    }
  },
);

/** The slots that these orders are on, in words. */
function slotsIn(orders: readonly Sent[], rooms: readonly Bookable[]): string {
  const ids = new Set(orders.flatMap((sent) => ofSlots(sent).slots));
  return byFormat(rooms.flatMap(({ slot }) => (ids.has(slot.inventory_id) ? [slot] : [])));
}

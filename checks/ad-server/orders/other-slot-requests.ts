import { Desk, ordering } from '../desk/desk.ts';
import { underRef } from '../desk/order-forms.ts';
import { isRefusedForValues, isUnknown, mayBeBeyondLimits, slotsUnknown, type Sent } from '../readers/booking.ts';
import { USUAL_GOAL, type Bookable } from '../values/campaign.ts';
import { oddSlots } from '../values/slots-of-other-kinds.ts';
import { withAccent } from '../values/other-case.ts';
import { larger } from '../values/unfitting-sizes.ts';
import { listed } from '../inventory/records.ts';
import { basic, firstBooking, material, orders, onOtherSlots, wrong } from './records.ts';

/** If one order for several slots is refused, some slots are booked one by one. */
const SLOTS_IN_ONE_ORDER = 8;
const SLOTS_ONE_BY_ONE = 3;

export const oddRooms = orders.record(
  { id: 'orders.odd-slots', of: { all: listed, material, first: firstBooking, basic } },
  ({ all, material: { bookable, otherSlots, terms }, first: { attempts }, basic: { on } }) => {
    // A slot that got 404 before is reported anyway, and would prevent the order for the others.
    const unknown = slotsUnknown(attempts);
    const within = terms.stated.inventoryIds === undefined ? all.bookable : bookable.map(({ slot }) => slot);
    // Orders that the terms rule out are not sent; their replies say which term.
    const slots = within.length > 1 ? within : [...within, ...otherSlots];
    const others = slots.filter((slot) => !unknown.has(slot.inventory_id));
    return oddSlots(others, on.slot).map((slot): Bookable => {
      const known = bookable.find((one) => one.slot.inventory_id === slot.inventory_id)?.goal ?? USUAL_GOAL;
      return { ...on, slot, goal: known < USUAL_GOAL ? Math.min(known, on.goal) : on.goal };
    });
  },
);

orders.traffic(
  { makes: onOtherSlots, ...ordering('book', 2), uses: { material, basic, rooms: oddRooms }, drafts: 2 },
  async ({ http, material, basic: { request }, rooms }): Promise<readonly Sent[]> => {
    const desk = new Desk(http, material);
    const external_ref = desk.campaigns.almost(request.order.external_ref, withAccent);
    const first = await bookAll(desk, rooms.slice(0, SLOTS_IN_ONE_ORDER), 'odd', external_ref);
    return [...first, ...(await bookAll(desk, rooms.slice(SLOTS_IN_ONE_ORDER), 'odder'))];
  },
);

/** Books all slots in one order, first with the given reference if there is one; some alone if that is refused. */
async function bookAll(desk: Desk, rooms: readonly Bookable[], name: string, ref?: string): Promise<readonly Sent[]> {
  if (rooms.length === 0) return [];
  const { campaigns } = desk;
  const order = (label: string, some: readonly Bookable[]) =>
    campaigns.order(label, ...some.map((on, index) => campaigns.line(`${label}-${index + 1}`, on)));
  const all = order(name, rooms);
  for (const request of [...(ref === undefined ? [] : [underRef(campaigns, ref, all)]), all]) {
    const together = await desk.send(request);
    if (!mayBeBeyondLimits(together)) return [together];
  }
  const alone: Sent[] = [];
  for (const [index, on] of rooms.slice(0, SLOTS_ONE_BY_ONE).entries())
    alone.push(await desk.send(order(`${name}-${index + 1}`, [on])));
  return alone;
}

export const unfittingOnOtherSlots = orders.traffic(
  {
    id: 'orders.unfitting-on-other-slots',
    ...ordering('refuse', 8),
    uses: { material, rooms: oddRooms },
    atOnce: true,
    again: true,
  },
  ({ http, material, rooms }): Promise<readonly Sent[]> => {
    const desk = new Desk(http, material);
    const { campaigns } = material;
    return Promise.all(
      rooms.map((on, index) => {
        const sizes = [larger(on.slot.sizes, true, true)];
        return desk.send(campaigns.orderOn(`misfit-${index + 1}`, on, { sizes }));
      }),
    );
  },
);

/** Plain orders for listed slots that got 404, other than the odd slots, and the ids that are listed now. */
export const notFound = orders.traffic(
  {
    id: 'orders.not-found-slots',
    phase: 'book',
    uses: { material, first: firstBooking },
    ifThere: { onOtherSlots },
    sends: { inventory: 0 },
  },
  async ({ http, material, first: { attempts }, onOtherSlots = [] }) => {
    const plain = attempts.filter(isUnknown);
    const ids = (await new Desk(http, material).excuseGone(plain)) ?? material.ids;
    return { plain, ids, slots: slotsUnknown([...plain, ...onOtherSlots]) };
  },
);

export const archivedOrder = orders.traffic(
  {
    id: 'orders.archived-slot',
    ...ordering('break', 1),
    uses: { material, basic },
    mayUse: { unfit: wrong.unfit },
    drafts: 1,
  },
  ({ http, material, basic: { on }, unfit = [] }): Promise<Sent> | null => {
    const slot = material.archived.find(({ sizes }) => sizes.length > 0);
    if (slot === undefined) return null;
    const { campaigns, terms, ...open } = material;
    const line = campaigns.line('archived', { ...on, slot });
    // If only stated slots may be booked: with a size that does not fit, if these are refused, so that nothing is booked.
    const isRefused = unfit.length > 0 && unfit.every(isRefusedForValues);
    if (terms.isBookable(slot.inventory_id) || !isRefused)
      return new Desk(http, material).send(campaigns.order('archived', line));
    const tooLarge = { ...line, sizes: [larger(slot.sizes, true, true)] };
    return new Desk(http, { ...open, campaigns }).send(campaigns.order('archived', tooLarge));
  },
);

import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { isAccepted, type Sent, slotsUnknown } from '../readers/booking.ts';
import type { Bookable } from '../values/campaign.ts';
import type { LineItem } from '../values/request-bodies.ts';
import type { Kinds } from '../desk/booked-kinds.ts';
import { basic, bookedKinds, firstBooking, material, orders, model, type Model } from './records.ts';

// Finds an accepted line, of which later orders change one thing.

orders.record(
  { makes: model, of: { material, first: firstBooking, basic }, maybe: { booked: bookedKinds } },
  ({ material: { campaigns, ids, bookable }, first: { attempts }, basic: { on, request }, booked }): Model => {
    const [line] = request.line_items;
    if (line === undefined) throw new Error('the basic order has a line');
    const unknown = slotsUnknown(attempts);
    const { slot, ...taken } = booked === undefined ? { slot: on.slot } : whereRoomIs(booked.kinds, bookable, on.slot);
    const others = bookable.flatMap((one) =>
      one.slot === slot || unknown.has(one.slot.inventory_id) ? [] : [one.slot],
    );
    const model = { ...line, ...taken, external_ref: campaigns.ref('Line-model') };
    return {
      campaigns,
      ids,
      slot,
      others,
      line: model,
      optional: booked === undefined ? {} : optionalTaken(booked.kinds, model),
    };
  },
);

/** Another slot than the first, if an order was accepted there that the first slot refused. */
function whereRoomIs(
  { tag, image, severalLines, oneCreative, allMembers }: Kinds,
  bookable: readonly Bookable[],
  usual: InventorySlot,
): Partial<LineItem> & { readonly slot: InventorySlot } {
  for (const sent of [tag, image, severalLines, oneCreative, allMembers]) {
    if (sent === undefined || !isAccepted(sent)) continue;
    const { line_items: lines } = sent.request;
    const [line] = lines;
    const slot = bookable.find((one) => lines.every((each) => each.inventory_id === one.slot.inventory_id))?.slot;
    if (line !== undefined && slot !== undefined && slot !== usual)
      return { slot, inventory_id: line.inventory_id, sizes: line.sizes, goal_impressions: line.goal_impressions };
  }
  return { slot: usual };
}

/** Optional members that were accepted on this slot: preferably a country, and creatives of either shape. */
function optionalTaken({ severalLines, allMembers, tag, image }: Kinds, like: LineItem): Model['optional'] {
  const taken = (...sent: readonly (Sent | undefined)[]) =>
    sent
      .filter((one) => one !== undefined)
      .filter(isAccepted)
      .map(({ request }) => request.line_items[0])
      .find((line) => line?.inventory_id === like.inventory_id);
  const targeting = taken(severalLines, allMembers, image)?.targeting;
  const creatives = taken(tag, image)?.creatives;
  return { ...(targeting && { targeting }), ...(creatives && { creatives }) };
}

import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import type { Kinds } from '../desk/booking-kinds.ts';
import type { Desk } from '../desk/desk.ts';
import { basic, bookedKinds, firstBooking, material, orders } from './booking-requests.ts';
import { isAccepted, type Sent } from '../readers/booking.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import type { IdSet } from '../readers/id-set.ts';
import type { LineItem } from '../values/requests.ts';
import { slotsUnknown } from '../readers/named-slots.ts';

/** A line that the service is known to take, to change one thing of. */
export interface Model {
  readonly campaigns: Campaigns;
  readonly ids: IdSet;
  readonly slot: InventorySlot;
  /** The others that may be booked, but for those that orders do not find. */
  readonly others: readonly InventorySlot[];
  readonly line: LineItem;
  /** Optional members that it took in other orders: it has no reason to refuse a line for them. */
  readonly optional: Pick<LineItem, 'targeting' | 'creatives'>;
}

export const model = orders.record(
  { id: 'orders.model', of: { material, first: firstBooking, basic }, maybe: { booked: bookedKinds } },
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

/** Another slot than the first, where an order was taken that was refused on that one. */
function whereRoomIs(
  { tag, image, severalLines, oneCreative, allMembers }: Kinds,
  bookable: readonly Bookable[],
  usual: InventorySlot,
): Partial<LineItem> & { readonly slot: InventorySlot } {
  for (const sent of [tag, image, severalLines, oneCreative, allMembers].filter(isAccepted)) {
    const { line_items: lines } = sent.request;
    const [line] = lines;
    const slot = bookable.find((one) => lines.every((each) => each.inventory_id === one.slot.inventory_id))?.slot;
    if (line !== undefined && slot !== undefined && slot !== usual)
      return { slot, inventory_id: line.inventory_id, sizes: line.sizes, goal_impressions: line.goal_impressions };
  }
  return { slot: usual };
}

/** What it took on the same slot: a country rather than none, and creatives of either shape. */
function optionalTaken({ severalLines, allMembers, tag, image }: Kinds, like: LineItem): Model['optional'] {
  const taken = (...sent: readonly Sent[]) =>
    sent
      .filter(isAccepted)
      .map(({ request }) => request.line_items[0])
      .find((line) => line?.inventory_id === like.inventory_id);
  const targeting = taken(severalLines, allMembers)?.targeting;
  const creatives = taken(tag, image)?.creatives;
  return { ...(targeting && { targeting }), ...(creatives && { creatives }) };
}

/** What is wrong in a line. */
export type Wrong = Partial<LineItem>;

/** An order with one wrong line, and the circumstance that tells it from others. */
export interface SentWrong extends Sent {
  readonly where: string;
}

/**
 * Sends orders that are valid but for one change in one line, since an order is refused as a whole for one bad line
 * wherever it stands: the changes are in the only line and in the second by turns.
 */
export function sendWithOneBadLine(
  desk: Desk,
  { line: good }: Model,
  label: string,
  wrongs: readonly Wrong[],
): Promise<readonly SentWrong[]> {
  const { campaigns } = desk;
  const sending = wrongs.map(async (wrong, index) => {
    const name = `${label}-${index + 1}`;
    const isOnly = index % 2 === 0;
    // No longer than the references that were taken: there may be a limit.
    const bad = { ...good, ...wrong, external_ref: campaigns.ref('Line-bad') };
    const own = { ...good, external_ref: campaigns.ref('Line-good') };
    const sent = await desk.send(isOnly ? campaigns.order(name, bad) : campaigns.order(name, own, bad));
    return { ...sent, where: `for the ${isOnly ? 'only' : 'second'} line, with ${changeInWords(wrong)}` };
  });
  return Promise.all(sending);
}

/** The first change in either place, the others by turns. */
export function firstInBoth(first: Wrong, ...others: readonly Wrong[]): readonly Wrong[] {
  return [first, first, ...others];
}

/** The member that is wrong, with its value. */
function changeInWords(wrong: Wrong): string {
  const [name, value] = Object.entries(wrong)[0] ?? [];
  return `${name ?? 'nothing'} ${JSON.stringify(value)}`;
}

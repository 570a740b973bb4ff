import type { Flight } from '../../../src/contract/flight-date.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import { halvesOf } from '../values/flights.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';

type OneOrMore<T> = readonly [T, ...T[]];

export function underRef(campaigns: Campaigns, external_ref: string, order: OrderRequest): OrderRequest {
  return campaigns.update(order, { order: { ...order.order, external_ref: campaigns.endedAsUsual(external_ref) } });
}

export const firstSize = ({ sizes }: Bookable['slot']): string => sizes[0] ?? '300x250';

export function plainOrders(campaigns: Campaigns, rooms: readonly Bookable[], label: string): OrderRequest[] {
  return rooms.map((on, index) => campaigns.orderOn(`${label}-${index + 1}`, on));
}

export function withBuyer(campaigns: Campaigns, order: OrderRequest): OrderRequest {
  return { ...order, advertiser: { ...order.advertiser, external_ref: campaigns.ref('advertiser') } };
}

/** Lines on one slot for different days, as for several months; their references differ in one more character. */
export function withSeveralLines(campaigns: Campaigns, [on, ...others]: OneOrMore<Bookable>): OneOrMore<OrderRequest> {
  const usual = campaigns.flightOn(on);
  const later = campaigns.later(on);
  const two = (label: string, on: Bookable, country: string | null, [first, second]: readonly [Flight, Flight]) => {
    const where = country ?? 'all';
    const lines = inDaysOf(campaigns, on, country, [`${where}-1`, first], [`${where}-10`, second]);
    return campaigns.order(`${label}-${where}`, ...lines);
  };
  const [country] = campaigns.countries;
  const [first, second] = halvesOf(usual);
  const [third, fourth] = halvesOf(later);
  // Drafts may count as commitments, so four lines must not take up much more than two.
  const half = { ...on, goal: Math.min(on.goal, 1000 * Math.ceil(on.goal / 2000)) };
  return [
    campaigns.order(
      'four-lines',
      ...inDaysOf(campaigns, half, country, [`${country}-1`, first], [`${country}-10`, second]),
      ...inDaysOf(campaigns, half, null, ['all-20', third], ['all-2', fourth]),
    ),
    // A single country may have no room.
    ...[...campaigns.countries, null].map((country) => two('several', on, country, [usual, later])),
    ...[on, ...others].flatMap((room, index) =>
      [...campaigns.countries.slice(0, 4), null].map((country) =>
        two(`half-${index + 1}`, room, country, halvesOf(campaigns.flightOn(room))),
      ),
    ),
  ];
}

function inDaysOf(
  campaigns: Campaigns,
  on: Bookable,
  country: string | null,
  ...lines: readonly (readonly [label: string, Flight])[]
): LineItem[] {
  const where = country === null ? {} : { targeting: { geo: [country] } };
  return lines.map(([label, flight]) => campaigns.line(label, on, { ...where, flight }));
}

export function inCountries(campaigns: Campaigns, on: Bookable, label: string, ...countries: string[]): OrderRequest {
  const lines = countries.map((country) =>
    campaigns.line(`${label}-${country}`, on, { targeting: { geo: [country] } }),
  );
  return campaigns.order(label, ...lines);
}

/** One line, in one country after the other, then for smaller goals: a country may have little room. */
export function lineInCountries(campaigns: Campaigns, on: Bookable): OrderRequest[] {
  return [1, 0.4, 0.1].flatMap((share, part) =>
    campaigns.countries.map((country) => {
      const label = `sole-${part + 1}-${country}`;
      const goal = Math.ceil(on.goal * share);
      return campaigns.orderOn(label, { ...on, goal }, { targeting: { geo: [country] } });
    }),
  );
}

export function onSlots(campaigns: Campaigns, on: Bookable, label: string, ...slots: Bookable['slot'][]): OrderRequest {
  const lines = slots.map((slot, index) => campaigns.line(`${label}-${index + 1}`, { ...on, slot }));
  return campaigns.order(label, ...lines);
}

/** Orders with every optional member, empty if it may be; first with a second slot and all sizes, if there are any. */
export function withAllMembers(campaigns: Campaigns, rooms: OneOrMore<Bookable>): OneOrMore<OrderRequest> {
  const [on] = rooms;
  const onOtherSlot = rooms.find(({ slot }) => slot.inventory_id !== on.slot.inventory_id);
  const order = (label: string, ...lines: readonly LineItem[]): OrderRequest =>
    withBuyer(campaigns, campaigns.order(label, ...lines));
  const line = (label: string, room: Bookable, change: Partial<LineItem> = {}) =>
    campaigns.line(label, room, { targeting: { geo: [] }, creatives: [], ...change });
  const allSizes = { sizes: on.slot.sizes };
  const onOneSlot = [
    order('all-one', line('all-one', on, allSizes)),
    ...rooms.map((room, index) => order(`all-${index + 2}`, line(`all-${index + 2}`, room))),
  ] as const;
  if (onOtherSlot === undefined) return onOneSlot;
  return [order('all', line('all-a', on, allSizes), line('all-b', onOtherSlot, { targeting: {} })), ...onOneSlot];
}

import { isGoalStated, type BookingTerms } from '../../../src/contract/booking-terms.ts';
import type { Flight } from '../../../src/contract/flight-date.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { slotsUnknown, type Sent } from '../readers/booking.ts';
import type { Available } from '../readers/forecast-answers.ts';
import { USUAL_GOAL, type Bookable, type Campaigns } from '../values/campaign.ts';
import { halvesOf, otherFlights, type Flights } from '../values/flights-and-countries.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';
import { sidesOfTwo } from '../values/near-misses.ts';
import type { Rooms } from './material.ts';

/** About as many goals does a run book: a service may count drafts as commitments. */
const BOOKINGS = 25;
const SMALL_GOAL = 1000;
const LARGE_GOAL = 25_000;

/** Room for all bookings counts most, then room for one. On slots of several sizes more can be tried. */
export function suitability({ slot, available }: { slot: InventorySlot; available: Available }): number {
  const needs = [BOOKINGS * USUAL_GOAL, 4 * USUAL_GOAL, USUAL_GOAL, SMALL_GOAL, 1];
  const room = needs.filter((needed) => (available ?? SMALL_GOAL) >= needed).length;
  return 3 * room + (slot.sizes.length > 1 ? 1 : 0) + sidesOfTwo(slot.sizes).length;
}

export function goalFor(available: Available, { goal }: BookingTerms = {}): number {
  const isRoomKnown = available !== null && available > 0;
  if (typeof goal === 'number') return isRoomKnown ? Math.min(goal, available) : goal;
  const part = isRoomKnown ? Math.max(SMALL_GOAL, Math.floor(available / BOOKINGS)) : USUAL_GOAL;
  const usual = Math.min(USUAL_GOAL, part, isRoomKnown ? available : USUAL_GOAL);
  return Math.min(Math.max(goal?.min ?? 0, usual), goal?.max ?? Infinity);
}

const TRIED_SLOTS = 8;

const OTHER_GOALS = [LARGE_GOAL, SMALL_GOAL];

function otherGoalsOrDays({ slot, goal: usual }: Bookable, flights: Flights): Bookable[] {
  const days = otherFlights(flights).map((flight) => ({ slot, goal: usual, flight }));
  return [...OTHER_GOALS.map((goal) => ({ slot, goal })), ...days];
}

function otherGoalsAndDays({ slot }: Bookable, flights: Flights): Bookable[] {
  return OTHER_GOALS.flatMap((goal) => otherFlights(flights).map((flight) => ({ slot, goal, flight })));
}

/** The best slots; other goals or days on the first two; both at once on the first; the other slots. */
export function* candidates(
  bookable: readonly Bookable[],
  { flights, stated, isUnknown }: CandidateOptions,
): Generator<Bookable> {
  const known = () => bookable.slice(0, TRIED_SLOTS).filter(({ slot }) => !isUnknown(slot.inventory_id));
  const isOpen = (usual: number) => (on: Bookable) =>
    (stated.flight === undefined || on.flight === undefined) &&
    (typeof stated.goal === 'number' ? on.flight && on.goal === usual : isGoalStated(stated, on.goal));
  yield* known();
  const likeliest = known().slice(0, 2);
  for (const on of likeliest) yield* otherGoalsOrDays(on, flights).filter(isOpen(on.goal));
  for (const on of likeliest.slice(0, 1)) yield* otherGoalsAndDays(on, flights).filter(isOpen(on.goal));
  if (likeliest.length > 0) yield* bookable.slice(TRIED_SLOTS);
}

interface CandidateOptions {
  readonly flights: Flights;
  readonly stated: BookingTerms;
  readonly isUnknown: (id: string) => boolean;
}

/** Divisors of a refused goal. None skips more than half: a service may have a minimum close to its room. */
export const GENTLER = [1, 1.25, 1.5, 3, 6, 12, 24] as const;

export function roomsElsewhere(on: Bookable, bookable: readonly Bookable[], campaigns: Campaigns): readonly Bookable[] {
  const slots = bookable.map(({ slot }) => ({ ...on, slot }));
  return [...slots, ...slots.map((room) => ({ ...room, flight: campaigns.later(on) }))];
}

export function freeOf(
  rooms: readonly Bookable[],
  orders: readonly OrderRequest[],
  campaigns: Campaigns,
): readonly Bookable[] {
  const lines = orders.flatMap(({ line_items }) => line_items);
  const isTaken = (on: Bookable) => {
    const { start_date: start, end_date: end } = campaigns.flightOn(on);
    return lines.some(
      ({ inventory_id, flight }) =>
        inventory_id === on.slot.inventory_id && flight.start_date <= end && start <= flight.end_date,
    );
  };
  return rooms.filter((room) => !isTaken(room));
}

export function roomsBeside(on: Bookable, bookable: readonly Bookable[], attempts: readonly Sent[]): Rooms {
  const [, ...gentler] = GENTLER.map((part) => ({ ...on, goal: Math.ceil(on.goal / part) }));
  const unusable = new Set([on.slot.inventory_id, ...slotsUnknown(attempts)]);
  const others = bookable.filter(({ slot }) => !unusable.has(slot.inventory_id));
  // Nothing else is tried on these: a slot may take one order only.
  const far = others.slice(4).slice(-4, -2);
  return [on, ...gentler, ...[...others.slice(0, 4), ...far].map(({ slot }) => ({ ...on, slot }))];
}

type OneOrMore<T> = readonly [T, ...T[]];

export function underRef(campaigns: Campaigns, external_ref: string, order: OrderRequest): OrderRequest {
  return campaigns.update(order, { order: { ...order.order, external_ref: campaigns.endedAsUsual(external_ref) } });
}

export const firstSize = ({ sizes }: Bookable['slot']): string => sizes[0] ?? '300x250';

/** One order for each room; `change` says what else its line has. */
export function oneLineEach(
  campaigns: Campaigns,
  rooms: readonly Bookable[],
  label: string,
  change: (on: Bookable) => Partial<LineItem> = () => ({}),
): OrderRequest[] {
  return rooms.map((on, index) => campaigns.orderOn(index === 0 ? label : `${label}-${index + 1}`, on, change(on)));
}

/** One order with a line in each room. */
export function linesIn(campaigns: Campaigns, label: string, ...rooms: readonly Bookable[]): OrderRequest {
  return campaigns.order(label, ...rooms.map((on, index) => campaigns.line(`${label}-${index + 1}`, on)));
}

/** Lines on one slot for different days. One reference begins with the other. */
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
  // Four lines should not take much more room than two.
  const half = { ...on, goal: Math.min(on.goal, 1000 * Math.ceil(on.goal / 2000)) };
  return [
    campaigns.order(
      'four-lines',
      ...inDaysOf(campaigns, half, country, [`${country}-1`, first], [`${country}-10`, second]),
      ...inDaysOf(campaigns, half, null, ['all-20', third], ['all-2', fourth]),
    ),
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

/** In one country after the other, then for smaller goals: a country may have little room. */
export function lineInCountries(campaigns: Campaigns, on: Bookable): OrderRequest[] {
  return [1, 0.4, 0.1].flatMap((share, part) =>
    campaigns.countries.map((country) => {
      const label = `sole-${part + 1}-${country}`;
      const goal = Math.ceil(on.goal * share);
      return campaigns.orderOn(label, { ...on, goal }, { targeting: { geo: [country] } });
    }),
  );
}

/** Orders with every optional member, empty if possible; the first ones with a second slot and all sizes. */
export function withAllMembers(campaigns: Campaigns, rooms: OneOrMore<Bookable>): OneOrMore<OrderRequest> {
  const [on] = rooms;
  const onOtherSlot = rooms.find(({ slot }) => slot.inventory_id !== on.slot.inventory_id);
  const order = (label: string, ...lines: readonly LineItem[]): OrderRequest => {
    const { advertiser, ...order } = campaigns.order(label, ...lines);
    return { ...order, advertiser: { ...advertiser, external_ref: campaigns.ref('advertiser') } };
  };
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

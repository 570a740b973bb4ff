import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { isGoalStated, type BookingTerms } from '../../../src/contract/booking-terms.ts';
import { type Sent, slotsUnknown } from '../readers/booking.ts';
import { type Bookable, type Campaigns, USUAL_GOAL } from '../values/campaign.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import type { Available } from '../readers/forecast-answers.ts';
import { otherFlights, type Flights } from '../values/flights.ts';
import { sidesOfTwo } from '../values/unfitting-sizes.ts';

// Chooses the slots, goals and days with which the first order is tried, the most promising first.

/** About how many times the usual goal a run books: a service may count drafts as commitments. */
const BOOKINGS = 25;
const SMALL_GOAL = 1000;
const LARGE_GOAL = 25_000;

/** Room for all bookings counts most, then room for one. Several sizes allow more kinds of changes, and of mistakes. */
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

/**
 * First the most promising slots; then other goals or days on the first two of them, and both at once on the first;
 * then the other slots. If `brief`, other goals and days are tried on one slot only, and no other slots. Slots that were
 * not found meanwhile are skipped.
 */
export function* candidates(
  bookable: readonly Bookable[],
  { flights, stated, isUnknown, brief }: CandidateOptions,
): Generator<Bookable> {
  const known = () => bookable.slice(0, TRIED_SLOTS).filter(({ slot }) => !isUnknown(slot.inventory_id));
  const isOpen = (usual: number) => (on: Bookable) =>
    (stated.flight === undefined || on.flight === undefined) &&
    (typeof stated.goal === 'number' ? on.flight && on.goal === usual : isGoalStated(stated, on.goal));
  yield* known();
  const likeliest = known().slice(0, brief ? 1 : 2);
  for (const on of likeliest) yield* otherGoalsOrDays(on, flights).filter(isOpen(on.goal));
  for (const on of likeliest.slice(0, 1)) yield* otherGoalsAndDays(on, flights).filter(isOpen(on.goal));
  if (brief || likeliest.length === 0) return;
  yield* bookable.slice(TRIED_SLOTS);
}

interface CandidateOptions {
  readonly flights: Flights;
  readonly stated: BookingTerms;
  readonly isUnknown: (id: string) => boolean;
  readonly brief: boolean;
}

/** The first accepted order's slot and goal, then smaller goals, then other slots. */
export type Rooms = readonly [Bookable, ...Bookable[]];

/** Divisors of a refused goal. Each goal is at least half of the last: one lies between any minimum and twice that. */
export const GENTLER = [1, 1.25, 1.5, 3, 6, 12, 24] as const;

/** All slots, then all of them at a later date: for services that sell a slot to one order at a time. */
export function roomsElsewhere(on: Bookable, bookable: readonly Bookable[], campaigns: Campaigns): readonly Bookable[] {
  const slots = bookable.map(({ slot }) => ({ ...on, slot }));
  return [...slots, ...slots.map((room) => ({ ...room, flight: campaigns.later(on) }))];
}

/** The rooms whose slots no line of these orders is on at the same time. */
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
  // Slots on which nothing else is tried: a slot may take one order only.
  const far = others.slice(4).slice(-4, -2);
  return [on, ...gentler, ...[...others.slice(0, 4), ...far].map(({ slot }) => ({ ...on, slot }))];
}

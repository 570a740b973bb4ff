import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { isGoalStated, type BookingTerms } from '../../../src/contract/booking-terms.ts';
import type { Available } from '../readers/available.ts';
import { USUAL_GOAL, type Bookable } from '../values/campaign.ts';
import type { Flights } from '../values/flights.ts';
import { sidesOfTwo } from '../values/unfitting-sizes.ts';

// On which slots, for which goals and days the first order is tried, the likeliest first.

/** About so many times the usual goal is booked in a run: a service may count drafts as commitments. */
const BOOKINGS = 25;

/** Still plausible, and gentle. */
const SMALL_GOAL = 1000;
/** For services that sell by the hundred. */
const TINY_GOAL = 400;
/** For services that take no small campaigns. */
const GREATER_GOAL = 10_000;
const LARGE_GOAL = 25_000;
const HUGE_GOAL = 200_000;

/** Room for all bookings counts most, then room for one; several sizes allow more kinds of edits, and of mistakes. */
export function suitability({ slot, available }: { slot: InventorySlot; available: Available }): number {
  const needs = [BOOKINGS * USUAL_GOAL, 4 * USUAL_GOAL, USUAL_GOAL, SMALL_GOAL, 1];
  const room = needs.filter((needed) => (available ?? SMALL_GOAL) >= needed).length;
  return 3 * room + (slot.sizes.length > 1 ? 1 : 0) + sidesOfTwo(slot.sizes).length;
}

/** The goal that is stated, or the usual one; less where so many would not fit. */
export function goalFor(available: Available, { goal }: BookingTerms = {}): number {
  if (typeof goal === 'number') return available === null || available === 0 ? goal : Math.min(goal, available);
  const least = Math.max(goal?.min ?? 0, usualGoalFor(available));
  return Math.min(least, goal?.max ?? Infinity);
}

function usualGoalFor(available: Available): number {
  if (available === null || available === 0) return USUAL_GOAL;
  return Math.min(USUAL_GOAL, available, Math.max(SMALL_GOAL, Math.floor(available / BOOKINGS)));
}

const TRIED_SLOTS = 8;

/** Other goals and days on a slot, for what a service may have its own rules for. */
function* otherwise({ slot, goal }: Bookable, flights: Flights): Generator<Bookable> {
  const { week, days, soon, weeks, later, ahead, wholeMonth } = flights;
  yield { slot, goal: LARGE_GOAL };
  yield { slot, goal: GREATER_GOAL };
  yield { slot, goal: SMALL_GOAL };
  for (const one of [goal, SMALL_GOAL, GREATER_GOAL]) yield { slot, goal: one, flight: week };
  for (const flight of [soon, later, weeks]) yield { slot, goal, flight };
  yield { slot, goal, flight: ahead };
  yield { slot, goal: LARGE_GOAL, flight: ahead };
  yield { slot, goal: HUGE_GOAL };
  yield { slot, goal: TINY_GOAL };
  for (const less of [goal, SMALL_GOAL, TINY_GOAL]) yield { slot, goal: less, flight: days };
  for (const more of [GREATER_GOAL, LARGE_GOAL]) for (const flight of [soon, days]) yield { slot, goal: more, flight };
  yield { slot, goal, flight: wholeMonth };
}

/** Where two rules of a service meet: on certain days alone, and for certain goals, or on certain slots. */
function* inBoth({ slot, goal }: Bookable, { mondayToSunday, weeks, ahead }: Flights): Generator<Bookable> {
  yield { slot, goal, flight: mondayToSunday };
  for (const flight of [weeks, ahead]) yield { slot, goal: SMALL_GOAL, flight };
  for (const flight of [ahead, weeks]) yield { slot, goal: GREATER_GOAL, flight };
}

/** So many other slots are tried for other days, and for less. */
const TRIED_OTHERWISE = 9;

/** What is tried, one after the other, before no booking counts as possible. */
export class Candidates {
  readonly #bookable: readonly Bookable[];
  readonly #flights: Flights;
  readonly #unknown: () => ReadonlySet<string>;
  readonly #stated: BookingTerms;

  /** Slots that turn out `unknown` meanwhile are passed by. */
  constructor(
    bookable: readonly Bookable[],
    flights: Flights,
    unknown: () => ReadonlySet<string>,
    stated: BookingTerms = {},
  ) {
    this.#bookable = bookable;
    this.#flights = flights;
    this.#unknown = unknown;
    this.#stated = stated;
  }

  /** The likeliest slots that are there. */
  known(): Bookable[] {
    const unknown = this.#unknown();
    return this.#bookable.slice(0, TRIED_SLOTS).filter(({ slot }) => !unknown.has(slot.inventory_id));
  }

  /** The likeliest slots, and the first of them otherwise. */
  *likeliest(): Generator<Bookable> {
    yield* this.known();
    for (const on of this.known().slice(0, 1)) yield* this.#open(on, otherwise(on, this.#flights));
  }

  /** Of other goals and days on a slot only those that the publisher's terms leave open. */
  #open(on: Bookable, others: Iterable<Bookable>): Bookable[] {
    const { flight: days, goal: stated } = this.#stated;
    return [...others].filter(
      ({ goal, flight }) =>
        (days === undefined || flight === undefined) &&
        (typeof stated === 'number' ? flight !== undefined && goal === on.goal : isGoalStated(this.#stated, goal)),
    );
  }

  /** Every slot; some otherwise, and some for other days and goals at once. */
  *all(): Generator<Bookable> {
    yield* this.#bookable.slice(0, TRIED_SLOTS);
    const likeliest = this.known().slice(0, 3);
    for (const on of likeliest) yield* this.#open(on, otherwise(on, this.#flights));
    if (likeliest.length === 0) return;
    const others = this.#bookable.slice(TRIED_SLOTS);
    yield* others;
    for (const on of likeliest.slice(0, 2)) yield* this.#open(on, inBoth(on, this.#flights));
    for (const on of [...this.known().slice(3), ...others].slice(0, TRIED_OTHERWISE)) {
      yield* this.#open(on, [
        { ...on, flight: this.#flights.mondayToSunday },
        { ...on, goal: SMALL_GOAL },
      ]);
    }
  }
}

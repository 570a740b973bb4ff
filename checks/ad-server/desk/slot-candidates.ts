import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { isGoalStated, type BookingTerms } from '../../../src/contract/booking-terms.ts';
import type { Available } from '../readers/available.ts';
import { USUAL_GOAL, type Bookable } from '../values/campaign.ts';
import type { Flights } from '../values/flights.ts';
import { sidesOfTwo } from '../values/unfitting-sizes.ts';

// Chooses the slots, goals and days with which the first order is tried, the most promising first.

/** About how many times the usual goal a run books: a service may count drafts as commitments. */
const BOOKINGS = 25;

/** A plausible goal that takes little room. */
const SMALL_GOAL = 1000;
/** For services that sell by the hundred impressions. */
const TINY_GOAL = 400;
/** For services that take no small campaigns. */
const GREATER_GOAL = 10_000;
const LARGE_GOAL = 25_000;
const HUGE_GOAL = 200_000;

/** Room for all bookings counts most, then room for one. Several sizes allow more kinds of changes, and of mistakes. */
export function suitability({ slot, available }: { slot: InventorySlot; available: Available }): number {
  const needs = [BOOKINGS * USUAL_GOAL, 4 * USUAL_GOAL, USUAL_GOAL, SMALL_GOAL, 1];
  const room = needs.filter((needed) => (available ?? SMALL_GOAL) >= needed).length;
  return 3 * room + (slot.sizes.length > 1 ? 1 : 0) + sidesOfTwo(slot.sizes).length;
}

/** The stated goal or the usual one; less if the forecast has no room for it. */
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

/** Other goals and days for a slot, which a service may have rules about. */
function* otherGoalsAndDays({ slot, goal }: Bookable, flights: Flights): Generator<Bookable> {
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

/** For services with two rules: certain days, and certain goals or slots. */
function* otherDaysAndGoals({ slot, goal }: Bookable, { mondayToSunday, weeks, ahead }: Flights): Generator<Bookable> {
  yield { slot, goal, flight: mondayToSunday };
  for (const flight of [weeks, ahead]) yield { slot, goal: SMALL_GOAL, flight };
  for (const flight of [ahead, weeks]) yield { slot, goal: GREATER_GOAL, flight };
}

const SLOTS_TRIED_FURTHER = 9;

/** What is tried, one after the other, before the run concludes that no booking is possible. */
export class Candidates {
  readonly #bookable: readonly Bookable[];
  readonly #flights: Flights;
  readonly #unknown: () => ReadonlySet<string>;
  readonly #stated: BookingTerms;

  /** Slots in `unknown`, which may grow meanwhile, are skipped. */
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

  /** The most promising slots that exist. */
  known(): Bookable[] {
    const unknown = this.#unknown();
    return this.#bookable.slice(0, TRIED_SLOTS).filter(({ slot }) => !unknown.has(slot.inventory_id));
  }

  /** The most promising slots, then other goals and days on the first of them. */
  *likeliest(): Generator<Bookable> {
    yield* this.known();
    for (const on of this.known().slice(0, 1)) yield* this.#allowed(on, otherGoalsAndDays(on, this.#flights));
  }

  /** The goals and days that the publisher's terms leave open. */
  #allowed(on: Bookable, others: Iterable<Bookable>): Bookable[] {
    const { flight: days, goal: stated } = this.#stated;
    return [...others].filter(
      ({ goal, flight }) =>
        (days === undefined || flight === undefined) &&
        (typeof stated === 'number' ? flight !== undefined && goal === on.goal : isGoalStated(this.#stated, goal)),
    );
  }

  /** Every slot; some of them also with other goals, other days or both. */
  *all(): Generator<Bookable> {
    yield* this.#bookable.slice(0, TRIED_SLOTS);
    const likeliest = this.known().slice(0, 3);
    for (const on of likeliest) yield* this.#allowed(on, otherGoalsAndDays(on, this.#flights));
    if (likeliest.length === 0) return;
    const others = this.#bookable.slice(TRIED_SLOTS);
    yield* others;
    for (const on of likeliest.slice(0, 2)) yield* this.#allowed(on, otherDaysAndGoals(on, this.#flights));
    for (const on of [...this.known().slice(3), ...others].slice(0, SLOTS_TRIED_FURTHER)) {
      yield* this.#allowed(on, [
        { ...on, flight: this.#flights.mondayToSunday },
        { ...on, goal: SMALL_GOAL },
      ]);
    }
  }
}

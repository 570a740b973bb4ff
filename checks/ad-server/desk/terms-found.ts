import type { BookingTerms } from '../../../src/contract/booking-terms.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { isBeyondTerms } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { attemptsInWords, slotsOf, type Sent } from '../readers/booking.ts';
import type { Bookable, Campaigns } from '../values/campaign.ts';
import { termsOf } from '../values/flights.ts';

const SEARCHED = ['inventoryIds', 'goal', 'flight'] as const;

/** What the user should state if no booking was accepted. */
export function termsToState(stated: BookingTerms): string {
  const open = SEARCHED.filter((term) => stated[term] === undefined);
  const advice = open.length > 0 ? `what you take: ${inWords(open, 'and')}, or an advertiser of your own` : 'others';
  return `State ${advice} as "booking" in the configuration file, and run again.`;
}

export function noBookingAccepted(attempts: readonly Sent[], stated: BookingTerms): never {
  return inconclusive(
    `No booking was accepted, with or without the optional members. Tried: ${attemptsInWords(attempts)}. ${termsToState(stated)}`,
    ...attempts.map(({ reply }) => reply),
  );
}

/**
 * Terms for the next run, so that it need not search for a booking that is accepted. They name the slots where this run
 * booked or tried to. `null` if this run had nothing to search for.
 */
export function termsFound(
  stated: BookingTerms,
  { on, orders, campaigns }: { on: Bookable; orders: readonly Sent[]; campaigns: Campaigns },
): BookingTerms | null {
  if (SEARCHED.every((term) => stated[term] !== undefined)) return null;
  const slots = orders.filter(({ reply }) => !isBeyondTerms(reply)).flatMap(({ request }) => slotsOf(request));
  const flight = termsOf(campaigns.flightOn(on), campaigns.flights, stated.flight);
  return {
    inventoryIds: [...new Set([on.slot.inventory_id, ...slots])],
    goal: on.goal,
    ...(flight && { flight }),
    ...stated,
  };
}

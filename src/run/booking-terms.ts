import type { BookingTerms } from '../contract/booking-terms.ts';
import { nearest, sentences } from '../engine/did-you-mean.ts';
import { faultsOf } from '../schema/faults.ts';
import { bookingTerms } from '../schema/generated/validators.js';
import { UsageError, type CertifyOptions } from '../settings.ts';
import { isObject } from '../text/json.ts';

type TermOptions = Pick<CertifyOptions, 'slot' | 'advertiser' | 'creativeHost' | 'booking'>;

/** Options that each state one term. An option wins over the same member of `booking`. */
export const TERM_OPTIONS = { inventoryIds: 'slot', advertiser: 'advertiser', creativeHost: 'creativeHost' } as const;

/** The terms stated by the options, in either form. */
export function termsOf({ booking, slot, advertiser, creativeHost }: TermOptions): BookingTerms {
  return {
    ...booking,
    ...(slot && { inventoryIds: slot }),
    ...(advertiser && { advertiser }),
    ...(creativeHost && { creativeHost }),
  };
}

const KNOWN = ['inventoryIds', 'goal', 'flight', 'geo', ...Object.keys(TERM_OPTIONS)];

/**
 * Checks that orders can be booked under these terms, as far as that is known without the inventory.
 * @throws UsageError naming everything that is wrong. `at` maps a JSON pointer to where the term was stated.
 */
export function assertTerms(
  options: TermOptions,
  at = (pointer: string) => `booking${pointer.replaceAll('/', '.')}`,
): void {
  const { booking = {} } = options;
  const faults = faultsOf(bookingTerms, isObject(booking) ? termsOf(options) : booking);
  const messages = faults.map(({ kind, pointer, expected, actual }) =>
    kind === 'not-allowed'
      ? sentences(`${at(pointer)} is not a term.`, nearest(pointer.replace(/^.*\//, ''), KNOWN))
      : `${at(pointer)} is ${actual}. Give ${expected}.`,
  );
  const { goal, flight: { days = Infinity, minDays = 1 } = {} } = termsOf(options);
  if (faults.length === 0 && typeof goal === 'object' && (goal.min ?? 0) > (goal.max ?? Infinity))
    messages.push(`${at('/goal')} has a min of ${goal.min} above its max of ${goal.max}. Exchange the two.`);
  if (faults.length === 0 && days < minDays)
    messages.push(`${at('/flight')} has days of ${days} below its minDays of ${minDays}. Raise days, or leave it out.`);
  if (messages.length > 0) throw new UsageError(messages.join('\n- '));
}

export { bookingTerms as areTerms };

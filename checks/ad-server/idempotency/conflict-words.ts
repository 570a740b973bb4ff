import { inWords } from '../../../src/text/in-words.ts';
import { hasLines, isAccepted, linesOf, type Booking, type Sent } from '../readers/booking.ts';
import type { Change } from './changed-bodies.ts';

/** A used key with a different body, and the order that it was first used for. */
export type Changed = Change & Sent & { readonly first: Booking };

/** More places than these are listed in a sentence of their own. */
const MOST_PLACES = 3;

/** Says which of the changed bodies were not answered 409. */
export function missedInWords(missed: readonly Change[], of: number): string {
  if (missed.length === of) return `to every changed body (${of} of ${of})`;
  const places = missed.map(({ where }) => where);
  const more = places.length - MOST_PLACES;
  const named = more > 1 ? [...places.slice(0, MOST_PLACES), `one of ${more} other places`] : places;
  const others = of - missed.length === 1 ? 'the other one was' : `the other ${of - missed.length} were`;
  return `to ${missed.length} of ${of} changed bodies, where ${inWords(named)} differs; ${others} refused`;
}

/** Lists every place if `missedInWords` leaves some out. */
export function placesInWords(missed: readonly Change[], of: number): string {
  if (missed.length === of || missed.length <= MOST_PLACES + 1) return '';
  return `All of these places: ${missed.map(({ where }) => where).join(', ')}.`;
}

/** Says whether accepted bodies were applied, as far as the lines in the answers show it. */
export function effectInWords(missed: readonly Changed[]): string {
  const taken = missed.filter(isAccepted);
  const effects = new Set(taken.map(effectOf));
  if (effects.has('applied')) return 'The new body was applied: an answer names a line that only the new body has.';
  if (effects.has('replayed')) return 'The first result was replayed: an answer lacks a line that the new body adds.';
  if (taken.length === 0) return 'None of them was accepted.';
  return 'Whether the new body was applied or the first result replayed cannot be seen: the answer fits both.';
}

function effectOf({ first, request, reply }: Changed): 'applied' | 'replayed' | 'unknown' {
  if (!hasLines(reply)) return 'unknown';
  const before = new Set<unknown>(first.request.line_items.map((line) => line.external_ref));
  const sent = new Set<unknown>(request.line_items.map((line) => line.external_ref));
  const answered = linesOf(reply).map(({ ref }) => ref);
  if (answered.some((ref) => sent.has(ref) && !before.has(ref))) return 'applied';
  return [...sent].some((ref) => !answered.includes(ref)) ? 'replayed' : 'unknown';
}

import { counted } from '../report/text.ts';
import type { RunTotals } from '../settings.ts';

/**
 * What a run creates, as the end of a sentence that begins with "It". The API cannot delete, so the worst is said too.
 */
export function draftsInWords({ drafts, bookings }: Pick<RunTotals, 'drafts' | 'bookings'>): string {
  const usual = drafts === 0 ? 'creates nothing' : `creates about ${counted(drafts, 'draft order')}`;
  if (bookings <= drafts) return usual;
  return `${usual} (up to about ${bookings} if your service accepts what it must refuse, or books repeats anew)`;
}

/** `45 s`, `10 min` */
export const longInWords = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

/** How long a run takes, with a space before it. */
export function durationInWords({
  likelySeconds,
  timeLimitSeconds,
}: Pick<RunTotals, 'likelySeconds' | 'timeLimitSeconds'>): string {
  return ` It is likely to take up to ${longInWords(likelySeconds)}, and ends after ${longInWords(timeLimitSeconds)} at the latest (--time-limit).`;
}

/** How long the listing API takes, with a space before it; nothing if it has no wait. */
export function longestInWords({ listingSeconds }: Pick<RunTotals, 'listingSeconds'>): string {
  return listingSeconds === undefined ? '' : ` The listing API takes at most ${listingSeconds} s.`;
}

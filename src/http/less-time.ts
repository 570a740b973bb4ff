/** What is known of an endpoint. */
interface Known {
  readonly timeouts: number;
  /** Milliseconds; `undefined` if it never answered. */
  readonly slowestAnswer: number | undefined;
}

// Requests that hang would take up the whole run, so where some did, others get less time, in milliseconds:
/** a second request to an endpoint that never answered; */
const AFTER_SILENCE = 25_000;
/** others some times as long as the slowest answer there, but at least so long: a second try; */
const TIMES_SLOWEST = 4;
const LEAST_AGAIN = 5000;
/** controls, which were answered before, and every try where some hang for good, or often by chance. */
const LEAST = 3000;

/** The time-out of a request to an endpoint, in milliseconds; `undefined` for the usual one. */
export function timeoutAfter(
  { timeouts, slowestAnswer }: Known,
  { attempt, isCommon }: { readonly attempt: number | 'control'; readonly isCommon: boolean },
): number | undefined {
  if (slowestAnswer === undefined) return timeouts > 0 ? AFTER_SILENCE : undefined;
  if (!isCommon && (attempt === 1 || timeouts === 0)) return undefined;
  const least = isCommon || attempt === 'control' ? LEAST : LEAST_AGAIN;
  return Math.ceil(Math.max(least, TIMES_SLOWEST * slowestAnswer) / 100) * 100;
}

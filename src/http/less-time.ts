/** What is known of an endpoint. */
interface Known {
  readonly timeouts: number;
  /** How many requests to any endpoint got no answer when they were sent again, while others were answered. */
  readonly hung: number;
  /** Milliseconds; `undefined` if it never answered. */
  readonly slowestAnswer: number | undefined;
}

// Requests that hang would take up the whole run, so where some did, others get less time, in milliseconds:
/** a second request to an endpoint that never answered; */
const AFTER_SILENCE = 25_000;
/** others some times as long as the slowest answer there, but at least so long: a second try; */
const TIMES_SLOWEST = 4;
const LEAST_AGAIN = 5000;
/** what follows a request that hung for good, controls, which were answered before, and tries that often hang by chance. */
const LEAST = 3000;

/** The time-out of a request to an endpoint, in milliseconds; `undefined` for the usual one. */
export function timeoutAfter(
  { timeouts, hung, slowestAnswer }: Known,
  { attempt, byChance }: { readonly attempt: number | 'control'; readonly byChance: boolean },
): number | undefined {
  if (slowestAnswer === undefined) return timeouts > 0 ? AFTER_SILENCE : undefined;
  const isKnown = byChance || hung > 0;
  if (!isKnown && (attempt === 1 || timeouts === 0)) return undefined;
  const least = isKnown || attempt === 'control' ? LEAST : LEAST_AGAIN;
  return Math.ceil(Math.max(least, TIMES_SLOWEST * slowestAnswer) / 100) * 100;
}

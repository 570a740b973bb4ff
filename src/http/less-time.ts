/** What is known of an endpoint. */
interface Known {
  readonly timeouts: number;
  /** How many requests hung at every try, while others were answered. */
  readonly hung: number;
  /** Milliseconds; `undefined` if it never answered. */
  readonly slowestAnswer: number | undefined;
}

// Requests that hang would take up the whole run, so where some did, others get less time, in milliseconds:
/** a second request to an endpoint that never answered; */
const AFTER_SILENCE = 25_000;
/** others some times as long as the slowest answer there, but at least so long: second tries, and after one that hung for good, */
const TIMES_SLOWEST = 4;
const LEAST = 10_000;
/** after several, and controls, which were answered before, */
const LEAST_AFTER_SEVERAL = 5000;
const SEVERAL = 3;
/** and where requests often hang by chance, or are of a kind that does. */
const LEAST_BY_CHANCE = 3000;

/** The time-out of a request to an endpoint, in milliseconds; `undefined` for the usual one. */
export function timeoutAfter(
  { timeouts, hung, slowestAnswer }: Known,
  { attempt, byChance }: { readonly attempt: number | 'control'; readonly byChance: boolean },
): number | undefined {
  if (slowestAnswer === undefined) return timeouts > 0 ? AFTER_SILENCE : undefined;
  if (!byChance && hung === 0 && (attempt === 1 || timeouts === 0)) return undefined;
  const isKnown = attempt === 'control' || hung >= SEVERAL;
  const least = byChance ? LEAST_BY_CHANCE : isKnown ? LEAST_AFTER_SEVERAL : LEAST;
  return Math.ceil(Math.max(least, TIMES_SLOWEST * slowestAnswer) / 100) * 100;
}

/** What is known of an endpoint. */
interface Known {
  readonly timeouts: number;
  /** How many requests hung at every try, while others were answered. */
  readonly hung: number;
  /** Milliseconds; `undefined` if it never answered. */
  readonly slowestAnswer: number | undefined;
}

interface Try {
  readonly attempt: number | 'control';
  /** Whether requests often hang by chance. */
  readonly byChance: boolean;
  /** How many requests that must be refused for the same reason as this one hung at every try, at any endpoint. */
  readonly hungAlike: number;
}

// Requests that hang would take up the whole run, so where some did, others get less time: some times as long as the
// slowest answer there, but at least so many milliseconds:
const TIMES_SLOWEST = 4;
/** a second try, which decides, and any where nothing was ever answered; */
const SECOND = 10_000;
/** a first one where a request hung for good, and a control, which was answered before; */
const AFTER_ONE = 5000;
/** one that may hang by chance, or as its like do. */
const LIKELY = 3000;

/** The time-out of a request to an endpoint, in milliseconds; `undefined` for the usual one. */
export function timeoutAfter({ timeouts, hung, slowestAnswer }: Known, tried: Try): number | undefined {
  const { attempt, byChance, hungAlike } = tried;
  if (slowestAnswer === undefined) return timeouts > 0 ? SECOND : undefined;
  if (!byChance && hung + hungAlike === 0 && (attempt === 1 || timeouts === 0)) return undefined;
  const isKnown = attempt === 'control' || (attempt === 1 && hung > 0);
  const least = byChance || hungAlike > 0 ? LIKELY : isKnown ? AFTER_ONE : SECOND;
  return Math.ceil(Math.max(least, TIMES_SLOWEST * slowestAnswer) / 100) * 100;
}

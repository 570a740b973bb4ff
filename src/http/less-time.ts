/** What is known of an endpoint. */
interface Known {
  readonly timeouts: number;
  /** How many requests never got an answer, however often they were sent. */
  readonly hung: number;
  readonly timesAnswered: number;
  /** Milliseconds; `undefined` if it never answered. */
  readonly slowestAnswer: number | undefined;
}

// Requests that hang would take up the whole run. So a request that is sent again after it hung gets less time, and all
// of them do once one hung for good. In milliseconds:
/** at an endpoint that never answered; */
const AFTER_SILENCE = 25_000;
/** at others some times as long as the slowest answer there, and at least so long; */
const TIMES_SLOWEST = 4;
const LEAST = 5000;
/** or so long where several hung, and many answers show how slow the endpoint may be. */
const LEAST_AFTER_SEVERAL = 2000;
const SEVERAL = 2;
const MANY_ANSWERS = 10;

/**
 * The time-out of a request to an endpoint, in milliseconds; `undefined` for the usual one. `isAgain` if it hung before
 * or is a control of one that did, `manyHang` if requests often do and are answered when they are sent again.
 */
export function timeoutAfter(
  all: readonly Known[],
  { timeouts, slowestAnswer, timesAnswered }: Known,
  { isAgain, manyHang }: { readonly isAgain: boolean; readonly manyHang: boolean },
): number | undefined {
  const hung = all.reduce((sum, { hung }) => sum + hung, 0);
  if (timeouts + hung === 0 || !(isAgain || manyHang || hung > 0)) return undefined;
  if (slowestAnswer === undefined) return timeouts > 0 ? AFTER_SILENCE : undefined;
  const isShort = manyHang || (hung >= SEVERAL && timesAnswered >= MANY_ANSWERS);
  return Math.ceil(Math.max(isShort ? LEAST_AFTER_SEVERAL : LEAST, TIMES_SLOWEST * slowestAnswer) / 100) * 100;
}

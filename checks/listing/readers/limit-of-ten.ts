import { EXCHANGE_LIMIT, type Tally } from '../../../src/http/exchange-ledger.ts';

/*
 * What ten a minute allows, whatever the algorithm; W is the window.
 * - A sliding window serves 10 in any stretch of W.
 * - A bucket that holds 10 and refills 10 a window serves 10 + 10·t/W in a stretch t.
 * - Fixed windows serve 10 each: 20 in a stretch shorter than W that has an edge in it, 30 in one shorter than 2·W.
 */

type Served = Pick<Tally, 'served' | 'spanMs'>;

export function isBeyondEveryLimit({ served, spanMs }: Served, windowMs: number): boolean {
  return served > EXCHANGE_LIMIT * (2 + Math.floor(spanMs / windowMs));
}

/** A pool has hardly more addresses that take turns, each with a limit of its own. */
const MOST_ADDRESSES = 6;

export function isBeyondEveryPool({ served, spanMs }: Served, windowMs: number): boolean {
  return served > MOST_ADDRESSES * EXCHANGE_LIMIT * (1 + Math.floor(spanMs / windowMs));
}

/** More were served than a limit of ten lets through, unless the edge of a fixed window lay between them. */
export function isBeyondTen({ served, spanMs }: Served, windowMs: number): boolean {
  return served > EXCHANGE_LIMIT + Math.floor((EXCHANGE_LIMIT * spanMs) / windowMs);
}

/** Whether ten were let through in both of two windows. Refused credentials may be free: then ten were served twice. */
export function isTenTwice(one: Tally, other: Tally, windowMs: number): boolean {
  const admitted = [one, other].map(({ admitted, spanMs }) => ({ served: admitted, spanMs }));
  const isWithin = admitted.every((tally) => !isBeyondTen(tally, windowMs));
  if (isWithin) return other.admitted >= EXCHANGE_LIMIT;
  return one.served === EXCHANGE_LIMIT && other.served === EXCHANGE_LIMIT;
}

/** Rows that serve more than a limit of ten does, and so briefly that no edge of a window explains it. */
export function beyondTen<T extends Served>(rows: readonly T[], windowMs: number): readonly T[] {
  const [last, before] = rows.toReversed();
  if (last && isBeyondEveryLimit(last, windowMs)) return [last];
  if (!last || !before || before.spanMs + last.spanMs >= windowMs / 2) return [];
  return isBeyondTen(before, windowMs) && isBeyondTen(last, windowMs) ? [before, last] : [];
}

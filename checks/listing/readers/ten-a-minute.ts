import { EXCHANGE_LIMIT, type Tally } from '../../../src/http/exchange-ledger.ts';

/*
 * What ten a minute allows, whatever the algorithm; W is the window.
 * - A sliding window serves 10 in any stretch of W.
 * - A bucket that holds 10 and refills 10 a window serves 10 + 10·t/W in a stretch t.
 * - Fixed windows serve 10 each: 20 in a stretch shorter than W that has an edge in it, 30 in one shorter than 2·W.
 */

/** More were served than any limit of ten a window lets through. */
export function isBeyondEveryLimit({ served, spanMs }: Tally, windowMs: number): boolean {
  return served > EXCHANGE_LIMIT * (2 + Math.floor(spanMs / windowMs));
}

/** More were served than a limit of ten lets through, unless the edge of a fixed window lay between them. */
export function isBeyondTen({ served, spanMs }: Tally, windowMs: number): boolean {
  return served > EXCHANGE_LIMIT + Math.floor((EXCHANGE_LIMIT * spanMs) / windowMs);
}

/**
 * Two readings, a quiet window or more apart, that are both beyond ten. The edge of a fixed window cannot lie in both: they
 * are so short that their places in the window do not overlap.
 */
export function areBeyondTen(one: Tally, other: Tally, windowMs: number): boolean {
  return isBeyondTen(one, windowMs) && isBeyondTen(other, windowMs) && one.spanMs + other.spanMs < windowMs / 2;
}

import { EXCHANGE_LIMIT, type Tally } from '../../../src/http/exchange-ledger.ts';

export function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

export function windowInWords(milliseconds: number): string {
  return milliseconds === 60_000 ? 'minute' : `window of ${milliseconds / 1000} s`;
}

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

/** More were served than a limit of ten lets through, unless the edge of a fixed window lay between them. */
export function isBeyondTen({ served, spanMs }: Served, windowMs: number): boolean {
  return served > EXCHANGE_LIMIT + Math.floor((EXCHANGE_LIMIT * spanMs) / windowMs);
}

export function isTen(tally: Tally, windowMs: number): boolean {
  return tally.admitted >= EXCHANGE_LIMIT && !isBeyondTen(tally, windowMs);
}

import type { Payload, Wire } from '../../src/engine/wire.ts';
import { EXCHANGE_LIMIT } from '../../src/http/exchange-ledger.ts';
import type { Reply } from '../../src/http/reply.ts';
import { exchangeOnce, exchangeUntilRefused, isBeyondEveryLimit } from './throttle-reading.ts';
import { isGranted } from './exchange-request.ts';

/*
 * A count that runs out before its window W is over, or a bucket that refills too fast, shows later in the window. The
 * row that ends with the refusal R is followed by an early one, one in the middle, and one half a window behind that.
 * - 21 within less than W: see throttle-reading.
 * - An early row that is refused at once says that no fixed window began between R and then. If the middle row and the
 *   last one both serve more than a bucket refills meanwhile, there are two edges of fixed windows. They lie W apart,
 *   and so the first of them before the early row: where it cannot.
 */
const EARLY = 0.2;
const HALF = 0.51;
/** More than a bucket refills in half a window, or a weighed window frees. */
const NEARLY_TEN = 8;
/** Calls of a brisk row, and the part of a window between them: all lie within less than a window. */
const BRISK_CALLS = 24;
const BRISK_PACE = 0.04;

/** Exchanges that no limit of ten a window serves. */
export interface Excess {
  /** Row by row. */
  readonly served: readonly number[];
  readonly spanMs: number;
  readonly last: Reply;
}

/** What of a window is known: when it began, how many were served then, and when one was refused. */
export interface Spent {
  readonly since: number;
  readonly served: number;
  readonly refusedAt: number;
}

/** Further rows in a window whose ten are spent; `null` where they are served no more than a limit of ten serves. */
export async function exchangeLater(http: Wire, payload: Payload, spent: Spent): Promise<Excess | null> {
  const { ledger } = http;
  const rowAt = async (moment: number) => {
    await ledger.pause(moment - ledger.now());
    const begun = ledger.now();
    const { served, lost, last } = await exchangeUntilRefused(http, payload, begun);
    return { begun, served, lost, last, ended: ledger.now() };
  };
  const early = await rowAt(spent.refusedAt + EARLY * ledger.windowMs);
  const middle = await rowAt(spent.refusedAt + HALF * ledger.windowMs);
  if (early.lost !== null || middle.lost !== null) return null;
  const served = [spent.served, early.served, middle.served];
  const spanMs = middle.ended - spent.since;
  if (spanMs < ledger.windowMs && isBeyondEveryLimit({ served: sum(served), spanMs }))
    return { served, spanMs, last: middle.last };
  if (early.served > 0 || middle.served < NEARLY_TEN) return null;
  const late = await rowAt(middle.ended + HALF * ledger.windowMs);
  if (late.lost !== null || late.served < NEARLY_TEN || late.ended - 0.98 * ledger.windowMs > early.begun) return null;
  return { served: [...served, late.served], spanMs: late.ended - spent.since, last: late.last };
}

/** Exchanges at a pace at which a limit that spreads its ten evenly refuses more than half of them. */
export async function exchangeBriskly(http: Wire, payload: Payload): Promise<Excess | null> {
  const { ledger } = http;
  const since = ledger.now();
  let served = 0;
  for (let call = 0; call < BRISK_CALLS && served <= 2 * EXCHANGE_LIMIT; call++) {
    await ledger.pause(since + call * BRISK_PACE * ledger.windowMs - ledger.now());
    const last = await exchangeOnce(http, payload);
    if (isGranted(last)) served++;
    const spanMs = ledger.now() - since;
    if (last.status === null || spanMs >= ledger.windowMs) return null;
    if (isBeyondEveryLimit({ served, spanMs })) return { served: [served], spanMs, last };
  }
  return null;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

import type { Payload } from '../../../src/engine/payload.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { EXCHANGE_LIMIT } from '../../../src/http/exchange-ledger.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { exchangeOnce, exchangeUntilRefused, isBeyondEveryLimit, type Reading } from './throttle-reading.ts';
import { isGranted } from '../values/exchange-request.ts';

/*
 * A count that runs out before its window W is over, or a bucket that refills too fast, shows while the ten are spent.
 * The row that ends with the refusal R is followed by an early one, one in the middle, and one half a window behind that.
 * - 21 within less than W: see throttle-reading.
 * - An early row that is refused at once says that no fixed window began between R and then. If the middle row and the
 *   last one both serve more than a bucket refills meanwhile, there are two edges of fixed windows. They lie W apart,
 *   and so the first of them before the early row: where it cannot.
 * - An early row that serves some, yet fewer than a fixed window would, before a middle row that serves some too, is that
 *   of a bucket: it refills ten a window. Unless the edge of a window lay between calls that were sent together.
 */
const EARLY = 0.15;
const HALF = 0.51;
/** So much more than a window gives a bucket more than ten, if it holds more. */
const OVERFLOW = 0.2;
/** More than a bucket refills in half a window, or a weighed window frees. */
const NEARLY_TEN = 8;
/** Calls of a brisk row, and the part of a window between them: all lie within less than a window. */
const BRISK_CALLS = 24;
const BRISK_PACE = 0.04;

/** A row of exchanges, and how long after the first refusal it began. */
interface Row {
  readonly served: number;
  readonly afterMs: number;
}

/** Exchanges that no limit of ten a window serves. */
export interface Excess {
  /** The one that ended with the first refusal, and those behind it. */
  readonly rows: readonly [Row, ...Row[]];
  readonly spanMs: number;
  readonly last: Reply;
}

/** What of a window is known whose ten are spent. */
interface Spent extends Pick<Reading, 'served' | 'spanMs' | 'isMixed'> {
  readonly refusedAt: number;
}

/** What further rows came to while the ten of a window were spent. */
interface Meanwhile {
  /** `null` where no more were served than a limit of ten serves. */
  readonly excess: Excess | null;
  /** When the last one was served, or as much later as a bucket takes to run over. */
  readonly servedAt: number;
}

/** Further rows in a window whose ten are spent. */
export async function exchangeMeanwhile(http: Wire, payload: Payload, spent: Spent): Promise<Meanwhile> {
  const { ledger } = http;
  const rowAt = async (moment: number) => {
    await ledger.pause(moment - ledger.now());
    const begun = ledger.now();
    const row = await exchangeUntilRefused(http, payload, begun);
    return { ...row, begun, ended: ledger.now(), afterMs: begun - spent.refusedAt };
  };
  const refilledBy = (moment: number) =>
    1 + Math.floor((EXCHANGE_LIMIT * (moment - spent.refusedAt)) / ledger.windowMs);
  const early = await rowAt(spent.refusedAt + EARLY * ledger.windowMs);
  const afterEarly = early.served > 0 || early.lost !== null ? early.ended : spent.refusedAt;
  if (early.lost !== null) return { excess: null, servedAt: afterEarly };
  if (early.served > 0 && early.served <= refilledBy(early.ended))
    return { excess: null, servedAt: afterEarly + OVERFLOW * ledger.windowMs };
  const middle = await rowAt(spent.refusedAt + HALF * ledger.windowMs);
  const afterMiddle = middle.served > 0 || middle.lost !== null ? middle.ended : afterEarly;
  if (middle.lost !== null) return { excess: null, servedAt: afterMiddle };
  const rows = [{ served: spent.served, afterMs: 0 }, early, middle] as const;
  const spanMs = spent.spanMs + middle.ended - spent.refusedAt;
  const isOrdered = !spent.isMixed && !early.isMixed && spent.spanMs < ledger.windowMs / 2;
  const isOfBucket = isOrdered && early.served > 0 && early.served < EXCHANGE_LIMIT && middle.served > 0;
  const refillsFast =
    isOfBucket && total(rows) > EXCHANGE_LIMIT && early.served + middle.served > refilledBy(middle.ended) + 1;
  if (spanMs < ledger.windowMs && (isBeyondEveryLimit({ served: total(rows), spanMs }) || refillsFast))
    return { excess: { rows, spanMs, last: middle.last }, servedAt: afterMiddle };
  if (early.served > 0 || middle.served < NEARLY_TEN) return { excess: null, servedAt: afterMiddle };
  const late = await rowAt(middle.ended + HALF * ledger.windowMs);
  const servedAt = late.served > 0 || late.lost !== null ? late.ended : afterMiddle;
  if (late.lost !== null || late.served < NEARLY_TEN || late.ended - 0.98 * ledger.windowMs > early.begun)
    return { excess: null, servedAt };
  const lateMs = spent.spanMs + late.ended - spent.refusedAt;
  return { excess: { rows: [...rows, late], spanMs: lateMs, last: late.last }, servedAt };
}

/** What exchanges at a brisk pace came to. */
interface Brisk {
  readonly excess: Excess | null;
  /** A window that lies by the clock began at this moment, or at most one pace before; `null` where none shows. */
  readonly begin: number | null;
}

interface BriskCall {
  readonly at: number;
  readonly isServed: boolean;
}

/**
 * Exchanges at a pace at which a limit that spreads its ten evenly refuses more than half of them; so many were served
 * in a row before.
 */
export async function exchangeBriskly(http: Wire, payload: Payload, inARow: number): Promise<Brisk> {
  const { ledger } = http;
  const since = ledger.now();
  const calls: BriskCall[] = [];
  let excess: Excess | null = null;
  while (calls.length < BRISK_CALLS && excess === null) {
    await ledger.pause(since + calls.length * BRISK_PACE * ledger.windowMs - ledger.now());
    const at = ledger.now();
    const last = await exchangeOnce(http, payload);
    calls.push({ at, isServed: isGranted(last) });
    const served = calls.filter(({ isServed }) => isServed).length;
    const spanMs = ledger.now() - since;
    if (last.status === null || spanMs >= ledger.windowMs) break;
    if (isBeyondEveryLimit({ served, spanMs })) excess = { rows: [{ served, afterMs: 0 }], spanMs, last };
  }
  return { excess, begin: beginOfWindow(calls, inARow) };
}

/** Behind its edge a window serves as many in a row as it has; what frees one at a time serves them one by one. */
function beginOfWindow(calls: readonly BriskCall[], inARow: number): number | null {
  const refused = calls.findIndex(({ isServed }) => !isServed);
  const next = calls.findIndex(({ isServed }, call) => isServed && call > refused);
  if (next < 0) return calls[Math.max(0, refused - inARow)]?.at ?? null;
  const isRow = refused <= inARow && calls[next + 1]?.isServed !== false;
  return isRow ? (calls[next]?.at ?? null) : null;
}

/** How many were served in all of some rows. */
export function total(rows: readonly Row[]): number {
  return rows.reduce((sum, { served }) => sum + served, 0);
}

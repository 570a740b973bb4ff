import type { Payload } from '../../../src/engine/payload.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { EXCHANGE_LIMIT, type Tally } from '../../../src/http/exchange-ledger.ts';
import { hasFailed, type Reply } from '../../../src/http/reply.ts';
import { isGranted } from '../readers/answers.ts';
import { isBeyondEveryLimit } from '../readers/ten-a-minute.ts';

/** Calls at once: one, unless the service answers so slowly that the window would run away from the reading. */
export const MOST_AT_ONCE = 6;

/** One exchange, at once. A 5xx may be a passing fault: it is the throttle's refusal if it comes again. */
export async function exchangeOnce(http: Wire, payload: Payload): Promise<Reply> {
  const reply = await http.exchange(payload, 'throttled');
  return reply.status !== null && hasFailed(reply) ? http.exchange(payload, 'throttled') : reply;
}

/** A row of exchanges, each sent as soon as the one before is answered, until one is refused. */
export interface Row extends Tally {
  /** The first refusal, which may be no answer; `null` if so many were served that no limit is left to look for. */
  readonly refused: Reply | null;
  /** A call that was not answered ended the row. */
  readonly lost: Reply | null;
  readonly last: Reply;
  /** When it ended. */
  readonly endedAt: number;
}

/** Exchanges, at least so many at once, until the service refuses, or until it has served more than any limit of ten would. */
export async function exchangeUntilRefused(http: Wire, payload: Payload, since = 0, least = 1): Promise<Row> {
  const { ledger } = http;
  const slowest = 1 + Math.floor((EXCHANGE_LIMIT * ledger.slowest) / (ledger.windowMs / 10));
  const atOnce = Math.min(MOST_AT_ONCE, Math.max(least, slowest));
  const deadline = ledger.now() + ledger.windowMs;
  for (;;) {
    const wasSpent = ledger.isSpent;
    const replies = await Promise.all(Array.from({ length: atOnce }, () => exchangeOnce(http, payload)));
    const lost = replies.find(({ status }) => status === null) ?? null;
    // Some throttles drop the connection: that of the eleventh call, and of the next one too.
    const mayBeThrottled = wasSpent || (atOnce > 1 && ledger.isSpent);
    const dropped = lost !== null && mayBeThrottled ? await exchangeOnce(http, payload) : null;
    const refused =
      replies.find((reply) => reply.status !== null && !isGranted(reply)) ??
      (dropped !== null && !isGranted(dropped) ? dropped : null);
    const tally = ledger.tally(since);
    const last = refused ?? lost ?? replies.at(-1);
    if (last === undefined) throw new Error('a row of exchanges has at least one');
    const isOver = isBeyondEveryLimit(tally, ledger.windowMs) || ledger.now() > deadline;
    if (refused !== null || lost !== null || isOver)
      return { ...tally, refused, lost: refused === null ? lost : null, last, endedAt: ledger.now() };
  }
}

/** Exchanges at a pace. */
export interface Series extends Tally {
  readonly last: Reply;
}

interface Pace {
  readonly calls: number;
  /** Of a window, from one call to the next. */
  readonly apart: number;
  /** Sent before each. */
  readonly before?: () => Promise<unknown>;
  /** A refusal does not end it. */
  readonly goesOn?: true;
}

/** Exchanges one after the other at a pace, until one is refused. One 5xx may be a passing fault; two are a refusal. */
export async function exchangeAtPace(http: Wire, payload: Payload, pace: Pace): Promise<Series> {
  const { ledger } = http;
  const gap = pace.apart * ledger.windowMs;
  const since = ledger.now();
  let [sent, served, failed] = [0, 0, 0];
  for (;;) {
    await pace.before?.();
    const sentAt = ledger.now();
    const last = await http.exchange(payload, 'throttled');
    sent++;
    if (isGranted(last)) served++;
    failed = last.status !== null && hasFailed(last) ? failed + 1 : 0;
    const isRefused = !isGranted(last) && failed !== 1;
    const isEnough = (pace.goesOn ? sent : served) >= pace.calls;
    if (last.status === null || isEnough || (isRefused && !pace.goesOn))
      return { served, spanMs: ledger.now() - since, last };
    // A limit that spreads its ten evenly counts from the arrival of each.
    await ledger.pause(Math.max(sentAt + gap - ledger.now(), 0.985 * gap));
  }
}

import type { Payload } from '../../../src/engine/payload.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { EXCHANGE_LIMIT, type Tally } from '../../../src/http/exchange-ledger.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { isGranted } from '../values/exchange-request.ts';

/*
 * What ten a minute allows, whatever the algorithm; W is the window.
 * - A sliding window serves 10 in any stretch of W.
 * - A bucket that holds 10 and refills 10 a window serves 10 + 10·t/W in a stretch t: less than 20 in less than W.
 * - A fixed window serves 20 in a stretch shorter than W that has an edge in it, else 10.
 * So 21 within less than W prove that there is no such limit. More than 10 + 10·t/W, up to 20, are either a limit that
 * is too high or the edge of a fixed window. Two such readings whose places in the window do not overlap cannot both
 * have the edge in them; a quiet window between them, counted from the end of the first, makes sure that they do not.
 * Fewer than ten after a quiet window may be a limit that spreads its ten evenly, or one that weighs the window before:
 * it is too low only where ten that are spaced over a window, after a quiet one, are not served either.
 */
const BEYOND_EVERY_ALGORITHM = 2 * EXCHANGE_LIMIT + 1;
/** Calls at once: one, unless the service answers so slowly that the window would run away from the reading. */
export const MOST_AT_ONCE = 6;

/** One exchange, at once. A 5xx may be a passing fault: it is the throttle's refusal where it comes again. */
export async function exchangeOnce(http: Wire, payload: Payload): Promise<Reply> {
  const reply = await http.exchange(payload, 'throttled');
  return isFault(reply) ? http.exchange(payload, 'throttled') : reply;
}

function isFault({ status }: Reply): boolean {
  return status !== null && status >= 500;
}

/** A row of exchanges, each sent as soon as the one before is answered, until one is refused. */
export interface Reading extends Tally {
  /** The first refusal, which may be no answer; `null` where so many were served that no limit is left to look for. */
  readonly refused: Reply | null;
  /** A call that was not answered ended the row. */
  readonly lost: Reply | null;
  /** Calls that were sent together with the refused one were served: the edge of a window may lie between them. */
  readonly isMixed: boolean;
  readonly last: Reply;
}

/** Exchanges, so many at once at least, until the service refuses, or until it has served more than any limit of ten would. */
export async function exchangeUntilRefused(http: Wire, payload: Payload, since = 0, least = 1): Promise<Reading> {
  const { ledger } = http;
  const atOnce = Math.min(
    MOST_AT_ONCE,
    Math.max(least, 1 + Math.floor((EXCHANGE_LIMIT * ledger.slowest) / (ledger.windowMs / 10))),
  );
  const deadline = ledger.now() + ledger.windowMs;
  for (;;) {
    const isSpent = ledger.isSpent;
    const replies = await Promise.all(Array.from({ length: atOnce }, () => exchangeOnce(http, payload)));
    const lost = replies.find(({ status }) => status === null) ?? null;
    const again = lost !== null && isSpent ? await exchangeOnce(http, payload) : null;
    const refused =
      replies.find((reply) => reply.status !== null && !isGranted(reply)) ??
      // Some throttles drop the connection: the eleventh call is, and the one behind it too.
      (again !== null && !isGranted(again) ? again : null);
    const tally = ledger.tally(since);
    const last = refused ?? lost ?? replies.at(-1);
    if (last === undefined) throw new Error('a row of exchanges has at least one');
    if (refused !== null || lost !== null || isBeyondEveryLimit(tally) || ledger.now() > deadline)
      return {
        ...tally,
        refused,
        lost: refused === null ? lost : null,
        isMixed: refused !== null && replies.some(isGranted),
        last,
      };
  }
}

/** Ten exchanges spread over a window, each after what `between` sends; ends at the first refusal. */
export async function exchangeSpaced(
  http: Wire,
  payload: Payload,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<{ readonly served: number; readonly last: Reply }> {
  const { ledger } = http;
  const even = ledger.windowMs / EXCHANGE_LIMIT;
  let served = 0;
  for (;;) {
    await between();
    const sentAt = ledger.now();
    const first = await http.exchange(payload, 'throttled');
    const last = isFault(first) ? await http.exchange(payload, 'throttled') : first;
    if (isFault(first) && !isFault(last)) {
      // A call that failed in passing was let through: it counts as one of ten, and the call right behind it was too soon.
      served++;
      await ledger.pause(1.05 * even);
      if (!isGranted(last)) continue;
    }
    if (isGranted(last)) served++;
    if (served >= EXCHANGE_LIMIT) return { served: EXCHANGE_LIMIT, last };
    if (!isGranted(last)) return { served, last };
    // At this pace all ten lie in one window; a limit that spreads them evenly counts from the arrival of each.
    await ledger.pause(Math.max(sentAt + 1.05 * even - ledger.now(), 1.005 * even));
  }
}

/** More were served in less than a window than any limit of ten lets through. */
export function isBeyondEveryLimit({ served }: Tally): boolean {
  return served >= BEYOND_EVERY_ALGORITHM;
}

/** More were served than a limit of ten lets through, unless the edge of a fixed window lay between them. */
export function isBeyondTen({ served, spanMs }: Tally, windowMs: number): boolean {
  return served > EXCHANGE_LIMIT + Math.floor((EXCHANGE_LIMIT * spanMs) / windowMs);
}

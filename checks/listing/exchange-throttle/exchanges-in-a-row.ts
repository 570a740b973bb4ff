import type { Payload } from '../../../src/engine/payload.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { EXCHANGE_LIMIT, type ExchangeLedger } from '../../../src/http/exchange-ledger.ts';
import { hasFailed, type Reply } from '../../../src/http/reply.ts';
import { retryAfter } from '../../../src/http/retry.ts';
import { answered } from '../expectations.ts';
import type { KnownToken } from '../listing-access/use-tokens.ts';
import { isGranted, isRecognised } from '../readers/answers.ts';
import { isBeyondEveryLimit, isBeyondEveryPool } from '../readers/limit-of-ten.ts';

// How a limit is met: exchanges in a row, each sent as soon as the one before is answered, until one is refused.

export const MOST_AT_ONCE = 6;

interface RowOptions {
  /** From when on exchanges are counted; by default for a window. */
  readonly since?: number;
  readonly atOnce?: number;
  /** All over one connection, if the service keeps it open; by default each over its own. */
  readonly connection?: 'kept';
}

/** The row with its tally. `refused` is `null` if so many were served that no limit is left to look for. */
export type Row = Awaited<ReturnType<typeof exchangeUntilRefused>>;

export async function exchangeUntilRefused(http: Wire, payload: Payload, options: RowOptions = {}) {
  const { ledger } = http;
  const send = () => exchangeOnce(http, payload, options.connection);
  // If the service answers slowly, the window would run away from calls that are sent one by one.
  const slowest = 1 + Math.floor((EXCHANGE_LIMIT * ledger.slowest) / (ledger.windowMs / 10));
  const atOnce = options.connection ? 1 : Math.min(MOST_AT_ONCE, Math.max(options.atOnce ?? 1, slowest));
  const deadline = ledger.now() + ledger.windowMs;
  let connections = 0;
  for (;;) {
    const replies = await Promise.all(Array.from({ length: atOnce }, send));
    const refused = replies.find((reply) => !isGranted(reply)) ?? null;
    connections += replies.filter(({ opened }) => opened).length;
    const tally = ledger.tally(options.since);
    const last = refused ?? replies.at(-1);
    if (last === undefined) throw new Error('a row of exchanges has at least one');
    // If no connection is kept, the service may see a pool of addresses all the same.
    const isBeyond = options.connection && connections > 1 ? isBeyondEveryPool : isBeyondEveryLimit;
    if (refused !== null || isBeyond(tally, ledger.windowMs) || ledger.now() > deadline)
      return { ...tally, refused, last, connections, endedAt: ledger.now() };
  }
}

/** So often an exchange is sent that meets trouble: once more if ten others were sent, as some throttles drop connections. */
const TRIES = { beyondTen: 2, usual: 4 };

/** One exchange. A 5xx or a lost answer may be trouble that passes: it is the throttle's refusal if it comes again. */
export async function exchangeOnce(http: Wire, payload: Payload, connection?: 'kept'): Promise<Reply> {
  const failed: Reply[] = [];
  for (;;) {
    const reply = await http.exchange(payload, 'throttled', connection);
    if (isGranted(reply)) http.ledger.healed(failed);
    if (!hasFailed(reply)) return reply;
    failed.push(reply);
    const isBeyondTen = http.ledger.room + failed.length <= 0;
    if (failed.length < (isBeyondTen ? TRIES.beyondTen : TRIES.usual)) continue;
    if (!isBeyondTen) answered(reply);
    return reply;
  }
}

export async function quietWindow(ledger: ExchangeLedger, reason: string, since?: number): Promise<void> {
  if (!(await ledger.quiet(reason, since))) inconclusive('The run was interrupted.');
}

/** Two windows without exchanges, and half a window more: what follows lies elsewhere in its window than what was before. */
export async function longerPause({ ledger }: Wire, how: string): Promise<void> {
  const wait = 2.5 * ledger.windowMs;
  ledger.notice(`waiting ${Math.ceil(wait / 1000)} s to see whether more than ten exchanges are served ${how}`);
  if (!(await ledger.pause(wait))) inconclusive('The run was interrupted.');
}

/** So often data is asked for: once more, and oftener if what came may be trouble that passes. */
const DATA_TRIES = { refused: 2, failed: 5 };

/** How often data is asked for around the limit: once with each kind of token, and with the first one in between. */
export const DATA_CALLS = 6;

/** The first of some data calls that is refused again and again, if it was answered before; `null` if none is. */
export async function dataRefusal(
  http: Wire,
  templateId: number,
  tokens: readonly KnownToken[],
): Promise<Reply | null> {
  const { ledger } = http;
  const inTurn = Array.from({ length: DATA_CALLS }, (_, call) => tokens[call % tokens.length] ?? []).flat();
  for (const { as, isLimited } of inTurn) {
    const ask = () => http.toplists(templateId, { as, retry: 'never' });
    const isAsBefore = isLimited ? isRecognised : isGranted;
    let reply = await ask();
    for (let tries = 1; tries < (hasFailed(reply) ? DATA_TRIES.failed : DATA_TRIES.refused); tries++) {
      if (isAsBefore(reply)) break;
      // Data endpoints have a limit of their own; a longer wait than this might outlast the throttle.
      if (reply.status === 429 || hasFailed(reply))
        await ledger.pause(Math.min((retryAfter(reply.headers) ?? 1) * 1000, ledger.windowMs / 20));
      reply = await ask();
    }
    if (!isAsBefore(reply)) return reply;
  }
  return null;
}

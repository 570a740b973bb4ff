import type { Payload } from '../../../src/engine/payload.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { EXCHANGE_LIMIT } from '../../../src/http/exchange-ledger.ts';
import { hasFailed } from '../../../src/http/reply.ts';
import { listingCredentials, templateId } from '../../givens.ts';
import { isGranted } from '../readers/answers.ts';
import { firstToken } from '../token-exchange/requests.ts';
import { keyAndSecret } from '../values/exchange-request.ts';
import { quietWindow } from './exchanges-in-a-row.ts';
import { exchangeThrottle, freshWindow, readings, paced, type Series } from './records.ts';

/*
 * Exchanges at a pace, for a limit that spreads its ten evenly over the minute.
 */

/** Ten of these lie in one window, and no limit of ten that spreads them evenly refuses one. */
const EVENLY = 1.02 / EXCHANGE_LIMIT;
/** So long that one of two whole windows, wherever they begin, holds ten calls. */
export const THREE_WINDOWS = 3 * EXCHANGE_LIMIT;
/** Calls that all lie within one window, and a pace at which ten a window, spread evenly, refuse more than half of them. */
const BRISKLY = { calls: 24, apart: 0.04, goesOn: true } as const;

/**
 * Exchanges at a pace, if fewer than ten in a row were served. First so briskly that a limit of ten refuses most; then
 * evenly, alone; then evenly, with data calls between them.
 */
exchangeThrottle.traffic(
  {
    makes: paced,
    phase: 'fresh window',
    uses: { readings, fresh: freshWindow, credentials: listingCredentials, token: firstToken, templateId },
    sends: { token: 0, toplists: 0 },
  },
  async ({ http, readings, fresh: { row }, credentials, token, templateId: { id } }) => {
    if ([row, ...readings].every(({ admitted }) => admitted >= EXCHANGE_LIMIT)) return null;
    const payload = keyAndSecret(http, credentials);
    const exchange = async (what: string, pace: Pace) => {
      await quietWindow(http.ledger, `to see ${what}: only ${row.admitted} in a row were served`);
      return exchangeAtPace(http, payload, pace);
    };
    const brisk = await exchange('how many exchanges a minute are served at a brisk pace', BRISKLY);
    const evenly = { calls: THREE_WINDOWS, apart: EVENLY };
    const alone = await exchange('whether ten exchanges a minute are served, evenly spread over three', evenly);
    if (alone.served < THREE_WINDOWS) return { brisk, alone, withData: null };
    const before = () => http.toplists(id, { as: token, retry: 'never' });
    const between = { calls: EXCHANGE_LIMIT, apart: EVENLY, before };
    return { brisk, alone, withData: await exchange('whether they are served with data calls between them', between) };
  },
);

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
async function exchangeAtPace(http: Wire, payload: Payload, pace: Pace): Promise<Series> {
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

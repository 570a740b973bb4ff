import type { Payload } from '../../../src/engine/payload.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { EXCHANGE_LIMIT } from '../../../src/http/exchange-ledger.ts';
import { excuse, failuresBefore, hasFailed, isDenied, type Reply } from '../../../src/http/reply.ts';
import { limitedCredentials, listingCredentials, templateId } from '../../givens.ts';
import { excuseIfShutOut, type KnownToken } from '../listing-access/use-tokens.ts';
import { earlyAnswers, MODES, shutOut, usedAt } from '../listing-access/records.ts';
import { isGranted, lacksScope } from '../readers/answers.ts';
import { beyondTen, isBeyondEveryLimit, isBeyondTen, isTenTwice } from '../readers/limit-of-ten.ts';
import { laterAttempts } from '../token-exchange/later-wrong-requests.ts';
import { firstToken } from '../token-exchange/right-credential-requests.ts';
import { lockedOutBy } from '../token-exchange/wrong-credential-requests.ts';
import { keyAndSecret } from '../values/exchange-request.ts';
import {
  DATA_CALLS,
  dataRefusal,
  exchangeUntilRefused,
  longerPause,
  MOST_AT_ONCE,
  quietWindow,
  type Row,
} from './exchanges-in-a-row.ts';
import { rowsWhileSpent, spent, throttled } from './limit-requests.ts';
import { exchangeThrottle, recovered } from './records.ts';

// What is exchanged once the limit has ended: a row in a window of which all is known, further ones if it served too much,
// some at a pace if it served too little, and some over one connection if this machine may have several addresses.

export const OTHERS = 5;

/**
 * A window of which all is known: the exchange that showed the end of the limit, a few exchanges of other checks, some
 * data calls, then exchanges until one is refused. After that, other credentials and one more data call.
 */
export const freshWindow = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.fresh-window',
    phase: 'fresh window',
    uses: { recovered, spent, credentials: listingCredentials, token: firstToken, templateId },
    mayUse: { limited: limitedCredentials },
    ifThere: { laterAttempts },
    sends: { toplists: 2 * DATA_CALLS, token: EXCHANGE_LIMIT },
  },
  async ({ http, recovered, spent, credentials, templateId: { id }, limited, laterAttempts }) => {
    const { ledger } = http;
    const lockout = laterAttempts?.lockout;
    if (lockout) inconclusive(lockedOutBy(lockout), lockout);
    let { since } = recovered;
    // The exchanged token without the scope is left alone unless one was refused: whether it lasts shows at the end.
    const isTried = ({ mode, isLimited }: KnownToken) => mode === 'static' || !isLimited || spent.data?.refusal;
    const inTurn = spent.inTurn.filter(isTried);
    let before = await dataRefusal(http, id, inTurn);
    // An address may be barred from data for as long as a window after each exchange that was refused.
    if (before !== null && before.status !== 401 && spent.data?.refusal) {
      await quietWindow(ledger, 'to see whether data calls are also refused without such exchanges');
      since = ledger.now();
      before = await dataRefusal(http, id, inTurn);
    }
    const payload = keyAndSecret(http, credentials);
    // What counts a call only when it is answered lets those through that are under way together.
    const row = await exchangeUntilRefused(http, payload, { since, atOnce: MOST_AT_ONCE });
    const others = limited && row.refused ? await otherCredentials(http, payload, keyAndSecret(http, limited)) : [];
    const dataAfter = row.refused && before === null ? { refusal: await dataRefusal(http, id, inTurn) } : null;
    return { row, others, dataAfter };
  },
);

/** Sends these and the refused ones in turn: one that is served may be a slot that has just become free; three are not. */
async function otherCredentials(http: Wire, same: Payload, other: Payload): Promise<Reply[]> {
  const { ledger } = http;
  const tooLate = ledger.now() + ledger.windowMs / EXCHANGE_LIMIT;
  const replies = [];
  for (let call = 0; call < OTHERS; call++) {
    const isOther = call % 2 === 0;
    // Over one connection, which has one address even where this machine has several.
    const reply = await http.exchange(isOther ? other : same, 'throttled', 'kept');
    replies.push(reply);
    if (isGranted(reply) !== isOther || ledger.now() > tooLate) break;
  }
  return replies;
}

/** The refusal is excused if it may have another reason, such as a limit of the data endpoint that was met before, too. */
export const dataRefused = exchangeThrottle.record(
  {
    id: 'exchange-throttle.data-refused',
    of: { spent, throttled },
    maybe: { fresh: freshWindow, shut: shutOut, late: usedAt.late, early: earlyAnswers },
  },
  ({ spent: { data }, fresh, shut, late, early = [] }) => {
    if (data === null) return inconclusive('No exchanged token is served.');
    const { refusal } = data;
    if (refusal === null || fresh?.dataAfter?.refusal === null) return { refusal: null };
    const last = late ? MODES.flatMap((mode) => late.full[mode] ?? []) : [];
    const ended = last.find((reply) => isDenied(reply) && (late?.recognised || lacksScope(reply)));
    if (ended) inconclusive('A token is refused at the end of the run too.', ended);
    excuseIfShutOut(shut, refusal);
    const { status } = refusal;
    if (status === null || status === 401) return { refusal };
    const isKnown = early.some((reply) => isLimitedAlike(reply, status));
    const isUnclear = isKnown || (fresh ? fresh.dataAfter === null : status === 429 || status >= 500);
    const reason = status === 429 ? ': its own limit may be the reason' : ', and perhaps not because of the throttle';
    if (isUnclear) excuse(refusal, { why: `The data endpoint answered ${status}${reason}.`, shownBy: [refusal] });
    return { refusal };
  },
);

function isLimitedAlike(reply: Reply, status: number): boolean {
  if (status >= 500) return failuresBefore(reply) > 0;
  return [...reply.rateLimited, reply].some((each) => each.status === status && !lacksScope(each));
}

/**
 * How many are served in a row: as in the fresh window if no limit of ten allows that many, or if ten were let through
 * in both windows. Otherwise another row shows it, and a second one if that served more than ten. Before each there is
 * a pause in which a bucket fills up, and a window that weights the one before forgets it.
 */
export const readings = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.readings',
    phase: 'fresh window',
    uses: { spent, fresh: freshWindow, credentials: listingCredentials },
    sends: { token: 0 },
  },
  async ({ http, spent, fresh: { row }, credentials }): Promise<readonly Row[]> => {
    const { ledger } = http;
    if (isBeyondEveryLimit(row, ledger.windowMs) || isTenTwice(spent, row, ledger.windowMs)) return [row];
    const rows: Row[] = [];
    while (rows.length < 2 && rows.every((one) => isBeyondTen(one, ledger.windowMs))) {
      await longerPause(http, 'after a longer pause');
      const options = { since: ledger.now(), atOnce: MOST_AT_ONCE };
      rows.push(await exchangeUntilRefused(http, keyAndSecret(http, credentials), options));
    }
    return rows;
  },
);

/** Ten of these lie in one window, and no limit of ten that spreads them evenly refuses one. */
const EVENLY = 1.02 / EXCHANGE_LIMIT;
/** So long that one of two whole windows, wherever they begin, holds ten calls. */
export const THREE_WINDOWS = 3 * EXCHANGE_LIMIT;
/** Calls that all lie within one window, and a pace at which ten a window, spread evenly, refuse more than half of them. */
const BRISKLY = { calls: 24, apart: 0.04, goesOn: true } as const;

/**
 * Exchanges at a pace, if fewer than ten were served in a row; otherwise `null`. First so briskly that a limit of ten
 * refuses most; then evenly spread, alone; then, if all of these were served, evenly spread with data calls in between.
 */
export const paced = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.paced',
    phase: 'fresh window',
    uses: { spent, readings, fresh: freshWindow, credentials: listingCredentials, templateId },
    sends: { token: 0, toplists: 0 },
  },
  async ({ http, spent, readings, fresh: { row }, credentials, templateId: { id } }) => {
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
    const before = async () => {
      for (const { as } of spent.inTurn) await http.toplists(id, { as, retry: 'never' });
    };
    const between = { calls: EXCHANGE_LIMIT, apart: EVENLY, before };
    return { brisk, alone, withData: await exchange('whether they are served with data calls between them', between) };
  },
);

interface Pace {
  readonly calls: number;
  /** Of a window, from one call to the next. */
  readonly apart: number;
  readonly before?: () => Promise<unknown>;
  readonly goesOn?: true;
}

export type Series = Awaited<ReturnType<typeof exchangeAtPace>>;

/** Exchanges one after the other at a pace, until one is refused. One 5xx may be a passing fault; two are a refusal. */
async function exchangeAtPace(http: Wire, payload: Payload, pace: Pace) {
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

/**
 * If more was served than a limit of ten allows: a row in which each exchange has a connection of its own, and a row
 * over a single connection. A machine that calls from several addresses in turn, connection by connection, has ten
 * exchanges for each of them. `null` if nothing was too much, or if several addresses cannot be the reason.
 */
export const connections = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.connections',
    phase: 'fresh window',
    uses: { spent, credentials: listingCredentials },
    mayUse: { rowsWhileSpent, readings, paced },
    sends: { token: 0 },
  },
  async ({ http, spent, credentials, rowsWhileSpent, readings = [], paced }) => {
    const { windowMs } = http.ledger;
    const isUnlimited = isBeyondEveryLimit(spent, windowMs);
    const isTooBrisk = paced ? isBeyondEveryLimit(paced.brisk, windowMs) : false;
    const isTooMuch = isUnlimited || isTooBrisk || rowsWhileSpent?.excess || beyondTen(readings, windowMs).length > 0;
    if (!isTooMuch) return null;
    const row = async (how: string, connection?: 'kept') => {
      await longerPause(http, how);
      const options = { since: http.ledger.now(), ...(connection && { connection }) };
      return exchangeUntilRefused(http, keyAndSecret(http, credentials), options);
    };
    const many = isUnlimited ? spent : await row('one after the other');
    if (!isTooBrisk && !isBeyondTen(many, windowMs)) return null;
    return { many, single: await row('over one connection', 'kept') };
  },
);

import type { Payload } from '../../../src/engine/payload.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { EXCHANGE_LIMIT, type ExchangeLedger } from '../../../src/http/exchange-ledger.ts';
import { excuse, isDenied, type Reply } from '../../../src/http/reply.ts';
import { limitedCredentials, listingCredentials, templateId } from '../../givens.ts';
import { excuseIfShutOut, shutOut, usedLast } from '../listing-access/wrong-token-requests.ts';
import { isGranted, lacksScope } from '../readers/answers.ts';
import { areBeyondTen, isBeyondEveryLimit, isBeyondTen } from '../readers/ten-a-minute.ts';
import { firstToken } from '../token-exchange/requests.ts';
import { keyAndSecret } from '../values/exchange-request.ts';
import { exchangeThrottle, quietWindow, recovered, spent, throttled } from './requests.ts';
import { exchangeAtPace, exchangeUntilRefused, MOST_AT_ONCE, type Row } from './rows.ts';

/*
 * What a window serves of which all is known, when the limit has ended once.
 */

/** Calls of other credentials and the refused ones in turn. */
export const OTHERS = 5;
/** Data calls that would use up half of the limit, were they counted. */
const DATA_CALLS = EXCHANGE_LIMIT / 2;
/** More than the run has made of them so far, to tell a limit of the data endpoint itself. */
const MANY_DATA_CALLS = 64;
/** Ten of these lie in one window, and no limit of ten that spreads them evenly refuses one. */
const EVENLY = 1.02 / EXCHANGE_LIMIT;
/** So long that one of two whole windows, wherever they begin, holds ten calls. */
export const THREE_WINDOWS = 3 * EXCHANGE_LIMIT;
/** Calls that all lie within one window, and a pace at which ten a window, spread evenly, refuse more than half of them. */
const BRISKLY = { calls: 24, apart: 0.04, goesOn: true } as const;

/** A window of which all is known: one exchange, some data calls, then exchanges until one is refused. */
export const freshWindow = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.fresh-window',
    phase: 'fresh window',
    uses: { recovered, spent, credentials: listingCredentials, token: firstToken, templateId },
    mayUse: { shut: shutOut, limited: limitedCredentials },
    sends: { toplists: DATA_CALLS, token: EXCHANGE_LIMIT },
  },
  async ({ http, recovered: { since }, spent, credentials, token, templateId: { id }, shut, limited }) => {
    const { ledger } = http;
    const refusal = spent.data?.refusal;
    // An address may be barred from data for as long as a window after each exchange that was refused.
    const isUnclear = refusal && refusal.status !== 401 && !shut;
    if (isUnclear) await quietWindow(ledger, 'whether data calls are refused without such exchanges, too');
    const data: Reply[] = [];
    for (let call = 0; call < (isUnclear ? MANY_DATA_CALLS : DATA_CALLS); call++)
      data.push(await http.toplists(id, { as: token, retry: 'never' }));
    const payload = keyAndSecret(http, credentials);
    // What counts a call only when it is answered lets those through that are under way together.
    const row = await exchangeUntilRefused(http, payload, since, MOST_AT_ONCE);
    const others = limited && row.refused ? await otherCredentials(http, payload, keyAndSecret(http, limited)) : [];
    return { row, data, others };
  },
);

/**
 * Other credentials and the refused ones in turn. One that is served may be a slot that has just become free; three,
 * with a refusal after each, are not.
 */
async function otherCredentials(http: Wire, same: Payload, other: Payload): Promise<Reply[]> {
  const { ledger } = http;
  const tooLate = ledger.now() + ledger.windowMs / EXCHANGE_LIMIT;
  const replies: Reply[] = [];
  for (let call = 0; call < OTHERS; call++) {
    const isOther = call % 2 === 0;
    const reply = await http.exchange(isOther ? other : same, 'throttled');
    replies.push(reply);
    if (isGranted(reply) !== isOther || ledger.now() > tooLate) break;
  }
  return replies;
}

/** The refusal of data while the exchange was throttled, excused if it may have another reason. */
export const dataRefused = exchangeThrottle.record(
  {
    id: 'exchange-throttle.data-refused',
    of: { spent, throttled },
    maybe: { fresh: freshWindow, shut: shutOut, late: usedLast },
  },
  ({ spent: { data }, fresh, shut, late }) => {
    if (data === null) return inconclusive('No exchanged token is served.');
    const { refusal } = data;
    if (refusal !== null && late?.exchanged && isDenied(late.exchanged))
      if (late.recognised !== null || lacksScope(late.exchanged))
        inconclusive('The token is refused at the end of the run too.', late.exchanged);
    if (refusal !== null) excuseIfShutOut(shut, refusal);
    if (refusal === null || refusal.status === null || refusal.status === 401) return { refusal };
    const { status } = refusal;
    const isOften = fresh?.data.some((reply) => reply.status === status) ?? (status === 429 || status >= 500);
    const reason = status === 429 ? ': its own limit may be the reason' : ', and perhaps not because of the throttle';
    if (isOften) excuse(refusal, { why: `The data endpoint answered ${status}${reason}.`, shownBy: [refusal] });
    return { refusal };
  },
);

/**
 * More readings, if more than ten were served in one, or fewer than ten in the fresh window: each after a pause in which a
 * bucket fills up, and a window that weighs the one before forgets it.
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
    const isBeyond = (one: Row) => isBeyondTen(one, ledger.windowMs);
    if (isBeyondEveryLimit(row, ledger.windowMs) || areBeyondTen(spent, row, ledger.windowMs)) return [spent, row];
    if (!isBeyond(spent) && !isBeyond(row) && row.served >= EXCHANGE_LIMIT) return [row];
    const rows = [row];
    for (let more = 0; more < 2; more++) {
      await longerPause(ledger, row.endedAt);
      rows.push(await exchangeUntilRefused(http, keyAndSecret(http, credentials), ledger.now(), MOST_AT_ONCE));
      if (!rows.slice(-1).every(isBeyond)) break;
    }
    return rows;
  },
);

/** Two windows without exchanges, and half a window more: what follows lies elsewhere in its window than what was before. */
async function longerPause(ledger: ExchangeLedger, moment: number): Promise<void> {
  const windows = Math.ceil((ledger.now() - moment) / ledger.windowMs + 1.6) + 0.5;
  const wait = moment + windows * ledger.windowMs - ledger.now();
  ledger.notice(`waiting ${Math.ceil(wait / 1000)} s: whether more than ten exchanges are served after a longer pause`);
  if (!(await ledger.pause(wait))) inconclusive('The run was interrupted.');
}

/**
 * Exchanges at a pace, if fewer than ten in a row were served in the fresh window: a limit may spread its ten evenly.
 * First so briskly that a limit of ten refuses most; then evenly, alone; then evenly, with data calls between them.
 */
export const paced = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.paced',
    phase: 'fresh window',
    uses: { readings, fresh: freshWindow, credentials: listingCredentials, token: firstToken, templateId },
    sends: { token: 0, toplists: 0 },
  },
  async ({ http, fresh: { row }, credentials, token, templateId: { id } }) => {
    if (row.served >= EXCHANGE_LIMIT) return null;
    const { ledger } = http;
    const payload = keyAndSecret(http, credentials);
    const begin = (what: string) => quietWindow(ledger, `${what}: ${row.served} in a row were served`);
    await begin('how many exchanges a minute are served at a brisk pace');
    const brisk = await exchangeAtPace(http, payload, BRISKLY);
    await begin('whether ten exchanges a minute are served, evenly spread over three');
    const alone = await exchangeAtPace(http, payload, { calls: THREE_WINDOWS, apart: EVENLY });
    if (alone.served < THREE_WINDOWS) return { brisk, alone, withData: null };
    await begin('whether they are served with data calls between them');
    const before = () => http.toplists(id, { as: token, retry: 'never' });
    return {
      brisk,
      alone,
      withData: await exchangeAtPace(http, payload, { calls: EXCHANGE_LIMIT, apart: EVENLY, before }),
    };
  },
);

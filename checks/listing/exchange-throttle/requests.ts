import type { Payload } from '../../../src/engine/created.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { EXCHANGE_LIMIT, type Tally } from '../../../src/http/exchange-ledger.ts';
import { hasFailed, type Reply } from '../../../src/http/reply.ts';
import { retryAfter } from '../../../src/http/results.ts';
import {
  isGranted,
  isRecognised,
  lacksScope,
  isBeyondEveryLimit,
  isBeyondTen,
  isTen,
  inSeconds,
} from '../readers/answers.ts';
import { because } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { limitedCredentials, listingCredentials, templateId, type KeyAndSecret } from '../../givens.ts';
import { usedAt, type GoodToken } from '../listing-access/requests.ts';
import { listing } from '../phases.ts';
import { firstUses, laterUses, secondGrant } from '../token-exchange/right-credential-requests.ts';
import { keyAndSecret } from '../values/credentials.ts';

/** More than any limit of ten serves in less than a window. */
const MOST = 2 * EXCHANGE_LIMIT + 1;

/** Exchanges in a row, each over a connection of its own: several processes may answer. */
interface Row extends Tally {
  /** `null` if no limit showed: so many were served, or so slowly. */
  readonly refused: Reply | null;
  readonly last: Reply;
  readonly endedAt: number;
}

/** Exchanges as fast as answers come, until one is refused. `begun`: the time of a served one that counts as the first. */
async function exchangeUntilRefused(http: Wire, payload: Payload, begun: number | null = null): Promise<Row> {
  const { ledger } = http;
  const begin = begun ?? ledger.now();
  let served = begun === null ? 0 : 1;
  let healed = 0;
  for (;;) {
    const { reply: last, isHealed } = await exchangeOnce(http, payload);
    const endedAt = ledger.now();
    if (isGranted(last)) served++;
    if (isHealed) healed++;
    const isEnough = Math.max(served, ledger.tally().served) >= MOST || endedAt > begin + ledger.windowMs;
    if (!isGranted(last) || isEnough)
      return {
        served,
        admitted: served + healed,
        spanMs: endedAt - begin,
        refused: isGranted(last) ? null : last,
        last,
        endedAt,
      };
  }
}

/** One exchange. A 5xx or a lost answer is taken for the limit's refusal only if it comes again. */
async function exchangeOnce(http: Wire, payload: Payload): Promise<{ reply: Reply; isHealed: boolean }> {
  const first = await http.exchange(payload, 'throttled');
  if (!hasFailed(first)) return { reply: first, isHealed: false };
  const reply = await http.exchange(payload, 'throttled');
  const isHealed = isGranted(reply);
  if (isHealed) http.ledger.healed([first]);
  return { reply, isHealed };
}

export const exchangeThrottle = listing.module('exchange-throttle', 'Limit of the exchange');

const NO_TIME = 'The run does not last long enough to see this.';
/** So much of a window longer, and a bucket of more than ten has refilled beyond ten. */
const OVERFLOW = 0.2;

/** If data calls were rate-limited: an exchange right after some, when the last exchange is a window ago. */
export const afterLimitedData = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.after-limited-data',
    phase: 'spend the limit',
    uses: { uses: firstUses, later: laterUses, lastUses: usedAt.again, credentials: listingCredentials, templateId },
    sends: { token: 0, toplists: 0 },
  },
  async ({ http, uses, later, lastUses, credentials, templateId: { id } }) => {
    const before = [uses.first, uses.second, later.older, later.newer, ...lastUses.all.map(({ reply }) => reply)];
    if (before.every(({ status, rateLimited }) => status !== 429 && rateLimited.length === 0)) return null;
    if (!(await http.ledger.quiet('to see whether data calls use up exchanges'))) return inconclusive(NO_TIME);
    const calls = await callsOfData(http, id, lastUses.all);
    const payload = keyAndSecret(http, credentials);
    const once = await exchangeOnce(http, payload);
    const [token] = lastUses.all;
    // A limit of all calls together refuses data, too, and soon has room again.
    const isOfAll =
      once.reply.status === 429 &&
      token !== undefined &&
      (await http.toplists(id, { as: token.as, retry: 'never' })).status === 429;
    const pauseMs = 1000 * (retryAfter(once.reply.headers) ?? Infinity);
    const isOver = isOfAll && pauseMs < http.ledger.windowMs / 2 && (await http.ledger.pause(pauseMs));
    return { calls, ...(isOver ? await exchangeOnce(http, payload) : once) };
  },
);

async function callsOfData(http: Wire, id: number, tokens: readonly GoodToken[]): Promise<number> {
  for (let call = 0; call < EXCHANGE_LIMIT; call++) {
    const token = tokens[call % tokens.length];
    if (token && (await http.toplists(id, { as: token.as, retry: 'never' })).status === 429) return call + 1;
  }
  return EXCHANGE_LIMIT;
}

/** Exchanges beyond the limit; earlier ones count. Then data and tokens for other credentials are asked for. */
export const spent = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.spent',
    phase: 'spend the limit',
    uses: { again: secondGrant, credentials: listingCredentials, lastUses: usedAt.again, templateId },
    mayUse: { limited: limitedCredentials, afterLimitedData },
    sends: { token: EXCHANGE_LIMIT, toplists: 6 },
  },
  async ({ http, credentials, lastUses, templateId: { id }, limited, afterLimitedData }) => {
    const { ledger } = http;
    if (afterLimitedData && !isGranted(afterLimitedData.reply))
      inconclusive(because('Calls of data use up exchanges', afterLimitedData.reply), afterLimitedData.reply);
    const row = await exchangeUntilRefused(http, keyAndSecret(http, credentials));
    const { windowMs } = ledger;
    const total = ledger.tally();
    const known = lastUses.all.filter(({ isLimited, reply }) => (isLimited ? lacksScope : isGranted)(reply));
    const data = row.refused && known.length > 0 ? await firstNotServed(http, id, known) : null;
    const besideLimit = row.refused && limited ? await tokenBesideLimit(http, credentials, limited) : null;
    return { row, total, windowMs, known, data, besideLimit };
  },
);

async function firstNotServed(http: Wire, id: number, known: readonly GoodToken[]) {
  for (const [index, token] of known.entries())
    if (!isAsBefore(token, await http.toplists(id, { as: token.as, retry: 'never' }))) {
      await http.ledger.pause(http.ledger.windowMs / 20);
      const reply = await http.toplists(id, { as: token.as, retry: 'never' });
      if (!isAsBefore(token, reply)) return { token, reply, isFirst: index === 0 };
    }
  return null;
}

function isAsBefore({ isLimited }: GoodToken, reply: Reply): boolean {
  return isLimited ? isRecognised(reply) : isGranted(reply);
}

/** A token for other credentials, if two are granted and the same ones refused in between: one may have found room again. */
async function tokenBesideLimit(http: Wire, same: KeyAndSecret, other: KeyAndSecret): Promise<Reply | null> {
  let last: Reply | null = null;
  for (const pair of [other, same, other]) {
    last = await http.exchange(keyAndSecret(http, pair), 'throttled');
    if (isGranted(last) !== (pair === other)) return null;
  }
  return last;
}

export const throttled = exchangeThrottle.record(
  { id: 'exchange-throttle.throttled', of: { spent } },
  ({ spent: { row, total } }) =>
    row.refused ?? inconclusive(`No exchange was refused: ${total.served} were served in ${inSeconds(total.spanMs)}.`),
);

/** Further rows, half a window apart, as long as they serve too much: does the count run out too soon? */
export const rowsWhileSpent = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.rows-while-spent',
    phase: 'spend the limit',
    uses: { throttled, spent, credentials: listingCredentials },
    sends: { token: 1 },
  },
  async ({ http, spent: { row: first, total, windowMs }, credentials }) => {
    const { ledger } = http;
    if (isBeyondTen(total, windowMs)) return { excess: null, servedAt: first.endedAt + OVERFLOW * windowMs };
    const rows = [{ served: total.served, afterMs: 0 }];
    let servedAt = first.endedAt;
    ledger.notice(`waiting ${inSeconds(HALF * windowMs)} to see that the limit lasts a whole minute`);
    for (let half = 1; half <= 3; half++) {
      if (!(await ledger.pause(first.endedAt + half * HALF * windowMs - ledger.now()))) break;
      const since = ledger.now();
      const { served, last, endedAt } = await exchangeUntilRefused(http, keyAndSecret(http, credentials));
      rows.push({ served, afterMs: since - first.endedAt });
      if (served > 0) servedAt = endedAt;
      const sum = rows.reduce((all, one) => all + one.served, 0);
      const all = { served: sum, spanMs: total.spanMs + endedAt - first.endedAt };
      if (isBeyondEveryLimit(all, windowMs)) return { excess: { rows, last, ...all }, servedAt };
      if (served < TOO_MANY) break;
    }
    return { excess: null, servedAt };
  },
);

const HALF = 0.51;
/** More than a bucket of ten refills in half a window. */
const TOO_MANY = 7;

/** An exchange a window after the last served one; if refused, another a window after the last of all. */
export const recovery = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.recovery',
    phase: 'see the limit end',
    uses: { rowsWhileSpent, credentials: listingCredentials },
    sends: { token: 1 },
  },
  async ({ http, rowsWhileSpent: { servedAt }, credentials }) => {
    const attempt = async (reason: string, since?: number) => {
      if (!(await http.ledger.quiet(`to see that token exchanges work again ${reason}`, since))) return null;
      const at = http.ledger.now();
      const { reply } = await exchangeOnce(http, keyAndSecret(http, credentials));
      return { at, reply };
    };
    const first = await attempt('a minute later', servedAt);
    if (first && isGranted(first.reply)) return first;
    return (await attempt('after a minute without any')) ?? inconclusive(NO_TIME);
  },
);

export const recovered = exchangeThrottle.record(
  { id: 'exchange-throttle.recovered', of: { recovery } },
  ({ recovery: { reply, at } }) =>
    isGranted(reply) ? { at, reply } : inconclusive(because('Exchanges did not work again', reply), reply),
);

/** Few enough to be ten a minute, evenly spread. */
export const SPREAD = 2;

/**
 * If the first row did not show a limit of ten: a row in a fresh window, which begins with the exchange of `recovered`;
 * and a second one if that served too much or too little as well.
 */
export const freshRows = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.fresh-rows',
    phase: 'fresh window',
    uses: { spent, recovered, credentials: listingCredentials },
    sends: { token: 0 },
  },
  async ({ http, spent: { row: first, total, windowMs }, recovered: { at }, credentials }) => {
    if (isTen(total, windowMs)) return [];
    const row = await exchangeUntilRefused(http, keyAndSecret(http, credentials), at);
    const isMore = isBeyondTen(row, windowMs);
    const isClear = isMore ? isBeyondTen(first, windowMs) : row.admitted <= SPREAD || isTen(row, windowMs);
    if (isClear) return [row];
    const reason = `to see whether ${row.admitted} exchanges are served again`;
    if (!(await http.ledger.quiet(reason, row.endedAt + (isMore ? OVERFLOW * windowMs : 0)))) return [row];
    return [row, await exchangeUntilRefused(http, keyAndSecret(http, credentials))];
  },
);

/** If ten were served in a fresh window but fewer after data calls: a row right after ten data calls. */
export const rowAfterData = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.row-after-data',
    phase: 'fresh window',
    uses: { spent, freshRows, credentials: listingCredentials, templateId },
    sends: { token: 0, toplists: 0 },
  },
  async ({ http, spent: { total, known }, freshRows, credentials, templateId: { id } }): Promise<Row | null> => {
    const last = freshRows.at(-1);
    if (total.admitted >= EXCHANGE_LIMIT || last === undefined || last.admitted < EXCHANGE_LIMIT) return null;
    if (!(await http.ledger.quiet('to see whether data calls use up exchanges'))) return inconclusive(NO_TIME);
    await callsOfData(http, id, known);
    return exchangeUntilRefused(http, keyAndSecret(http, credentials));
  },
);

/** The data call that was refused while exchanges were, once those work again. */
export const dataAfter = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.data-after',
    phase: 'after the limit',
    uses: { spent, recovered, templateId },
    sends: { toplists: 0 },
  },
  async ({ http, spent: { data }, templateId: { id } }) =>
    data && { isServed: isAsBefore(data.token, await http.toplists(id, { as: data.token.as })) },
);

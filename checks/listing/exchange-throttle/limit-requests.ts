import { describe } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { excuse, type Reply } from '../../../src/http/reply.ts';
import { listingCredentials, templateId } from '../../givens.ts';
import { excuseIfShutOut, knownTokens, shutOutBy } from '../listing-access/use-tokens.ts';
import { isGranted, lacksScope } from '../readers/answers.ts';
import { sendableToken } from '../readers/grant.ts';
import { isBeyondEveryLimit } from '../readers/limit-of-ten.ts';
import { secondGrant, useTokenOf } from '../token-exchange/wrong-credential-requests.ts';
import { inSeconds } from '../values/durations.ts';
import { keyAndSecret } from '../values/exchange-request.ts';
import {
  DATA_CALLS,
  dataRefusal,
  exchangeOnce,
  exchangeUntilRefused,
  quietWindow,
  type Row,
} from './exchanges-in-a-row.ts';
import { goodTokens, shutOut, usedAt } from '../listing-access/records.ts';
import { exchangeThrottle, recovered } from './records.ts';

// Exchanges beyond the limit, to see it begin and end. All other exchanges of the first minute have been made by then.

const HALF = 0.51;
/** Three rows of fewer exchanges than this, half a window apart, stay within a limit of ten. */
const TOO_MANY = 7;
/** So much longer than a window gives a bucket more than ten, if it holds more. */
const OVERFLOW = 0.2;

export const spent = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.spent',
    phase: 'spend the limit',
    uses: {
      again: secondGrant,
      credentials: listingCredentials,
      tokens: goodTokens,
      lastUses: usedAt.afterWrong,
      templateId,
    },
    sends: { token: 1, toplists: DATA_CALLS },
  },
  async ({ http, credentials, tokens, lastUses, templateId: { id } }) => {
    const { windowMs } = http.ledger;
    const before = http.ledger.tally().served;
    const row = await exchangeUntilRefused(http, keyAndSecret(http, credentials));
    const opened = row.refused === null ? [] : await useTokenOf(http, id, row.refused);
    const { exchanged } = tokens.full;
    const known = knownTokens(tokens, lastUses);
    // While an address is shut out, no token is known; that it still is must not go unseen.
    const inTurn =
      known.length === 0 && exchanged ? [{ as: exchanged, mode: 'exchanged' as const, isLimited: false }] : known;
    const data = row.refused && exchanged && { refusal: await dataRefusal(http, id, inTurn) };
    return { ...row, windowMs, isFromTheFirst: row.served <= before, opened, data, inTurn };
  },
);

export function notThrottled({ refused, last }: Row, shut: Reply | null | undefined): string | null {
  if (refused === null) return 'The exchange answers so slowly that ten a minute were never exceeded for certain.';
  return shut && last.status === shut.status ? shutOutBy(shut) : null;
}

export const throttled = exchangeThrottle.record(
  { id: 'exchange-throttle.throttled', of: { spent }, maybe: { shut: shutOut } },
  ({ spent, shut }) => {
    const isUnlimited = isBeyondEveryLimit(spent, spent.windowMs);
    const why = notThrottled(spent, shut) ?? (isUnlimited ? 'The exchange has no limit of ten.' : null);
    return why === null ? spent.last : inconclusive(why, spent.last);
  },
);

/** Further rows, half a window apart, as long as they serve more than a limit of ten may: does the count run out too soon? */
export const rowsWhileSpent = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.rows-while-spent',
    phase: 'spend the limit',
    uses: { throttled, spent, credentials: listingCredentials },
    sends: { token: 1 },
  },
  async ({ http, spent, credentials }) => {
    const { ledger } = http;
    const payload = keyAndSecret(http, credentials);
    const rows = [{ served: spent.served, afterMs: 0 }];
    let servedAt = spent.endedAt;
    ledger.notice(`waiting ${inSeconds(HALF * ledger.windowMs)} to see that the limit lasts a whole minute`);
    for (let half = 1; half <= 3; half++) {
      await ledger.pause(spent.endedAt + half * HALF * ledger.windowMs - ledger.now());
      const since = ledger.now();
      const { served, last, endedAt } = await exchangeUntilRefused(http, payload, { since });
      rows.push({ served, afterMs: since - spent.endedAt });
      if (served > 0) servedAt = endedAt;
      const sum = rows.reduce((total, row) => total + row.served, 0);
      const all = { served: sum, spanMs: spent.spanMs + endedAt - spent.endedAt };
      if (isBeyondEveryLimit(all, ledger.windowMs)) return { excess: { rows, last, ...all }, servedAt };
      if (served > 0 && served < TOO_MANY) servedAt += OVERFLOW * ledger.windowMs;
      if (served < TOO_MANY) break;
    }
    return { excess: null, servedAt };
  },
);

/**
 * The first exchange when the ones that were served are a window ago. One that was refused meanwhile may count too: then
 * after a window without any. That would also be served if ten are let through in two windows: then once more, with
 * nothing refused since the ten were spent.
 */
export const recovery = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.recovery',
    phase: 'see the limit end',
    uses: { rowsWhileSpent, spent, credentials: listingCredentials },
    sends: { token: 1 },
  },
  async ({ http, rowsWhileSpent: { servedAt }, spent, credentials }) => {
    const { ledger } = http;
    const payload = keyAndSecret(http, credentials);
    const attempt = async (reason: string, servedAt?: number) => {
      await quietWindow(ledger, `to see that token exchanges work again ${reason}`, servedAt);
      const since = ledger.now();
      const reply = await exchangeOnce(http, payload);
      if (spent.isFromTheFirst && !isGranted(reply))
        excuse(reply, { why: `${REFUSED_BEFORE} ${describe(reply)}.`, shownBy: [reply] });
      return { since, reply };
    };
    const first = await attempt('a minute later', servedAt);
    if (isGranted(first.reply)) return first;
    const second = await attempt('after a minute without any');
    if (!isGranted(second.reply)) return second;
    const row = await exchangeUntilRefused(http, payload, { since: second.since });
    return row.refused === null ? second : attempt('after such a minute each time');
  },
);

const REFUSED_BEFORE =
  'Exchanges were refused before the limit was spent: this address may be shut out for the wrong credentials that were tried.';

exchangeThrottle.record({ makes: recovered, of: { recovery } }, ({ recovery: { reply, since } }) =>
  isGranted(reply) ? { since } : inconclusive(`Exchanges did not work again: ${describe(reply)}.`, reply),
);

export const laterToken = exchangeThrottle.traffic(
  {
    id: 'exchange-throttle.later-token',
    phase: 'see the limit end',
    uses: { recovered, recovery, templateId },
    mayUse: { shut: shutOut },
    sends: { toplists: 1 },
  },
  async ({ http, recovery: { reply }, templateId: { id }, shut }) => {
    const token =
      sendableToken(reply) ?? inconclusive('The exchange was granted without a token that can be sent.', reply);
    const use = await http.toplists(id, { as: token, retry: 'never' });
    if (!isGranted(use) && !lacksScope(use)) excuseIfShutOut(shut, use);
    return use;
  },
);

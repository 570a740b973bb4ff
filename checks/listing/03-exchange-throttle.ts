import { describe, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { blockedBy, inconclusive } from '../../src/engine/signal.ts';
import type { Payload } from '../../src/engine/payload.ts';
import type { Wire } from '../../src/engine/wire.ts';
import { EXCHANGE_LIMIT, type ExchangeLedger } from '../../src/http/exchange-ledger.ts';
import { isDenied, type Reply } from '../../src/http/reply.ts';
import { retryAfter } from '../../src/http/retry.ts';
import { limitedCredentials, listingCredentials, templateId } from '../givens.ts';
import { firstToken, isWithoutToken, sendableToken } from './01-token-exchange.ts';
import { expectNoToken, lasting, malformed, repeatable, wrongAlike } from './01-token-exchange-again.ts';
import { exchangedTokenAccepted, limitedExchange, rightUses } from './02-listing-access.ts';
import { mayBeShutOut, shutOut, wrongUses } from './02-listing-access-refused.ts';
import { answered, judgeable } from './parts/data-answer.ts';
import { isGranted, keyAndSecret } from './values/exchange-request.ts';
import { lacksScope } from './parts/good-uses.ts';
import { exchangeMeanwhile } from './parts/short-window.ts';
import { inSeconds, windowInWords } from './values/spans.ts';
import { exchangeOnce, exchangeUntilRefused, isBeyondEveryLimit, MOST_AT_ONCE } from './parts/throttle-reading.ts';

export const exchangeThrottle = chapter('listing', 'exchange-throttle', 'Limit of the exchange');

export const LIMIT = { level: 'must', section: 'listing §8', relaxation: 'throttle-window' } as const;
/** Calls in the row that tells a count by key from a count by address. */
export const OTHERS = 5;
/** Data calls that would use up half of the limit, were they counted. */
const DATA_CALLS = EXCHANGE_LIMIT / 2;
/** More than the run has made of them so far, to tell a limit of the data endpoint itself. */
const MANY_DATA_CALLS = 64;

/** Uses up what the rest of the run has left of the limit; all other exchanges have been made by then. */
export const exhausted = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.exhausted',
    needs: { again: repeatable, credentials: listingCredentials },
    after: [wrongAlike, malformed, limitedExchange, ...rightUses, ...wrongUses, shutOut],
    sends: { token: 1 },
  },
  async ({ http, credentials }) => {
    const before = http.ledger.tally().served;
    const reading = await exchangeUntilRefused(http, keyAndSecret(http, credentials));
    return { ...reading, refusedAt: http.ledger.now(), isFromTheFirst: reading.served <= before };
  },
);

export const limitExists = exchangeThrottle.check(
  {
    ...LIMIT,
    id: 'exchange-throttle.limit-exists',
    requirement: 'The exchange is limited to ten calls a minute.',
    fix: 'Count the exchanges of each calling address, and refuse the eleventh in a minute, with the error alone: no token comes with it.',
    needs: { exhausted, templateId },
    prefers: { shut: shutOut },
    sends: { toplists: 0 },
  },
  async ({ http, exhausted: { served, spanMs, refused, last, lost }, templateId: { id }, shut, note }) => {
    if (isBeyondEveryLimit({ served, spanMs }))
      violation({
        expected: `a refusal after ten exchanges in a ${windowInWords(http.ledger.windowMs)}`,
        actual: `${served} exchanges served within ${inSeconds(spanMs)}`,
        replies: [last],
      });
    if (lost !== null) inconclusive(`An exchange was not answered: ${lost.failure?.message ?? ''}`, lost);
    if (refused === null)
      inconclusive('The exchange answers so slowly that ten a minute were never exceeded for certain.', last);
    if (refused.status === shut?.status) mayBeShutOut(shut, refused);
    await expectNoToken(http, id, refused);
    note(`Refused with ${describe(refused)}.`);
    return refused;
  },
);

exchangeThrottle.check(
  {
    id: 'exchange-throttle.throttled-answer',
    level: 'info',
    section: 'listing §7',
    requirement: 'How a throttled exchange is answered.',
    fix: 'Nothing to fix here: the contract names neither status nor code.',
    needs: { refused: limitExists },
  },
  ({ refused, note }) => {
    const wait = refused.headers['retry-after'];
    note(`${describe(refused)}, ${wait === undefined ? 'without Retry-After' : `Retry-After: ${wait}`}.`);
  },
);

/** Data calls while the exchange is throttled. `token: 0` says that they cannot be repeated: the moment passes. */
export const dataMeanwhile = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.data-meanwhile',
    needs: { refused: limitExists, before: exchangedTokenAccepted, lasting, token: firstToken, templateId },
    sends: { toplists: 3, token: 0 },
  },
  async ({ http, token, templateId: { id } }) => {
    const { ledger } = http;
    const ask = () => http.toplists(id, { as: token, retry: 'never' });
    for (let call = 0; call < 3; call++) {
      const reply = await ask();
      if (isGranted(reply)) continue;
      // Data endpoints have a limit of their own; a longer wait than this might outlast the throttle.
      if (reply.status === 429)
        await ledger.pause(Math.min((retryAfter(reply.headers) ?? 1) * 1000, ledger.windowMs / 20));
      const again = await ask();
      if (!isGranted(again)) return { refusal: again };
    }
    return { refusal: null };
  },
);

/** What else is served before a window is over whose ten are spent: does the count run out too soon? */
export const whileSpent = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.while-spent',
    needs: { refused: limitExists, exhausted, credentials: listingCredentials },
    after: [dataMeanwhile],
    sends: { token: 2 },
  },
  ({ http, exhausted, credentials }) => {
    const { ledger } = http;
    ledger.notice(
      `looking for ${inSeconds(0.51 * ledger.windowMs)} whether the limit of exchanges outlasts its minute`,
    );
    return exchangeMeanwhile(http, keyAndSecret(http, credentials), exhausted);
  },
);

/**
 * The first exchange when the ones that were served are a window ago. One that was refused meanwhile may count too: if
 * so, after a window without any. That would be served as well where ten are let through in two windows: then once more,
 * with nothing refused since the ten were spent.
 */
const recovery = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.recovery',
    needs: { whileSpent, credentials: listingCredentials },
    sends: { token: 1 },
  },
  async ({ http, whileSpent: { servedAt }, credentials }) => {
    const { ledger } = http;
    const payload = keyAndSecret(http, credentials);
    const attempt = async (reason: string, servedAt?: number) => {
      await quietWindow(ledger, reason, servedAt);
      return { since: ledger.now(), reply: await exchangeOnce(http, payload) };
    };
    const first = await attempt('whether token exchanges work again a window later', servedAt);
    if (isGranted(first.reply)) return first;
    const second = await attempt('whether token exchanges work again after a quiet window');
    if (!isGranted(second.reply)) return second;
    const spent = await exchangeUntilRefused(http, payload, second.since);
    if (spent.refused === null) return second;
    return attempt('whether token exchanges work again after a quiet window each time');
  },
);

export const recovers = exchangeThrottle.check(
  {
    ...LIMIT,
    id: 'exchange-throttle.recovers',
    requirement: 'After a minute without exchanges, exchanges work again.',
    fix: 'Let the count of an address run out within a minute; refused calls must not prolong it. If others exchange tokens from this address, run again without them.',
    needs: { recovery, exhausted },
  },
  ({ http, recovery: { reply, since }, exhausted }) => {
    answered(reply);
    if (isGranted(reply)) return since;
    if (exhausted.isFromTheFirst)
      inconclusive(
        `Exchanges were refused before the limit was spent: this address may be shut out for the wrong credentials that were tried. ${describe(reply)}.`,
        reply,
      );
    const expected = `a token after a quiet ${windowInWords(http.ledger.windowMs)}`;
    return violation({ expected, actual: describe(reply), replies: [reply] });
  },
);

/** The token that the same credentials are granted now that others have been exchanged too. */
const laterToken = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.later-token',
    needs: { recovery, since: recovers, templateId },
    sends: { toplists: 1 },
  },
  async ({ http, recovery: { reply }, templateId: { id } }) => {
    const token = sendableToken(reply);
    return token === null ? isWithoutToken(reply) : http.toplists(id, { as: token, retry: 'never' });
  },
);

exchangeThrottle.check(
  {
    id: 'exchange-throttle.later-token-accepted',
    level: 'must',
    section: 'listing §5',
    requirement: 'A token that is granted later, when other credentials were exchanged too, is served like the first.',
    fix: 'Issue each token for the key and secret that are sent. Where tokens are kept to be handed out again, keep them by key.',
    needs: { before: exchangedTokenAccepted, use: laterToken },
    prefers: { shut: shutOut, meanwhile: dataMeanwhile },
  },
  ({ before, use, shut, meanwhile }) => {
    judgeable(use);
    if (!isDenied(use)) return;
    if (!lacksScope(use)) {
      mayBeShutOut(shut, use);
      if (meanwhile?.refusal) blockedBy({ id: 'exchange-throttle.data-goes-on' });
    }
    violation({ expected: 'data, as with the first token', actual: describe(use), replies: [before, use] });
  },
);

/** A window of which all is known: one exchange, some data calls, then exchanges until one is refused. */
export const freshWindow = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.fresh-window',
    needs: { since: recovers, credentials: listingCredentials, token: firstToken, templateId },
    prefers: { meanwhile: dataMeanwhile, shut: shutOut, limited: limitedCredentials },
    after: [laterToken],
    sends: { toplists: DATA_CALLS, token: EXCHANGE_LIMIT },
  },
  async ({ http, since, credentials, token, templateId: { id }, meanwhile, shut, limited }) => {
    const { ledger } = http;
    // An address may be barred from data for as long as a window behind each exchange that was refused.
    const isUnclear = meanwhile?.refusal && meanwhile.refusal.status !== 401 && !shut;
    if (isUnclear) await quietWindow(ledger, 'whether data calls are refused without such exchanges, too');
    const calls = isUnclear ? MANY_DATA_CALLS : DATA_CALLS;
    const data: Reply[] = [];
    for (let call = 0; call < calls; call++) data.push(await http.toplists(id, { as: token, retry: 'never' }));
    const payload = keyAndSecret(http, credentials);
    // What counts a call only when it is answered lets those through that are under way together.
    const row = await exchangeUntilRefused(http, payload, since, MOST_AT_ONCE);
    const reading = { ...row, refusedAt: http.ledger.now() };
    const others = limited && reading.refused ? await otherCredentials(http, payload, keyAndSecret(http, limited)) : [];
    return { reading, data, others };
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

export async function quietWindow(ledger: ExchangeLedger, reason: string, since?: number): Promise<void> {
  if (!(await ledger.quiet(reason, since))) inconclusive('The run was interrupted.');
}

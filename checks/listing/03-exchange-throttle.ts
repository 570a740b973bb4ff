import { describe, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { blockedBy, inconclusive } from '../../src/engine/signal.ts';
import type { Payload, Wire } from '../../src/engine/wire.ts';
import { EXCHANGE_LIMIT, type ExchangeLedger } from '../../src/http/exchange-ledger.ts';
import type { Reply } from '../../src/http/reply.ts';
import { limitedCredentials, listingCredentials, templateId } from '../givens.ts';
import { firstToken } from './01-token-exchange.ts';
import { lasting, malformed, repeatable, wrongAlike } from './01-token-exchange-again.ts';
import { exchangedTokenAccepted } from './02-listing-access.ts';
import { dataUses, limitedExchange } from './02-listing-access-scopes.ts';
import { answered } from './data-answer.ts';
import { isGranted, keyAndSecret } from './exchange-request.ts';
import {
  exchangeSpaced,
  exchangeUntilRefused,
  isBeyondEveryLimit,
  isBeyondTen,
  type Reading,
} from './throttle-reading.ts';

export const exchangeThrottle = chapter('listing', 'exchange-throttle', 'Limit of the exchange');

const LIMIT = { level: 'must', section: 'listing §8', relaxation: 'throttle-window' } as const;
/** Calls in the row that tells a count by key from a count by address. */
const OTHERS = 5;
/** Data calls that would use up half of the limit, were they counted. */
const DATA_CALLS = EXCHANGE_LIMIT / 2;
/** More than the run has made of them so far, to tell a limit of the data endpoint itself. */
const MANY_DATA_CALLS = 24;

/** Uses up what the rest of the run has left of the limit; all other exchanges have been made by then. */
const exhausted = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.exhausted',
    needs: { again: repeatable, credentials: listingCredentials },
    after: [wrongAlike, malformed, limitedExchange, ...dataUses],
    sends: { token: 1 },
  },
  ({ http, credentials }) => exchangeUntilRefused(http, keyAndSecret(http, credentials)),
);

export const limitExists = exchangeThrottle.check(
  {
    ...LIMIT,
    id: 'exchange-throttle.limit-exists',
    requirement: 'The exchange is limited to ten calls a minute.',
    fix: 'Count the exchanges of each calling address, and refuse the eleventh in a minute.',
    needs: { exhausted },
  },
  ({ exhausted: { served, spanMs, refused, last, lost }, note }) => {
    if (isBeyondEveryLimit({ served, spanMs }))
      violation({
        expected: 'a refusal after ten exchanges in a minute',
        actual: `${served} exchanges served within ${inSeconds(spanMs)}`,
        replies: [last],
      });
    if (lost !== null) inconclusive(`An exchange was not answered: ${lost.failure?.message ?? ''}`, lost);
    if (refused === null)
      inconclusive('The exchange answers so slowly that ten a minute were never exceeded for certain.', last);
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
const dataMeanwhile = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.data-meanwhile',
    needs: { refused: limitExists, before: exchangedTokenAccepted, lasting, token: firstToken, templateId },
    sends: { toplists: 3, token: 0 },
  },
  async ({ http, token, templateId: { id } }) => {
    const ask = () => http.toplists(id, { as: token, retry: 'never' });
    for (let call = 0; call < 3; call++) {
      const reply = await ask();
      if (isGranted(reply)) continue;
      const again = await ask();
      if (!isGranted(again)) return { refusal: again };
    }
    return { refusal: null };
  },
);

/** The first exchange after a quiet window. */
const recovery = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.recovery',
    needs: { refused: limitExists, credentials: listingCredentials },
    after: [dataMeanwhile],
    sends: { token: 1 },
  },
  async ({ http, credentials }) => {
    await quietWindow(http.ledger, 'whether token exchanges work again after a quiet window');
    const since = http.ledger.now();
    return { since, reply: await http.exchange(keyAndSecret(http, credentials), 'throttled') };
  },
);

const recovers = exchangeThrottle.check(
  {
    ...LIMIT,
    id: 'exchange-throttle.recovers',
    requirement: 'After a minute without exchanges, exchanges work again.',
    fix: 'Let the count of an address run out within a minute; refused calls must not prolong it. If others exchange tokens from this address, run again without them.',
    needs: { recovery },
  },
  ({ recovery: { reply, since } }) => {
    answered(reply);
    if (!isGranted(reply))
      violation({
        expected: 'a token after a quiet window',
        actual: describe(reply),
        replies: [reply],
      });
    return since;
  },
);

/** A window of which all is known: one exchange, some data calls, then exchanges until one is refused. */
const freshWindow = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.fresh-window',
    needs: { since: recovers, credentials: listingCredentials, token: firstToken, templateId },
    prefers: { meanwhile: dataMeanwhile, limited: limitedCredentials },
    sends: { toplists: DATA_CALLS, token: EXCHANGE_LIMIT },
  },
  async ({ http, since, credentials, token, templateId: { id }, meanwhile, limited }) => {
    const calls = meanwhile?.refusal?.status === 429 ? MANY_DATA_CALLS : DATA_CALLS;
    const data: Reply[] = [];
    for (let call = 0; call < calls; call++) data.push(await http.toplists(id, { as: token, retry: 'never' }));
    const payload = keyAndSecret(http, credentials);
    const reading = await exchangeUntilRefused(http, payload, since);
    const others = limited && reading.refused ? await otherCredentials(http, payload, keyAndSecret(http, limited)) : [];
    return { reading, data, others };
  },
);

/** The same once more, where the fresh window let more than ten through: was it an edge? */
const secondReading = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.second-reading',
    needs: { exhausted, fresh: freshWindow, credentials: listingCredentials },
    sends: { token: 0 },
  },
  async ({ http, exhausted, fresh: { reading }, credentials }) => {
    const { ledger } = http;
    const suspicious = (one: Reading) => isBeyondTen(one, ledger.windowMs);
    if (!suspicious(reading)) return null;
    if (isBeyondEveryLimit(reading)) return reading;
    if (suspicious(exhausted) && exhausted.spanMs + reading.spanMs < ledger.windowMs / 2) return exhausted;
    await quietWindow(ledger, `whether more than ten exchanges a minute are served: ${reading.served} were`);
    const third = await exchangeUntilRefused(http, keyAndSecret(http, credentials), ledger.now());
    return suspicious(third) && third.spanMs + reading.spanMs < ledger.windowMs / 2 ? third : null;
  },
);

exchangeThrottle.check(
  {
    ...LIMIT,
    id: 'exchange-throttle.no-more-than-ten',
    requirement:
      'Ten exchanges a minute are served at most, but for what the edge of a window or the refill of a bucket lets through.',
    fix: 'Set the limit of the exchange to ten calls a minute for each calling address.',
    needs: { fresh: freshWindow, second: secondReading },
  },
  ({ fresh: { reading }, second, note }) => {
    if (second !== null)
      violation({
        expected: 'ten exchanges a minute at most',
        actual: `${reading.served} served within ${inSeconds(reading.spanMs)}, another time ${second.served} within ${inSeconds(second.spanMs)}`,
        replies: [second.last, reading.last],
      });
    note(`${reading.served} were served within ${inSeconds(reading.spanMs)}.`);
  },
);

/** Ten spread over a window, where the fresh window served fewer in a row; then ten more with data calls between. */
const spaced = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.spaced',
    needs: { fresh: freshWindow, credentials: listingCredentials, token: firstToken, templateId },
    after: [secondReading],
    sends: { token: 0, toplists: 0 },
  },
  async ({ http, fresh: { reading }, credentials, token, templateId: { id } }) => {
    if (reading.served >= EXCHANGE_LIMIT) return null;
    const { ledger } = http;
    const payload = keyAndSecret(http, credentials);
    await quietWindow(ledger, `whether ten exchanges a minute are served: ${reading.served} in a row were`);
    ledger.notice(`spacing ten token exchanges over ${inSeconds(ledger.windowMs)}`);
    const alone = await exchangeSpaced(http, payload);
    if (alone.served < EXCHANGE_LIMIT) return { alone, withData: null };
    ledger.notice(`spacing ten more over ${inSeconds(ledger.windowMs)}, with data calls between them`);
    await ledger.pause((1.05 * ledger.windowMs) / EXCHANGE_LIMIT);
    const ask = () => http.toplists(id, { as: token, retry: 'never' });
    return { alone, withData: await exchangeSpaced(http, payload, ask) };
  },
);

const tenServed = exchangeThrottle.check(
  {
    ...LIMIT,
    id: 'exchange-throttle.ten-served',
    requirement: 'Ten exchanges a minute are served.',
    fix: 'Raise the limit of the exchange to ten calls a minute, and count its own calls only.',
    needs: { exhausted },
    prefers: { fresh: freshWindow, spaced },
  },
  ({ exhausted, fresh, spaced, note }) => {
    if (exhausted.served >= EXCHANGE_LIMIT) return;
    if (fresh === undefined) blockedBy(exhausted.refused === null ? limitExists : recovers);
    if (fresh.reading.served >= EXCHANGE_LIMIT) return;
    if (spaced === undefined || spaced === null) blockedBy(recovers);
    answered(spaced.alone.last);
    if (spaced.alone.served < EXCHANGE_LIMIT)
      violation({
        expected: 'ten exchanges, spaced over a window',
        actual: `${spaced.alone.served} served, then ${describe(spaced.alone.last)}`,
        replies: [spaced.alone.last],
      });
    note(`Only ${fresh.reading.served} in a row, but ten that were spaced over a window.`);
  },
);

exchangeThrottle.check(
  {
    ...LIMIT,
    id: 'exchange-throttle.data-goes-on',
    requirement: 'Data endpoints go on working while the exchange is throttled.',
    fix: 'Refuse the exchange alone: count its calls apart from those of the data endpoints.',
    needs: { meanwhile: dataMeanwhile },
    prefers: { fresh: freshWindow },
  },
  ({ meanwhile: { refusal }, fresh }) => {
    if (refusal === null) return;
    if (refusal.status === null) inconclusive(`There was no answer: ${refusal.failure?.message ?? ''}`, refusal);
    const { status } = refusal;
    const isOften = status === 429 || status >= 500;
    if (isOften && (fresh === undefined || fresh.data.some((reply) => reply.status === status)))
      inconclusive(
        `The data endpoint answered ${status}${status === 429 ? ': its own limit may be the reason' : ', and perhaps not because of the throttle'}.`,
        refusal,
      );
    violation({
      expected: 'data, as before the exchange was throttled',
      actual: describe(refusal),
      replies: [refusal],
    });
  },
);

exchangeThrottle.check(
  {
    ...LIMIT,
    id: 'exchange-throttle.data-not-counted',
    requirement: 'Calls of data endpoints do not use up the limit of the exchange.',
    fix: 'Count the calls of `POST /auth/token` alone against its limit.',
    needs: { fresh: freshWindow },
    prefers: { spaced },
  },
  ({ fresh, spaced }) => {
    if (fresh.reading.served >= EXCHANGE_LIMIT) return;
    if (!spaced?.withData) blockedBy(tenServed);
    answered(spaced.withData.last);
    if (spaced.withData.served < EXCHANGE_LIMIT)
      violation({
        expected: 'ten exchanges in a window with data calls between them, as without',
        actual: `${spaced.withData.served} served, then ${describe(spaced.withData.last)}`,
        replies: [spaced.withData.last],
      });
  },
);

exchangeThrottle.check(
  {
    ...LIMIT,
    id: 'exchange-throttle.counted-per-address',
    requirement: 'The limit holds for the calling address, whatever the credentials.',
    fix: 'Count exchanges by the address they come from, not by key.',
    needs: { limited: limitedCredentials, fresh: freshWindow, accepted: limitedExchange },
  },
  ({ fresh: { reading, others } }) => {
    if (reading.refused === null) blockedBy(limitExists);
    const last = others.at(OTHERS - 1);
    if (last === undefined || !isGranted(last)) return;
    violation({
      expected: 'a refusal of other credentials too',
      actual: 'tokens for other credentials from the same address, again and again, while the first ones are refused',
      replies: [last],
    });
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

async function quietWindow(ledger: ExchangeLedger, reason: string): Promise<void> {
  if (!(await ledger.quiet(reason))) inconclusive('The run was interrupted.');
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

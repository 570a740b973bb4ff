import { describe, violation } from '../../src/engine/expect.ts';
import { blockedBy, inconclusive } from '../../src/engine/signal.ts';
import { EXCHANGE_LIMIT, type ExchangeLedger } from '../../src/http/exchange-ledger.ts';
import { isDenied } from '../../src/http/reply.ts';
import { inWords } from '../../src/text/in-words.ts';
import { limitedCredentials, listingCredentials, templateId } from '../givens.ts';
import { firstToken } from './01-token-exchange.ts';
import { limitedExchange } from './02-listing-access.ts';
import { exchangedTokenLasts, usedLast } from './02-listing-access-lasting.ts';
import { mayBeShutOut, shutOut } from './02-listing-access-refused.ts';
import {
  dataMeanwhile,
  exchangeThrottle,
  exhausted,
  freshWindow,
  limitExists,
  LIMIT,
  OTHERS,
  quietWindow,
  recovers,
  whileSpent,
} from './03-exchange-throttle.ts';
import { answered } from './parts/data-answer.ts';
import { isGranted, keyAndSecret } from './values/exchange-request.ts';
import { lacksScope } from './parts/good-uses.ts';
import { exchangeBriskly, total, type Excess } from './parts/short-window.ts';
import { inSeconds, windowInWords } from './values/spans.ts';
import {
  exchangeSpaced,
  exchangeUntilRefused,
  isBeyondEveryLimit,
  isBeyondTen,
  MOST_AT_ONCE,
  type Reading,
} from './parts/throttle-reading.ts';

/**
 * The same once more, where one of two readings let more than ten through: was it an edge? Where it was the first, a
 * bucket that holds more than it refills in a window may be what was emptied. It is full again after two windows; and
 * only then does a limit that weighs the window before show all that it serves.
 */
const secondReading = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.second-reading',
    needs: { exhausted, fresh: freshWindow, credentials: listingCredentials },
    sends: { token: 0 },
  },
  async ({ http, exhausted, fresh, credentials }) => {
    const { ledger } = http;
    const { reading } = fresh;
    const isBeyond = (row: Reading) => isBeyondTen(row, ledger.windowMs);
    const areBeyond = (one: Reading, other: Reading) =>
      isBeyond(one) && isBeyond(other) && one.spanMs + other.spanMs < ledger.windowMs / 2;
    if (isBeyondEveryLimit(reading)) return { confirmed: [reading] };
    if (areBeyond(exhausted, reading)) return { confirmed: [exhausted, reading] };
    let before = isBeyond(reading) ? reading : exhausted;
    if (!isBeyond(before) && reading.served >= EXCHANGE_LIMIT) return { confirmed: [] };
    for (let row = 0; row < 2; row++) {
      await longerPause(ledger, before.refusedAt);
      const again = await exchangeUntilRefused(http, keyAndSecret(http, credentials), ledger.now(), MOST_AT_ONCE);
      if (areBeyond(before, again)) return { confirmed: [before, again] };
      if (!isBeyond(again)) break;
      before = { ...again, refusedAt: ledger.now() };
    }
    return { confirmed: [] };
  },
);

/** Two windows without exchanges and so much more that what follows lies where no edge was that lay about a moment. */
async function longerPause(ledger: ExchangeLedger, moment: number): Promise<void> {
  const windows = Math.ceil((ledger.now() - moment) / ledger.windowMs + 1.6) + 0.5;
  const wait = moment + windows * ledger.windowMs - ledger.now();
  ledger.notice(`waiting ${Math.ceil(wait / 1000)} s: whether more than ten exchanges are served after a longer pause`);
  if (!(await ledger.pause(wait))) inconclusive('The run was interrupted.');
}

/** Where fewer than ten in a row are served after a quiet window: how many are, at a brisk pace? */
const briskly = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.briskly',
    needs: { second: secondReading, fresh: freshWindow, credentials: listingCredentials },
    sends: { token: 0 },
  },
  async ({ http, second: { confirmed }, fresh: { reading }, credentials }) => {
    const { ledger } = http;
    if (confirmed.length > 0 || reading.refused === null || reading.served >= EXCHANGE_LIMIT) return null;
    await quietWindow(ledger, `how many exchanges a minute are served: ${reading.served} in a row were`);
    ledger.notice(`spacing token exchanges over ${inSeconds(ledger.windowMs)}`);
    return exchangeBriskly(http, keyAndSecret(http, credentials), reading.served);
  },
);

exchangeThrottle.check(
  {
    ...LIMIT,
    id: 'exchange-throttle.no-more-than-ten',
    requirement:
      'Ten exchanges a minute are served at most, but for what the edge of a window or the refill of a bucket lets through.',
    fix: 'Set the limit of the exchange to ten calls a minute for each calling address. See that its window lasts a whole minute, and that a bucket refills no faster.',
    needs: { fresh: freshWindow, second: secondReading, whileSpent, briskly },
  },
  ({ http, fresh: { reading }, second: { confirmed }, whileSpent: { excess }, briskly, note }) => {
    const expected = `at most ten exchanges in a row, and no more until the ${windowInWords(http.ledger.windowMs)} is over`;
    const [reread, before] = confirmed.toReversed();
    if (reread !== undefined)
      violation({ expected, actual: inARow(reread, before), replies: confirmed.map(({ last }) => last) });
    const later = excess ?? briskly?.excess;
    if (later) violation({ expected, actual: inRows(later), replies: [later.last] });
    note(`${reading.served} were served within ${inSeconds(reading.spanMs)}.`);
  },
);

/** Ten spread over a window, where the fresh window served fewer in a row; then ten more with data calls between. */
const spaced = exchangeThrottle.stage(
  {
    id: 'exchange-throttle.spaced',
    needs: { fresh: freshWindow, credentials: listingCredentials, token: firstToken, templateId },
    prefers: { briskly },
    sends: { token: 0, toplists: 0 },
  },
  async ({ http, fresh: { reading }, credentials, token, templateId: { id }, briskly }) => {
    if (reading.served >= EXCHANGE_LIMIT) return null;
    const { ledger } = http;
    const payload = keyAndSecret(http, credentials);
    await quietWindow(ledger, `whether ten exchanges a minute are served: ${reading.served} in a row were`);
    // Ten on both sides of an edge would hide that fewer are served in a window that lies by the clock.
    if (briskly && briskly.begin !== null) {
      const wait = ledger.windowMs - ((ledger.now() - briskly.begin) % ledger.windowMs);
      ledger.notice(`waiting ${Math.ceil(wait / 1000)} s: until a window of the limit may begin`);
      await ledger.pause(wait);
    }
    ledger.notice(`spacing ten token exchanges over ${inSeconds(ledger.windowMs)}`);
    const begun = ledger.now();
    const alone = await exchangeSpaced(http, payload);
    if (alone.served < EXCHANGE_LIMIT) return { alone, withData: null };
    const tenMore = async (between?: () => Promise<unknown>) => {
      await ledger.pause((1.05 * ledger.windowMs) / EXCHANGE_LIMIT);
      return exchangeSpaced(http, payload, between);
    };
    ledger.notice(`spacing ten more over ${inSeconds(ledger.windowMs)}, with data calls between them`);
    const data = () => http.toplists(id, { as: token, retry: 'never' });
    const withData = await tenMore(data);
    if (withData.served >= EXCHANGE_LIMIT || withData.last.status === null) return { alone, withData };
    // A limit below ten may let ten pass, about the edge of a window, and refuse the next: so all twenty at the same place.
    const samePlace = async () => {
      await quietWindow(ledger, `whether it was data calls that used up exchanges: ${withData.served} were served`);
      await ledger.pause(ledger.windowMs - ((ledger.now() - begun) % ledger.windowMs));
      ledger.notice(`spacing twenty token exchanges over ${inSeconds(2 * ledger.windowMs)}`);
    };
    await samePlace();
    const again = await exchangeSpaced(http, payload);
    const without = again.served < EXCHANGE_LIMIT ? again : await tenMore();
    if (without.served < EXCHANGE_LIMIT) return { alone: without, withData: null };
    // A bucket that refills too slowly had more in it this time: it has as much once more, with data calls.
    await samePlace();
    await exchangeSpaced(http, payload);
    const others = await tenMore(data);
    return others.served < EXCHANGE_LIMIT ? { alone, withData } : { alone: withData, withData: null };
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
  ({ http, exhausted, fresh, spaced, note }) => {
    if (exhausted.served >= EXCHANGE_LIMIT) return;
    if (fresh === undefined) blockedBy(exhausted.refused === null ? limitExists : recovers);
    if (fresh.reading.served >= EXCHANGE_LIMIT) return;
    if (spaced === undefined || spaced === null) blockedBy(recovers);
    answered(spaced.alone.last);
    if (spaced.alone.served < EXCHANGE_LIMIT)
      violation({
        expected: `ten exchanges, spaced over a ${windowInWords(http.ledger.windowMs)}`,
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
    prefers: { fresh: freshWindow, shut: shutOut, late: usedLast },
  },
  ({ meanwhile: { refusal }, fresh, shut, late }) => {
    if (refusal === null) return;
    mayBeShutOut(shut, refusal);
    if (late?.exchanged && isDenied(late.exchanged)) {
      // The token is refused for good while another is recognised.
      if (late.recognised !== null || lacksScope(late.exchanged)) blockedBy(exchangedTokenLasts);
    }
    if (refusal.status === null) inconclusive(`There was no answer: ${refusal.failure?.message ?? ''}`, refusal);
    const { status } = refusal;
    const isOften = fresh?.data.some((reply) => reply.status === status) ?? (status === 429 || status >= 500);
    if (status !== 401 && isOften)
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
  ({ http, fresh, spaced }) => {
    if (fresh.reading.served >= EXCHANGE_LIMIT) return;
    if (!spaced?.withData) blockedBy(tenServed);
    answered(spaced.withData.last);
    if (spaced.withData.served < EXCHANGE_LIMIT)
      violation({
        expected: `ten exchanges in a ${windowInWords(http.ledger.windowMs)} with data calls between them, as without`,
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

/** What was served in one reading, and in the one before it. */
function inARow({ served, spanMs }: Reading, before: Reading | undefined): string {
  const row = `${served} in a row served within ${inSeconds(spanMs)}`;
  if (before === undefined) return row;
  const why = before.served < served ? ', when part of the limit may have been used up' : '';
  return `${row}, and ${before.served} another time${why}`;
}

/** What was served in rows, and when each began. */
function inRows({ rows, spanMs }: Excess): string {
  const served = `${total(rows)} exchanges served within ${inSeconds(spanMs)}`;
  const [first, ...later] = rows;
  const then = later.map((row) => `${row.served} after ${inSeconds(row.afterMs)}`);
  return then.length === 0 ? served : `${served}: ${first.served} up to a refusal, then ${inWords(then, 'and')}`;
}

import { describe, violation } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { ValueOf } from '../../../src/engine/node.ts';
import { EXCHANGE_LIMIT, type Tally } from '../../../src/http/exchange-ledger.ts';
import { isDenied } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { answered, expectNoToken, judgeable } from '../expectations.ts';
import { isGranted } from '../readers/answers.ts';
import { isBeyondEveryLimit, isBeyondEveryPool, isBeyondTen, beyondTen } from '../readers/limit-of-ten.ts';
import { firstUses, limitedGrant } from '../token-exchange/right-credential-requests.ts';
import { inSeconds, windowInWords } from '../values/durations.ts';
import type { Row } from './exchanges-in-a-row.ts';
import {
  connections,
  dataRefused,
  freshWindow,
  OTHERS,
  paced,
  readings,
  THREE_WINDOWS,
  type Series,
} from './fresh-window-requests.ts';
import { laterToken, notThrottled, recovery, rowsWhileSpent, spent, throttled } from './limit-requests.ts';
import { shutOut } from '../listing-access/records.ts';
import { exchangeThrottle } from './records.ts';

const LIMIT = { section: 'listing §8', relaxation: 'throttle-window' } as const;

export const limitExists = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.limit-exists',
  requirement: 'The exchange is limited to ten calls a minute.',
  fix: 'Count the exchanges of each calling address, and refuse the eleventh in a minute.',
  of: { spent },
  maybe: { shut: shutOut, connections },
  judge: ({ spent, shut, connections }, note) => {
    const { windowMs, last } = spent;
    if (isBeyondEveryLimit(spent, windowMs)) {
      mayCallFromSeveral(connections, windowMs);
      const expected = `a refusal after ten exchanges in a ${windowInWords(windowMs)}`;
      violation({ expected, actual: inAll(spent), replies: [last] });
    }
    const why = notThrottled(spent, shut);
    if (why !== null) inconclusive(why, last);
    expectNoToken(last, spent.opened);
    note(`Refused with ${describe(last)}.`);
  },
});

exchangeThrottle.rule({
  id: 'exchange-throttle.throttled-answer',
  level: 'info',
  section: 'listing §7',
  requirement: 'How a throttled exchange is answered.',
  fix: 'Nothing to fix here: the contract names neither status nor code.',
  of: { refused: throttled },
  judge: ({ refused }, note) => {
    const wait = refused.headers['retry-after'];
    note(`${describe(refused)}, ${wait === undefined ? 'without Retry-After' : `Retry-After: ${wait}`}.`);
  },
});

export const recovers = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.recovers',
  requirement: 'After a minute without exchanges, exchanges work again.',
  fix: 'Let the count of an address run out within a minute; refused calls must not prolong it. If others exchange tokens from this address, run again without them.',
  of: { recovery, spent },
  judge: ({ recovery: { reply }, spent: { windowMs } }) => {
    answered(reply);
    const expected = `a token after a quiet ${windowInWords(windowMs)}`;
    if (!isGranted(reply)) violation({ expected, actual: describe(reply), replies: [reply] });
  },
});

export const laterTokenAccepted = exchangeThrottle.rule({
  id: 'exchange-throttle.later-token-accepted',
  section: 'listing §5',
  requirement: 'A token that is granted later, when other credentials were exchanged too, is served like the first.',
  fix: 'Issue each token for the key and secret that are sent. If tokens are kept to be handed out again, keep them by key.',
  of: { uses: firstUses, use: laterToken },
  judge: ({ uses: { first }, use }) => {
    if (!isGranted(first)) inconclusive('The first token was not served.', first);
    judgeable(use);
    if (isDenied(use))
      violation({ expected: 'data, as with the first token', actual: describe(use), replies: [first, use] });
  },
});

export const noMoreThanTen = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.no-more-than-ten',
  requirement:
    'At most ten exchanges a minute are served, apart from what the edge of a window or the refill of a bucket lets through.',
  fix: 'Set the limit of the exchange to ten calls a minute for each calling address. See that its window lasts a whole minute, and that a bucket refills no faster.',
  of: { spent, fresh: freshWindow, readings, rowsWhileSpent, paced },
  maybe: { connections },
  judge: ({ spent: { windowMs }, fresh: { row }, readings, rowsWhileSpent: { excess }, paced, connections }, note) => {
    const tooMuch = beyondLimit(windowMs, readings, excess, paced?.brisk);
    if (tooMuch !== null) {
      mayCallFromSeveral(connections, windowMs);
      const expected = `at most ten exchanges in a row, and no more until the ${windowInWords(windowMs)} is over`;
      violation({ expected, ...tooMuch });
    }
    note(`${row.admitted} were let through within ${inSeconds(row.spanMs)}.`);
  },
});

type Excess = ValueOf<typeof rowsWhileSpent>['excess'];

function beyondLimit(windowMs: number, all: readonly Row[], excess: Excess, brisk: Series | undefined) {
  const rows = beyondTen(all, windowMs);
  const [last, before] = rows.toReversed();
  if (last) {
    const another = before ? `, and ${before.served} another time` : '';
    const actual = `${last.served} in a row served within ${inSeconds(last.spanMs)}${another}`;
    return { actual, replies: rows.map((row) => row.last) };
  }
  if (excess !== null) return { actual: inRows(excess), replies: [excess.last] };
  return brisk && isBeyondEveryLimit(brisk, windowMs) ? { actual: inAll(brisk), replies: [brisk.last] } : null;
}

/** So many times more over many connections are due to several addresses, whatever the limit. */
const MUCH_MORE = 1.5;

/** Nothing is said of the limit if less is served over one connection: the service may see an address for each. */
function mayCallFromSeveral(rows: ValueOf<typeof connections> | undefined, windowMs: number): void {
  if (!rows) return;
  const { many, single } = rows;
  const cause =
    'This machine may call from several addresses (an egress pool), each of which has its own ten a minute: run again from a machine with one address.';
  const served = `${many.served} exchanges in a row were served`;
  const unclear = `${served}, and the service keeps no connection open on which one address could be told from several. ${cause}`;
  if (single.connections > 1 && !isBeyondEveryPool(single, windowMs)) inconclusive(unclear, single.last);
  const isLess = isBeyondTen(many, windowMs)
    ? !isBeyondTen(single, windowMs)
    : many.served >= MUCH_MORE * single.served;
  const fewer = `${served}, each over a connection of its own, but only ${single.served} over one connection. ${cause} Otherwise exchanges are counted for each connection or port, not for the address.`;
  if (single.refused && isLess) inconclusive(fewer, single.refused);
}

export const tenServed = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.ten-served',
  requirement: 'Ten exchanges a minute are served.',
  fix: 'Serve ten exchanges in every minute: see that the limit is no lower, that it counts its own calls only, and that the count is used up no longer than a minute.',
  of: { spent, fresh: freshWindow, paced },
  judge: ({ spent, fresh: { row }, paced }, note) => {
    const { windowMs } = spent;
    if (paced === null) return;
    const before = `, after ${spent.admitted} in a row at first`;
    expectServed(paced.alone, THREE_WINDOWS, `ten exchanges a ${windowInWords(windowMs)}, evenly spread`, before);
    note(`Only ${row.admitted} before a refusal, but ten a ${windowInWords(windowMs)}, evenly spread.`);
  },
});

export const dataGoesOn = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.data-goes-on',
  requirement: 'Data endpoints go on working while the exchange is throttled.',
  fix: 'Refuse the exchange alone: count its calls apart from those of the data endpoints.',
  of: { data: dataRefused },
  judge: ({ data: { refusal } }) => {
    if (refusal === null) return;
    answered(refusal);
    violation({
      expected: 'data, as before the exchange was throttled',
      actual: describe(refusal),
      replies: [refusal],
    });
  },
});

export const dataNotCounted = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.data-not-counted',
  requirement: 'Calls of data endpoints do not use up the limit of the exchange.',
  fix: 'Count the calls of `POST /auth/token` alone against its limit.',
  of: { spent, fresh: freshWindow, paced },
  judge: ({ spent: { windowMs }, fresh: { row }, paced }) => {
    if (row.admitted >= EXCHANGE_LIMIT) return;
    if (!paced?.withData) return inconclusive('Ten exchanges a minute are not served without data calls either.');
    const expected = `ten exchanges in a ${windowInWords(windowMs)} with data calls between them, as without`;
    expectServed(paced.withData, EXCHANGE_LIMIT, expected);
  },
});

export const countedPerAddress = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.counted-per-address',
  requirement: 'The limit holds for the calling address, whatever the credentials.',
  fix: 'Count exchanges by the address they come from, not by key.',
  of: { limited: limitedGrant, fresh: freshWindow },
  judge: ({ fresh: { row, others } }) => {
    if (row.refused === null) inconclusive('No exchange was refused in a window of its own.', row.last);
    const last = others.at(OTHERS - 1);
    if (last === undefined || !isGranted(last)) return;
    violation({
      expected: 'a refusal of other credentials too',
      actual: 'tokens for other credentials from the same address, again and again, while the first ones are refused',
      replies: [last],
    });
  },
});

function expectServed({ served, last }: Series, least: number, expected: string, before = ''): void {
  answered(last);
  if (served < least)
    violation({ expected, actual: `${served} served, then ${describe(last)}${before}`, replies: [last] });
}

function inAll({ served, spanMs }: Pick<Tally, 'served' | 'spanMs'>): string {
  return `${served} exchanges served within ${inSeconds(spanMs)}`;
}

function inRows({ rows: [first, ...later], ...all }: NonNullable<Excess>): string {
  const then = later.map((row) => `${row.served} after ${inSeconds(row.afterMs)}`);
  return `${inAll(all)}: ${first?.served ?? 0} up to a refusal, then ${inWords(then, 'and')}`;
}

import { describe, otherAnswer, violation } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { EXCHANGE_LIMIT } from '../../../src/http/exchange-ledger.ts';
import { hasFailed } from '../../../src/http/reply.ts';
import { amount, inWords } from '../../../src/text/in-words.ts';
import { requireAnswer } from '../expectations.ts';
import { isGranted, isBeyondEveryLimit, isBeyondTen, inSeconds, windowInWords } from '../readers/answers.ts';
import { limitedGrant } from '../token-exchange/right-credential-requests.ts';
import {
  afterLimitedData,
  dataAfter,
  exchangeThrottle,
  freshRows,
  recovery,
  rowAfterData,
  rowsWhileSpent,
  SPREAD,
  spent,
  throttled,
} from './requests.ts';

/** It takes one request more than the limit to show it, and two to be sure. */
const LIMIT = { section: 'listing §8', relaxation: 'throttle-window', requestsToShow: 13 } as const;
const SHARED = 'If others exchange tokens from this address, run again without them.';

export const limitExists = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.limit-exists',
  requirement: 'The exchange is limited to ten calls a minute.',
  problem: 'The token exchange is not limited',
  fix: 'Count the exchanges of each calling address, and refuse the eleventh in a minute. The address does not include the port, which changes with each connection (`RemoteAddr` in Go has both); and all workers and machines share one count.',
  of: { spent },
  judge: ({ spent: { row, total, windowMs } }, note) => {
    const { refused, last } = row;
    if (isBeyondEveryLimit(total, windowMs))
      violation({
        expected: `a refusal after ten exchanges in a ${windowInWords(windowMs)}`,
        actual: `${total.served} exchanges in ${inSeconds(total.spanMs)}, all granted`,
        replies: [last],
      });
    if (refused === null)
      inconclusive('The exchange answers so slowly that ten a minute were never exceeded for certain.', last);
    if (total.admitted < EXCHANGE_LIMIT) requireAnswer(refused);
    note(`Refused with ${describe(refused)}.`);
  },
});

export const recovers = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.recovers',
  requirement: 'After a minute without exchanges, exchanges work again.',
  problem: 'Exchanges do not work again after a minute',
  fix: `Let the count of an address run out within a minute; refused calls must not prolong it. ${SHARED}`,
  of: { recovery, spent },
  judge: ({ recovery: { reply }, spent: { row, windowMs } }) => {
    requireAnswer(reply);
    const expected = `a token after a quiet ${windowInWords(windowMs)}`;
    const more = `Before, ${row.admitted} were granted in ${inSeconds(row.spanMs)}.`;
    if (!isGranted(reply)) violation(otherAnswer(reply, expected, { more }));
  },
});

const ONE_ADDRESS = 'If the calls of this machine leave from several addresses, run again from one.';
const FIX_OF_WINDOW =
  'Let an exchange count for a whole minute: the window seems to be shorter, or a bucket refills faster than ten a minute.';

/** The same number before each refusal is the limit that is set, or a multiple of it. */
function fixOfCounts([first = 0, ...others]: readonly number[]): { readonly fix?: string } {
  if (others.length === 0 || others.some((served) => served !== first)) return {};
  const processes = first / EXCHANGE_LIMIT;
  const each = Number.isInteger(processes)
    ? ` If it is set to ten, ${processes} processes seem to count each for itself: let them share one count.`
    : '';
  return { fix: `The limit seems to be ${first} a minute: set it to ten.${each} ${ONE_ADDRESS}` };
}

export const noMoreThanTen = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.no-more-than-ten',
  requirement:
    'At most ten exchanges a minute are served, apart from what the edge of a window or the refill of a bucket lets through.',
  problem: 'More than ten exchanges a minute are served',
  fix: `Set the limit of the exchange to ten calls a minute for each calling address, and let all processes and machines share one count. ${ONE_ADDRESS}`,
  of: { spent, rowsWhileSpent, freshRows },
  judge: ({ spent: { row, total, windowMs }, rowsWhileSpent: { excess }, freshRows }, note) => {
    const expected = `a refusal after ten exchanges in a ${windowInWords(windowMs)}`;
    const beyond = [row, ...freshRows].filter((one) => isBeyondTen(one, windowMs));
    const isBeyondDoubt = beyond.length > 1 || beyond.some((one) => isBeyondEveryLimit(one, windowMs));
    // Exchanges before the first row count as well.
    const counts = beyond.map((one) => (one === row && isBeyondTen(total, windowMs) ? total : one));
    const [first = '', ...again] = counts.map((one, index) => {
      const end = beyond[index]?.refused ? 'then a refusal' : 'none refused';
      return `${one.served} granted in ${inSeconds(one.spanMs)}, ${end}`;
    });
    const replies = beyond.map(({ last }) => last);
    if (isBeyondDoubt) {
      const later = again.map((said) => `; after a quiet ${windowInWords(windowMs)}, ${said}`).join('');
      const actual = `${first}${later}`;
      violation({ expected, actual, replies, ...fixOfCounts(counts.map((one) => one.served)) });
    }
    if (excess !== null) {
      const [first, ...later] = excess.rows.map((one) => `${one.served} after ${inSeconds(one.afterMs)}`);
      const actual = `${excess.served} exchanges granted within ${inSeconds(excess.spanMs)}, each time until a refusal: ${first ?? ''}, ${inWords(later, 'and')}`;
      violation({ expected, actual, replies: [excess.last], fix: FIX_OF_WINDOW });
    }
    if (freshRows.at(-1) === beyond.at(-1) && beyond.length > 0)
      inconclusive('More than ten were served in a row, but perhaps because a window had just begun.', ...replies);
    note(`${total.admitted} were let through within ${inSeconds(total.spanMs)}.`);
  },
});

export const tenServed = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.ten-served',
  requirement: 'Ten exchanges a minute are served.',
  problem: 'Fewer than ten exchanges a minute are served',
  fix: `Serve ten exchanges in every minute: see that the limit is no lower, that it counts its own calls only, and that the counter resets within a minute. ${SHARED}`,
  of: { spent, freshRows },
  judge: ({ spent: { windowMs, total }, freshRows }) => {
    const [row, again = row] = freshRows;
    if (!row || !again || total.admitted >= EXCHANGE_LIMIT || again.admitted >= EXCHANGE_LIMIT) return;
    requireAnswer(again.last);
    const actual = `${again.admitted} granted in ${inSeconds(again.spanMs)}, then ${describe(again.last)}`;
    if (row.admitted <= SPREAD) inconclusive(`${actual}: ten may be spread evenly over the minute.`, again.last);
    if (again === row) inconclusive(`${actual}, in one ${windowInWords(windowMs)} alone.`, again.last);
    violation({
      expected: `ten exchanges in a ${windowInWords(windowMs)}`,
      actual: `${actual}; ${row.admitted} another time`,
      replies: [row.last, again.last],
    });
  },
});

export const dataGoesOn = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.data-goes-on',
  requirement: 'Data endpoints keep working while the exchange is throttled.',
  problem: 'Data endpoints stop while the exchange is throttled',
  fix: 'Refuse the exchange alone: count its calls apart from those of the data endpoints.',
  of: { spent, throttled },
  maybe: { after: dataAfter },
  judge: ({ spent: { data, known }, after }) => {
    if (known.length === 0) inconclusive('No token is served.');
    if (data === null) return;
    const { reply, isFirst } = data;
    requireAnswer(reply);
    const actual = describe(reply);
    // The data endpoint may have trouble, or a limit of its own, which would hardly begin with the first call.
    if (hasFailed(reply) || (reply.status === 429 && !(isFirst && after?.isServed)))
      inconclusive(`The data endpoint answered ${actual}, and perhaps not because of the throttle.`, reply);
    violation({ expected: 'data, as before the exchange was throttled', actual, replies: [reply] });
  },
});

export const dataNotCounted = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.data-not-counted',
  requirement: 'Calls of data endpoints do not use up the limit of the exchange.',
  problem: 'Calls of data endpoints use up the limit of the exchange',
  fix: `Count the calls of \`POST /auth/token\` alone against its limit. ${SHARED}`,
  of: { afterLimitedData },
  maybe: { spent, row: rowAfterData },
  judge: ({ afterLimitedData, spent, row }) => {
    if (afterLimitedData !== null) {
      const { reply, calls } = afterLimitedData;
      requireAnswer(reply);
      if (isGranted(reply)) return;
      violation({
        expected: 'a token for the first exchange in a minute, whatever data was asked for',
        actual: `${describe(reply)} after ${amount(calls, 'data call')}`,
        replies: [reply],
      });
    }
    if (spent === undefined) return inconclusive('The limit of the exchange was not met.');
    const { total, windowMs } = spent;
    if (total.admitted >= EXCHANGE_LIMIT) return;
    if (row === undefined || row === null)
      return inconclusive('Whether ten exchanges a minute are served without data calls was not seen.');
    requireAnswer(row.last);
    if (row.admitted < EXCHANGE_LIMIT)
      violation({
        expected: `ten exchanges in a ${windowInWords(windowMs)} after data calls, as without`,
        actual: `${row.admitted} served, then ${describe(row.last)}`,
        replies: [row.last],
      });
  },
});

export const countedPerAddress = exchangeThrottle.rule({
  ...LIMIT,
  id: 'exchange-throttle.counted-per-address',
  requirement: 'The limit holds for the calling address, whatever the credentials.',
  problem: 'The limit does not hold for the calling address as a whole',
  fix: 'Count exchanges by the address they come from, not by key.',
  of: { limited: limitedGrant, spent, throttled },
  judge: ({ spent: { besideLimit } }) => {
    if (besideLimit === null) return;
    violation({
      expected: 'a refusal of other credentials too',
      actual: 'tokens for other credentials from the same address, again and again, while the first ones are refused',
      replies: [besideLimit],
    });
  },
});

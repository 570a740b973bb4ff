import type { Payload } from '../../../src/engine/payload.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { EXCHANGE_LIMIT } from '../../../src/http/exchange-ledger.ts';
import { excuse, isDenied, type Reply } from '../../../src/http/reply.ts';
import { limitedCredentials, listingCredentials, templateId } from '../../givens.ts';
import { excuseIfShutOut } from '../listing-access/good-tokens.ts';
import { isGranted, lacksScope } from '../readers/answers.ts';
import { isBeyondEveryLimit, isBeyondTen, isTenTwice } from '../readers/limit-of-ten.ts';
import { firstToken } from '../token-exchange/requests.ts';
import { keyAndSecret } from '../values/exchange-request.ts';
import {
  exchangeUntilRefused,
  MOST_AT_ONCE,
  quietWindow,
  type Row,
  dataRefusal,
  longerPause,
} from './exchanges-in-a-row.ts';
import { shutOut, usedLast } from '../listing-access/records.ts';
import { exchangeThrottle, recovered, spent, throttled, freshWindow, readings } from './records.ts';

/*
 * What a window serves of which all is known, once the limit has ended.
 */

/** Calls of other credentials and the refused ones in turn. */
export const OTHERS = 5;
/** Data calls that would use up half of the limit, were they counted. */
const DATA_CALLS = EXCHANGE_LIMIT / 2;

/** A window of which all is known: one exchange, a few more, some data calls, then exchanges until one is refused. */
exchangeThrottle.traffic(
  {
    makes: freshWindow,
    phase: 'fresh window',
    uses: { recovered, spent, credentials: listingCredentials, token: firstToken, templateId },
    mayUse: { limited: limitedCredentials },
    sends: { toplists: DATA_CALLS + 3, token: EXCHANGE_LIMIT },
  },
  async ({ http, recovered, spent, credentials, token, templateId: { id }, limited }) => {
    const { ledger } = http;
    let { since } = recovered;
    const ask = () => http.toplists(id, { as: token, retry: 'never' });
    let before = await dataRefusal(ledger, ask, DATA_CALLS);
    // An address may be barred from data for as long as a window after each exchange that was refused.
    if (before !== null && before.status !== 401 && spent.data?.refusal) {
      await quietWindow(ledger, 'to see whether data calls are also refused without such exchanges');
      since = ledger.now();
      before = await dataRefusal(ledger, ask, DATA_CALLS);
    }
    const payload = keyAndSecret(http, credentials);
    // What counts a call only when it is answered lets those through that are under way together.
    const row = await exchangeUntilRefused(http, payload, { since, atOnce: MOST_AT_ONCE });
    const others = limited && row.refused ? await otherCredentials(http, payload, keyAndSecret(http, limited)) : [];
    const after = row.refused && before === null ? { refusal: await dataRefusal(ledger, ask) } : null;
    return { row, others, dataAfter: after };
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
    // Over one connection, which has one address even where this machine has several.
    const reply = await http.exchange(isOther ? other : same, 'throttled', 'kept');
    replies.push(reply);
    if (isGranted(reply) !== isOther || ledger.now() > tooLate) break;
  }
  return replies;
}

/**
 * The refusal of data while the exchange was throttled, excused if it may have another reason. A limit of the data
 * endpoint may be met by chance, but not twice, so soon after data was served.
 */
export const dataRefused = exchangeThrottle.record(
  {
    id: 'exchange-throttle.data-refused',
    of: { spent, throttled },
    maybe: { fresh: freshWindow, shut: shutOut, late: usedLast },
  },
  ({ spent: { data }, fresh, shut, late }) => {
    if (data === null) return inconclusive('No exchanged token is served.');
    const { refusal } = data;
    if (refusal === null || fresh?.dataAfter?.refusal === null) return { refusal: null };
    if (late?.exchanged && isDenied(late.exchanged) && (late.recognised !== null || lacksScope(late.exchanged)))
      inconclusive('The token is refused at the end of the run too.', late.exchanged);
    excuseIfShutOut(shut, refusal);
    const { status } = refusal;
    if (status === null || status === 401) return { refusal };
    const isUnclear = fresh ? fresh.dataAfter === null : status === 429 || status >= 500;
    const reason = status === 429 ? ': its own limit may be the reason' : ', and perhaps not because of the throttle';
    if (isUnclear) excuse(refusal, { why: `The data endpoint answered ${status}${reason}.`, shownBy: [refusal] });
    return { refusal };
  },
);

/**
 * What is known of how many are served in a row: the fresh window alone if ten were let through in both windows. Else two
 * more rows, each after a pause in which a bucket fills up, and a window that weighs the one before forgets it.
 */
exchangeThrottle.traffic(
  {
    makes: readings,
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

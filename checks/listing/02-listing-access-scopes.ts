import { describe, violation } from '../../src/engine/expect.ts';
import type { Check, Source } from '../../src/engine/node.ts';
import { blockedBy, inconclusive } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import type { Secret } from '../../src/http/secret.ts';
import { blocked, listingCredentials, listingToken, templateId } from '../givens.ts';
import { credentialsAccepted, firstToken } from './01-token-exchange.ts';
import {
  exchangedTokenAccepted,
  limitedExchange,
  limitedExchangedUse,
  limitedStaticUse,
  listingAccess,
  servedData,
  staticTokenAccepted,
  usedAgain,
} from './02-listing-access.ts';
import { usedLast } from './02-listing-access-lasting.ts';
import { noLeak, refusedElsewhere, withoutToken } from './02-listing-access-refused.ts';
import { isRefusal, judgeable, knowsTemplate } from './parts/data-answer.ts';
import { namesCode } from './parts/error-code.ts';
import { isGranted, keyAndSecret, rightCredentials } from './parts/exchange-request.ts';
import { isEnoughForLists, scopesOf } from './parts/granted-scopes.ts';
import { garbage } from './parts/near-miss.ts';

/** That the credentials given as limited are not; of static tokens nothing says what they hold. */
const limitedIndeed = listingAccess.stage(
  {
    id: 'listing-access.limited-indeed',
    needs: { limited: limitedExchange },
    prefers: { exchange: credentialsAccepted, served: exchangedTokenAccepted },
  },
  ({ limited: { scopes }, exchange, served }) => {
    const enough = served && exchange ? scopesOf(exchange) : null;
    return scopes === null || !isEnoughForLists(scopes, enough);
  },
);

/** What a mode refuses to a token without the scope; `accepted` says that it serves others. */
function withoutScope(
  mode: 'exchanged' | 'static',
  use: Source<Reply>,
  full: Source<Secret>,
  accepted: Check<Reply>,
  credential: string,
): Check<Reply> {
  const status = listingAccess.check(
    {
      id: `listing-access.${mode}-without-scope-403`,
      level: 'must',
      section: 'listing §5 rule 2',
      requirement: `${credential} that lacks the endpoint's scope is refused with 403.`,
      fix: 'Check the scopes of the credential at every endpoint, in both modes.',
      needs: { reply: use, templateId },
      prefers: {
        full,
        itIsAccepted: accepted,
        served: servedData,
        again: usedAgain,
        ...(mode === 'exchanged' ? { limitedIndeed } : {}),
      },
    },
    ({ reply, full: token, itIsAccepted, served, again, limitedIndeed: isLimited, templateId: { guessed } }) => {
      judgeable(reply);
      if (guessed && served === undefined) knowsTemplate(reply);
      // Where no token of this mode is served, this refusal is not of the scopes.
      if (!isGranted(reply) && reply.status !== 403 && token !== undefined && itIsAccepted === undefined)
        blockedBy(accepted);
      const hint =
        isLimited === false
          ? ' The exchange says that the credentials given as limited hold the scope for lists: if they do, supply others.'
          : '';
      if (reply.status !== 403)
        violation({
          expected: 'status 403',
          actual: describe(reply),
          message: `Expected status 403, got ${describe(reply)}.${hint}`,
          replies: [reply],
        });
      const later = again?.limited[mode];
      if (later && isGranted(later))
        violation({
          expected: 'status 403, as before',
          actual: `${describe(later)} when the same token was used again`,
          replies: [reply, later],
        });
      return reply;
    },
  );
  listingAccess.check(
    {
      id: `listing-access.${mode}-without-scope-code`,
      level: 'must',
      section: 'listing §7',
      requirement: `The refusal of ${credential.toLowerCase()} without the scope carries the code \`insufficient_scope\`.`,
      fix: 'Put the code `insufficient_scope` into the body of the 403.',
      needs: { refused: status, reply: use },
      prefers: { full, itIsAccepted: accepted },
    },
    ({ reply, full: token, itIsAccepted }) => {
      if (namesCode(reply, 'insufficient_scope')) return;
      if (token !== undefined && itIsAccepted === undefined) blockedBy(accepted);
      violation({ expected: 'the code insufficient_scope in the body', actual: describe(reply), replies: [reply] });
    },
  );
  listingAccess.check(
    {
      id: `listing-access.${mode}-without-scope-no-data`,
      level: 'must',
      section: 'listing §5 rule 2',
      requirement: `${credential} that lacks the scope gets no partial or filtered data.`,
      fix: 'Refuse before any data is read; send the error alone.',
      needs: { reply: use },
      prefers: { served: servedData, others: withoutToken, elsewhere: refusedElsewhere },
    },
    ({ reply, served, others, elsewhere }) => {
      judgeable(reply);
      if (isGranted(reply)) blockedBy(status);
      noLeak(reply, served, others?.[0], elsewhere);
    },
  );
  return status;
}

const exchangedRefused = withoutScope(
  'exchanged',
  limitedExchangedUse,
  firstToken,
  exchangedTokenAccepted,
  'An exchanged token',
);
const staticRefused = withoutScope('static', limitedStaticUse, listingToken, staticTokenAccepted, 'A static token');

listingAccess.check(
  {
    id: 'listing-access.without-scope-later',
    level: 'must',
    section: 'listing §5 rule 2',
    requirement: "A token that lacks the endpoint's scope is refused at the end of the run too.",
    fix: 'Check the scopes of the credential itself at every request, and default to none where they are not at hand.',
    needs: { late: usedLast },
    prefers: { exchanged: exchangedRefused, static: staticRefused },
  },
  ({ late, ...before }) => {
    const modes = (['exchanged', 'static'] as const).filter((mode) => before[mode] !== undefined);
    if (modes.length === 0) blockedBy(staticRefused);
    for (const mode of modes) {
      const [first, reply] = [before[mode], late.limited[mode]];
      if (!first || !reply) continue;
      if (isGranted(reply))
        violation({
          expected: 'status 403, as before',
          actual: `${describe(reply)} at the end of the run`,
          replies: [first, reply],
        });
      if (!isRefusal(reply)) inconclusive(`Whether the scope is asked for does not show: ${describe(reply)}.`, reply);
    }
  },
);

const blockedExchange = listingAccess.stage(
  {
    id: 'listing-access.blocked-exchange',
    needs: { blocked, credentials: listingCredentials },
    sends: { token: 1 },
  },
  ({ http, credentials }) => http.exchange(keyAndSecret(http, credentials), rightCredentials),
);

const blockedStatus = listingAccess.check(
  {
    id: 'listing-access.blocked-exchange-403',
    level: 'must',
    section: 'listing §5 rule 3',
    requirement: 'An exchange from an address that is not on the allowlist is refused with 403.',
    fix: 'Check the address at the exchange, and answer 403 where it is not on the list.',
    needs: { reply: blockedExchange },
  },
  ({ reply }) => {
    judgeable(reply);
    if (reply.status !== 403) violation({ expected: 'status 403', actual: describe(reply), replies: [reply] });
  },
);

listingAccess.check(
  {
    id: 'listing-access.blocked-exchange-code',
    level: 'must',
    section: 'listing §7',
    requirement: 'The refusal of an address that is not on the allowlist carries the code `ip_not_allowed`.',
    fix: 'Put the code `ip_not_allowed` into the body of the 403.',
    needs: { refused: blockedStatus, reply: blockedExchange },
  },
  ({ reply }) => {
    if (!namesCode(reply, 'ip_not_allowed'))
      violation({ expected: 'the code ip_not_allowed in the body', actual: describe(reply), replies: [reply] });
  },
);

listingAccess.check(
  {
    id: 'listing-access.blocked-data-401',
    level: 'must',
    section: 'listing §7',
    requirement:
      'A data endpoint answers 401 to an address that is not on the allowlist, with a good token and without.',
    fix: 'Check the address at the data endpoints too, and answer 401 there, not the 403 of the exchange.',
    needs: { blocked, token: listingToken, templateId },
    sends: { toplists: 3 },
  },
  async ({ http, token, templateId: { id, guessed }, note }) => {
    for (const [as, how] of [
      [token, 'with the static token'],
      [garbage(), 'with a token that was never issued'],
      [null, 'without a token'],
    ] as const) {
      const reply = await http.toplists(id, { as });
      judgeable(reply);
      if (guessed) knowsTemplate(reply);
      if (reply.status !== 401)
        violation({ expected: 'status 401', actual: `${describe(reply)} to a request ${how}`, replies: [reply] });
    }
    note('That the static token is good only a run from an address on the list shows.');
  },
);

import { describe, violation } from '../../src/engine/expect.ts';
import type { Check, Source } from '../../src/engine/node.ts';
import { blockedBy, inconclusive } from '../../src/engine/signal.ts';
import { isDenied, type Reply } from '../../src/http/reply.ts';
import type { Secret } from '../../src/http/secret.ts';
import { listingToken, templateId } from '../givens.ts';
import { credentialsAccepted, firstToken, mayBeOffAllowlist } from './01-token-exchange.ts';
import {
  exchangedTokenAccepted,
  limitedAnswer,
  limitedElsewhere,
  limitedExchange,
  limitedExchangedUse,
  limitedStaticUse,
  listingAccess,
  servedData,
  staticTokenAccepted,
  usedAgain,
} from './02-listing-access.ts';
import { exchangedTokenLasts, staticTokenLasts, usedLast } from './02-listing-access-lasting.ts';
import { mayBeShutOut, noLeak, refusedElsewhere, withoutToken } from './02-listing-access-refused.ts';
import { judgeable, knowsTemplate } from './parts/data-answer.ts';
import { carriesCode, namesCode } from './readers/error-code.ts';
import { isGranted } from './values/exchange-request.ts';
import { areAccepted, type Uses } from './parts/good-uses.ts';
import { isEnoughForLists, scopesOf } from './readers/granted-scopes.ts';

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

/** A way to get at a token, and what there is to tell how it treats one without the scope. */
interface Mode {
  readonly name: 'exchanged' | 'static';
  /** As in `An exchanged token`. */
  readonly token: string;
  /** The answer to a token without the scope. */
  readonly use: Source<Reply>;
  readonly full: Source<Secret>;
  /** That a token with the scope is served, and that it is to the end. */
  readonly accepted: Check<Reply>;
  readonly lasts: Check<Uses>;
}

const EXCHANGED: Mode = {
  name: 'exchanged',
  token: 'An exchanged token',
  use: limitedExchangedUse,
  full: firstToken,
  accepted: exchangedTokenAccepted,
  lasts: exchangedTokenLasts,
};

const STATIC: Mode = {
  name: 'static',
  token: 'A static token',
  use: limitedStaticUse,
  full: listingToken,
  accepted: staticTokenAccepted,
  lasts: staticTokenLasts,
};

const NOT_LIMITED =
  ' The exchange says that the credentials given as limited hold the scope for lists: if they do, supply others.';

function isRefusedWith403(mode: Mode): Check<Reply> {
  return listingAccess.check(
    {
      id: `listing-access.${mode.name}-without-scope-403`,
      level: 'must',
      section: 'listing §5 rule 2',
      requirement: `${mode.token} that lacks the endpoint's scope is refused with 403.`,
      fix: 'Check the scopes of the credential at every endpoint, in both modes, whatever is asked for, and answer 403 where one is missing: 401 is for tokens that are not valid.',
      needs: { reply: mode.use, templateId },
      prefers: {
        full: mode.full,
        itIsAccepted: mode.accepted,
        served: servedData,
        again: usedAgain,
        elsewhere: limitedElsewhere,
        exchange: limitedAnswer,
        ...(mode === EXCHANGED ? { limitedIndeed } : {}),
      },
    },
    ({ reply, full, itIsAccepted, served, again, elsewhere, limitedIndeed, exchange, templateId: { guessed } }) => {
      judgeable(reply);
      mayBeOffAllowlist(reply, exchange);
      if (guessed && served === undefined) knowsTemplate(reply, false);
      // Where no token of this mode is served, this refusal is not of the scopes.
      if (!isGranted(reply) && reply.status !== 403 && full !== undefined && itIsAccepted === undefined)
        blockedBy(mode.accepted);
      if (reply.status !== 403)
        violation({
          expected: 'status 403',
          actual: describe(reply),
          message: `Expected status 403, got ${describe(reply)}.${limitedIndeed === false ? NOT_LIMITED : ''}`,
          replies: [reply],
        });
      const later = again?.limited[mode.name];
      if (later && isGranted(later))
        violation({
          expected: 'status 403, as before',
          actual: `${describe(later)} when the same token was used again`,
          replies: [reply, later],
        });
      const other = elsewhere?.[mode.name];
      if (other && isGranted(other))
        violation({
          expected: 'status 403 for every template',
          actual: `${describe(other)} when the same token asked for another one`,
          replies: [reply, other],
        });
      return reply;
    },
  );
}

function namesTheCode(mode: Mode, refused: Check<Reply>): Check<Reply> {
  return listingAccess.check(
    {
      id: `listing-access.${mode.name}-without-scope-code`,
      level: 'must',
      section: 'listing §7',
      requirement: `The refusal of ${mode.token.toLowerCase()} without the scope carries the code \`insufficient_scope\`.`,
      fix: 'Put the code `insufficient_scope` into the body of the 403.',
      needs: { refused, reply: mode.use },
      prefers: { full: mode.full, itIsAccepted: mode.accepted },
    },
    ({ reply, full, itIsAccepted }) => {
      const isOfMode = full === undefined || itIsAccepted !== undefined;
      if (!isOfMode && !namesCode(reply, 'insufficient_scope')) blockedBy(mode.accepted);
      carriesCode(reply, 'insufficient_scope');
      return reply;
    },
  );
}

function getsNoData(mode: Mode, refused: Check<Reply>): Check<Reply> {
  return listingAccess.check(
    {
      id: `listing-access.${mode.name}-without-scope-no-data`,
      level: 'must',
      section: 'listing §5 rule 2',
      requirement: `${mode.token} that lacks the scope gets no partial or filtered data.`,
      fix: 'Refuse before any data is read; send the error alone.',
      needs: { reply: mode.use },
      prefers: { served: servedData, others: withoutToken, elsewhere: refusedElsewhere },
    },
    ({ reply, served, others, elsewhere }) => {
      judgeable(reply);
      if (isGranted(reply)) blockedBy(refused);
      noLeak(reply, { served, others, elsewhere });
      return reply;
    },
  );
}

/** What a mode refuses to a token without the scope. */
function withoutScope(mode: Mode) {
  const status = isRefusedWith403(mode);
  return { status, code: namesTheCode(mode, status), noData: getsNoData(mode, status) };
}

export const exchangedRefused = withoutScope(EXCHANGED);
export const staticRefused = withoutScope(STATIC);

export const refusedLater = listingAccess.check(
  {
    id: 'listing-access.without-scope-later',
    level: 'must',
    section: 'listing §5 rule 2',
    requirement: "A token that lacks the endpoint's scope is refused in the same way later, and at the end of the run.",
    fix: 'Check the scopes of the credential itself at every request, and default to none where they are not at hand. Send the same error alone every time, and keep the token known.',
    needs: { late: usedLast },
    prefers: {
      again: usedAgain,
      exchanged: exchangedRefused.status,
      exchangedCode: exchangedRefused.code,
      exchangedNoData: exchangedRefused.noData,
      exchangedFull: firstToken,
      exchangedLasts: exchangedTokenLasts,
      static: staticRefused.status,
      staticCode: staticRefused.code,
      staticNoData: staticRefused.noData,
      staticFull: listingToken,
      staticLasts: staticTokenLasts,
      served: servedData,
      others: withoutToken,
      elsewhere: refusedElsewhere,
    },
  },
  ({ again, late, served, others, elsewhere, ...before }) => {
    const moments = [
      { uses: again, when: 'when the same token was used again' },
      { uses: late, when: 'at the end of the run' },
    ];
    const later = [EXCHANGED, STATIC].flatMap(({ name: mode, lasts }) => {
      const first = before[mode];
      return first === undefined ? [] : moments.map((moment) => ({ mode, lasts, first, ...moment }));
    });
    if (later.length === 0) blockedBy(staticRefused.status);
    let unknown: Reply | null = null;
    for (const { mode, lasts, first, uses, when } of later) {
      const reply = uses?.limited[mode];
      if (!uses || !reply) continue;
      judgeable(reply);
      const isAsBefore =
        reply.status === 403 && (before[`${mode}Code`] === undefined || namesCode(reply, 'insufficient_scope'));
      if (!isAsBefore && !isGranted(reply)) {
        const isRefused = isDenied(reply);
        if (isRefused && before[`${mode}Full`] !== undefined && before[`${mode}Lasts`] === undefined) blockedBy(lasts);
        // Where other tokens are not accepted either, this is no matter of scopes.
        if (!areAccepted(uses) || (isRefused && uses.limited.recognised === null)) {
          if (!isRefused) inconclusive(`Whether the scope is asked for does not show: ${describe(reply)}.`, reply);
          unknown ??= reply;
          continue;
        }
      }
      if (!isAsBefore)
        violation({
          expected: `status 403${reply.status === 403 ? ' with the code insufficient_scope' : ''}, as before`,
          actual: `${describe(reply)} ${when}`,
          replies: [first, reply],
        });
      if (before[`${mode}NoData`] !== undefined) noLeak(reply, { served, others, elsewhere }, ` ${when}`);
    }
    if (unknown !== null) mayBeShutOut(unknown, unknown);
    return late;
  },
);

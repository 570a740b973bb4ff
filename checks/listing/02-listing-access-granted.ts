import { describe, violation } from '../../src/engine/expect.ts';
import { blockedBy } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import { cut } from '../../src/text/cut.ts';
import { credentialsAccepted } from './01-token-exchange.ts';
import { laterUses, tries } from './01-token-exchange-again.ts';
import {
  exchangedTokenAccepted,
  limitedExchange,
  limitedExchangedUse,
  listingAccess,
  staticTokenAccepted,
  usedAtOnce,
} from './02-listing-access.ts';
import { exchangedTokenLasts, staticTokenLasts } from './02-listing-access-lasting.ts';
import { exchangedRefused, refusedLater, staticRefused } from './02-listing-access-scopes.ts';
import { isAnswered } from './parts/at-once.ts';
import { judgeable } from './parts/data-answer.ts';
import { isGranted } from './values/exchange-request.ts';
import { lacksScope } from './parts/good-uses.ts';
import { scopesOf, TOPLIST_SCOPE } from './readers/granted-scopes.ts';

/**
 * Which scope an endpoint requires is not laid down, but it is one: of two tokens of which one is served and the other
 * lacks the scope, the first must have been granted one that the second was not.
 */
listingAccess.check(
  {
    id: 'listing-access.granted-scopes-decide',
    level: 'must',
    section: 'listing §4.1',
    requirement:
      'The `scopes` of an exchange are those of its token: where one token is served and another lacks the scope, the first lists a scope that the other does not.',
    fix: 'List in `scopes` all that the credential holds and nothing else, out of the same place that the endpoints look at.',
    needs: { exchange: credentialsAccepted, first: exchangedTokenAccepted },
    prefers: { tries, later: laterUses, limited: limitedExchange, limitedUse: limitedExchangedUse },
  },
  ({ exchange, first, tries: again, later, limited, limitedUse }) => {
    const served = [
      { granted: exchange, use: first },
      ...(again && later?.newer && isGranted(later.newer) ? [{ granted: again.second, use: later.newer }] : []),
    ].map(({ granted, use }) => ({ granted, use, scopes: namesOf(granted) }));
    const refused =
      limited && limitedUse && lacksScope(limitedUse) ? { ...limited, scopes: namesOf(limited.reply) } : null;
    for (const { granted, use, scopes } of served) {
      if (scopes.length === 0)
        violation({
          expected: 'the scope that GET /toplists requires, for the token is served',
          actual: 'no scope',
          pointer: '/scopes',
          replies: [use, granted],
        });
      if (refused !== null && limitedUse && scopes.every((scope) => refused.scopes.includes(scope)))
        violation({
          expected: 'a scope in the answer to the full credentials that is not in the answer to the limited ones',
          actual: `${listed(scopes)} for the full credentials, whose token is served, and ${listed(refused.scopes)} for the limited ones, whose token is not`,
          pointer: '/scopes',
          // The last one is the one to look at: the list that lacks a scope, or the one that has one too many.
          replies: scopes.includes(TOPLIST_SCOPE)
            ? [use, granted, limitedUse, refused.reply]
            : [limitedUse, refused.reply, use, granted],
        });
    }
  },
);

function listed(scopes: readonly string[]): string {
  return cut(JSON.stringify(scopes), 200);
}

/** The scopes that an exchange says it granted, where they are what another check asks for. */
function namesOf(reply: Reply): string[] {
  const scopes = scopesOf(reply);
  const names = scopes?.filter((scope) => typeof scope === 'string') ?? [];
  return scopes === null || names.length < scopes.length ? blockedBy({ id: 'token-exchange.scopes' }) : names;
}

listingAccess.check(
  {
    id: 'listing-access.own-token-decides',
    level: 'must',
    section: 'listing §5 rule 2',
    requirement: 'Of requests that are under way at once, each is answered by the scopes of its own token.',
    fix: 'Keep token and scopes with the request, not in a variable, a session or a connection that requests share.',
    needs: { uses: usedAtOnce },
    prefers: {
      isExchangedServed: exchangedTokenAccepted,
      isStaticServed: staticTokenAccepted,
      exchanged: exchangedRefused.status,
      static: staticRefused.status,
      refusedLater,
      exchangedLasts: exchangedTokenLasts,
      staticLasts: staticTokenLasts,
    },
    once: true,
  },
  ({ uses, isExchangedServed, isStaticServed, refusedLater: later, exchangedLasts, staticLasts, ...refused }) => {
    if (!isExchangedServed && !isStaticServed) blockedBy(exchangedTokenAccepted);
    const known = uses.filter(({ mode, isLimited }) => !isLimited || refused[mode] !== undefined);
    if (!known.some(({ isLimited }) => isLimited)) blockedBy(staticRefused.status);
    for (const { mode, isLimited, reply } of known) {
      if (isLimited ? !isGranted(reply) : !lacksScope(reply)) continue;
      // What came to be so with time came to be so for a token that is used alone, too.
      if (isLimited && later === undefined) blockedBy(refusedLater);
      if (!isLimited && mode === 'exchanged' && exchangedLasts === undefined) blockedBy(exchangedTokenLasts);
      if (!isLimited && mode === 'static' && staticLasts === undefined) blockedBy(staticTokenLasts);
      violation({
        expected: `${isLimited ? 'status 403' : 'data'}, as when the token was used alone`,
        actual: `${describe(reply)} to a token ${isLimited ? 'without' : 'with'} the scope, while others were used`,
        replies: [reply],
      });
    }
    for (const limited of [true, false]) {
      const replies = known.filter(({ isLimited }) => isLimited === limited).map(({ reply }) => reply);
      if (!replies.some(isAnswered)) replies.forEach(judgeable);
    }
  },
);

import { otherAnswer, violation } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { cut } from '../../../src/text/cut.ts';
import { anyLimited, listingToken, templateId } from '../../givens.ts';
import {
  expectCode,
  expectNoToken,
  expectRefusal,
  expectStatus,
  requireVerdict,
  requireTemplate,
} from '../expectations.ts';
import { isGranted, lacksScope, scopesOf, TOPLIST_SCOPE } from '../readers/answers.ts';
import { blockedExchange, firstUses, granted, limitedGrant } from '../token-exchange/right-credential-requests.ts';
import {
  limitedReply,
  limitedUse,
  listingAccess,
  momentsOf,
  servedData,
  usedAt,
  usedAtOnce,
  type Mode,
  blockedUses,
} from './requests.ts';

// Callers that are known but not allowed: tokens that lack the scope, and addresses that are not on the allowlist. From such
// an address (--listing-blocked) nothing but the allowlist is judged.

function rulesWithoutScope(name: Mode) {
  const reply = limitedReply[name];
  const token = name === 'static' ? 'A static token' : 'An exchanged token';
  return {
    status: listingAccess.rule({
      id: `listing-access.${name}-without-scope-403`,
      section: 'listing §5 rule 2',
      requirement: `${token} that lacks the endpoint's scope is refused with 403.`,
      problem: `${token} without the scope is not answered 403`,
      fix: 'Check the scopes of the credential at every endpoint, in both modes, and answer 403 if one is missing: 401 is for tokens that are not valid.',
      of: { reply, templateId, served: servedData },
      maybe: { limited: limitedGrant },
      judge: ({ reply, served, limited, templateId: { guessed } }) => {
        requireVerdict(reply);
        if (guessed && served === null) requireTemplate(reply);
        if (reply.status === 403) return;
        const holdsScope = name === 'exchanged' && limited?.scopes?.includes(TOPLIST_SCOPE);
        violation(otherAnswer(reply, [403], holdsScope ? { more: NOT_LIMITED } : {}));
      },
    }),
    code: listingAccess.rule({
      id: `listing-access.${name}-without-scope-code`,
      section: 'listing §7',
      requirement: `The refusal of ${token.toLowerCase()} without the scope carries the code \`insufficient_scope\`.`,
      problem: `${token} without the scope does not get \`insufficient_scope\``,
      fix: 'Put the code `insufficient_scope` into the body of the 403.',
      of: { reply },
      judge: ({ reply }) => expectCode(reply, 'insufficient_scope'),
    }),
    noData: listingAccess.rule({
      id: `listing-access.${name}-without-scope-no-data`,
      section: 'listing §5 rule 2',
      requirement: `${token} that lacks the scope gets no partial or filtered data.`,
      problem: `${token} without the scope gets data`,
      fix: 'Refuse before any data is read; send the error alone.',
      of: { reply, served: servedData },
      judge: ({ reply, served }) => expectRefusal(reply, '', served),
    }),
  };
}

const NOT_LIMITED =
  'The exchange says that the credentials given as limited hold the scope for lists: if they do, supply others.';

export const withoutScope = { exchanged: rulesWithoutScope('exchanged'), static: rulesWithoutScope('static') };

export const withoutScopeLater = listingAccess.rule({
  id: 'listing-access.without-scope-later',
  ofWholeRun: true,
  section: 'listing §5 rule 2',
  requirement: "A token that lacks the endpoint's scope is refused with 403 later too, and at the end of the run.",
  problem: 'A token without the scope is answered differently later',
  fix: 'Check the scopes of the credential itself at every request, and default to none if they are not at hand. Send the error alone every time, and keep the token known.',
  of: { anyLimited, ...usedAt, served: servedData },
  maybe: limitedUse,
  judge: ({ exchanged, static: fixed, served, ...uses }) => {
    const first = { exchanged, static: fixed };
    const later = momentsOf(uses).filter(({ isLimited, mode }) => isLimited && first[mode]?.status === 403);
    if (later.length === 0) inconclusive('This takes a token that is refused because it lacks the scope.');
    every(later, ({ reply, when }) => {
      expectStatus(reply, 403, when);
      expectRefusal(reply, when, served);
    });
  },
});

/** The contract does not name the scope that an endpoint requires, but of two tokens only the one served holds it. */
export const grantedScopesDecide = listingAccess.rule({
  id: 'listing-access.granted-scopes-decide',
  section: 'listing §4.1',
  requirement:
    'The `scopes` of an exchange are those of its token: if one token is served and another lacks the scope, the first lists a scope that the other does not.',
  problem: 'The `scopes` of an exchange are not those of its token',
  fix: 'List in `scopes` all that the credential holds and nothing else, from the same place that the endpoints look at.',
  of: { granted, uses: firstUses },
  maybe: { limited: limitedGrant, limitedUse: limitedUse.exchanged },
  judge: ({ granted, uses: { first }, limited, limitedUse }) => {
    if (!isGranted(first)) inconclusive('The exchanged token is not served.', first);
    const scopes = namesOf(granted);
    if (scopes.length === 0)
      violation({
        expected: 'the scope that GET /toplists requires, for the token is served',
        actual: 'no scope',
        pointer: '/scopes',
        replies: [first, granted],
      });
    if (!limited || !limitedUse || !lacksScope(limitedUse)) return;
    const others = namesOf(limited.reply);
    if (scopes.some((scope) => !others.includes(scope))) return;
    violation({
      expected: 'a scope in the answer to the full credentials that is not in the answer to the limited ones',
      actual: `${listed(scopes)} for the full credentials, whose token is served, and ${listed(others)} for the limited ones, whose token is not`,
      pointer: '/scopes',
      replies: [first, granted, limitedUse, limited.reply],
    });
  },
});

function namesOf(reply: Reply): readonly string[] {
  const scopes = scopesOf(reply);
  if (!scopes?.every((scope) => typeof scope === 'string'))
    return inconclusive('The `scopes` of an exchange are unreadable.', reply);
  return scopes;
}

function listed(scopes: readonly string[]): string {
  return cut(JSON.stringify(scopes), 200);
}

export const ownTokenDecides = listingAccess.rule({
  id: 'listing-access.own-token-decides',
  section: 'listing §5 rule 2',
  requirement: 'Each of several concurrent requests is answered by the scopes of its own token.',
  problem: 'Concurrent requests are answered by the scopes of another token',
  fix: 'Keep token and scopes with the request, not in a variable, a session or a connection that requests share. Let several requests use one token at once, without a lock.',
  of: { uses: usedAtOnce },
  once: true,
  judge: ({ uses }) => {
    every(uses, ({ isLimited, reply }) => {
      requireVerdict(reply);
      if (isLimited ? !isGranted(reply) : !lacksScope(reply)) return;
      violation(
        otherAnswer(reply, `${isLimited ? 'status 403' : 'data'}, as when the token was used alone`, {
          circumstance: `to a token ${isLimited ? 'without' : 'with'} the scope, while others were used`,
        }),
      );
    });
  },
});

export const blockedExchange403 = listingAccess.rule({
  id: 'listing-access.blocked-exchange-403',
  section: 'listing §5 rule 3',
  requirement: 'An exchange from an address that is not on the allowlist is refused with 403.',
  problem: 'An address that is not on the allowlist is not answered 403',
  fix: 'Check the address at the exchange, and answer 403 with the error alone if it is not on the list.',
  of: { reply: blockedExchange },
  judge: ({ reply }) => {
    expectStatus(reply, 403);
    expectNoToken(reply);
  },
});

export const blockedExchangeCode = listingAccess.rule({
  id: 'listing-access.blocked-exchange-code',
  section: 'listing §7',
  requirement: 'The refusal of an address that is not on the allowlist carries the code `ip_not_allowed`.',
  problem: 'The refusal of an address has another code than `ip_not_allowed`',
  fix: 'Put the code `ip_not_allowed` into the body of the 403.',
  of: { reply: blockedExchange },
  judge: ({ reply }) => expectCode(reply, 'ip_not_allowed'),
});

listingAccess.rule({
  id: 'listing-access.blocked-data-401',
  section: 'listing §7',
  requirement: 'A data endpoint answers 401 to an address that is not on the allowlist, with a good token and without.',
  problem: 'An address that is not on the allowlist is not answered 401',
  fix: 'Check the address at the data endpoints too, and answer 401 there, not the 403 of the exchange.',
  of: { uses: blockedUses, templateId },
  maybe: { token: listingToken },
  judge: ({ uses, token, templateId: { guessed } }, note) => {
    every(uses, ({ how, reply }) => {
      if (guessed) requireTemplate(reply);
      expectStatus(reply, 401, `to a request ${how}`);
    });
    // Without a token or with an unknown one, addresses on the list are refused too.
    if (!token) inconclusive('That a good token is refused too only shows with --listing-token.');
    note('Only a run from an address on the list shows that the static token is good.');
  },
});

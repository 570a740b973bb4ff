import { describe } from '../../../src/engine/expect.ts';
import type { Given, Traffic } from '../../../src/engine/node.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import {
  anyLimited,
  blocked,
  limitedToken,
  listingCredentials,
  listingToken,
  notBlocked,
  templateId,
} from '../../givens.ts';
import { mayBeOffAllowlist } from '../expectations.ts';
import { listing } from '../phases.ts';
import { isGranted, lacksScope } from '../readers/answers.ts';
import { firstToken, firstUses, limitedExchange, limitedGrant } from '../token-exchange/right-credential-requests.ts';
import { garbage } from '../values/nearly-right-credentials.ts';
import { useTokens, type GoodToken, type Mode } from './use-tokens.ts';

export const listingAccess = listing.module('listing-access', 'Access to listings');

// What is asked with right tokens. It comes before wrong ones, which may get this address shut out.

function useOfStatic(name: string, token: Given<Secret>, isKnownGood: boolean) {
  return listingAccess.traffic(
    {
      id: `listing-access.${name}`,
      phase: 'first tokens',
      uses: { notBlocked, token, templateId },
      sends: { toplists: 1 },
    },
    ({ http, token, templateId: { id } }) => http.toplists(id, { as: token, isKnownGood }),
  );
}

export const staticUse = useOfStatic('static-use', listingToken, true);

export const limitedUse = {
  static: useOfStatic('limited-static-use', limitedToken, false),
  exchanged: listingAccess.traffic(
    {
      id: 'listing-access.limited-exchanged-use',
      phase: 'limited credentials',
      uses: { limited: limitedGrant, templateId },
      sends: { toplists: 1 },
    },
    ({ http, limited: { token }, templateId: { id } }) => http.toplists(id, { as: token }),
  ),
};

/** What a token without the scope is answered, unless that is not about the scope: no token of its mode is served. */
function refusedForScope(mode: Mode, reply: Traffic<Reply>) {
  return listingAccess.record(
    {
      id: `listing-access.limited-${mode}-reply`,
      of: { reply },
      maybe: { uses: firstUses, staticUse, exchange: limitedExchange },
    },
    ({ reply, uses, staticUse, exchange }) => {
      mayBeOffAllowlist(reply, exchange);
      const full = mode === 'exchanged' ? uses?.first : staticUse;
      if (full !== undefined && !isGranted(full) && !isGranted(reply) && !lacksScope(reply))
        inconclusive(`No token of this kind is served, whatever its scopes: ${describe(full)}.`, full);
      return reply;
    },
  );
}

export const limitedReply = {
  exchanged: refusedForScope('exchanged', limitedUse.exchanged),
  static: refusedForScope('static', limitedUse.static),
};

/** The tokens of the run: those with the scope that were served, and those without it. */
export const goodTokens = listingAccess.record(
  {
    id: 'listing-access.good-tokens',
    of: {},
    maybe: {
      token: firstToken,
      uses: firstUses,
      fixed: listingToken,
      staticUse,
      limited: limitedGrant,
      limitedFixed: limitedToken,
      credentials: listingCredentials,
    },
  },
  ({ token, uses, fixed, staticUse, limited, limitedFixed, credentials }) => {
    const of = (as: Secret | undefined, mode: Mode, isLimited: boolean): GoodToken[] =>
      as ? [{ as, mode, isLimited }] : [];
    const isServed = uses !== undefined && isGranted(uses.first);
    return {
      all: [
        ...(isServed ? of(token, 'exchanged', false) : []),
        ...(staticUse && isGranted(staticUse) ? of(fixed, 'static', false) : []),
        ...of(limited?.token, 'exchanged', true),
        ...of(limitedFixed, 'static', true),
      ],
      credentials: (isServed && credentials) || null,
    };
  },
);

/** Data as it is served to a good credential, to recognise it elsewhere; `null` if it is served to none. */
export const servedData = listingAccess.record(
  { id: 'listing-access.served-data', of: {}, maybe: { uses: firstUses, staticUse } },
  ({ uses, staticUse }) => [uses?.first, staticUse].find((reply) => reply && isGranted(reply)) ?? null,
);

export const withTokens = { notBlocked, tokens: goodTokens, templateId };

function useAll(name: string, phase: Phase, isKnownGood = false) {
  return listingAccess.traffic(
    { id: `listing-access.${name}`, phase, uses: withTokens, sends: { toplists: 4, token: 0 } },
    ({ http, tokens, templateId: { id } }) => useTokens(http, id, tokens, isKnownGood),
  );
}

type Phase = 'all tokens again' | 'after wrong tokens' | 'end of the run';

/** The answers to all tokens when they are used again, at each moment of the run. */
export const usedAt = {
  again: useAll('used-again', 'all tokens again', true),
  afterWrong: useAll('used-after-wrong', 'after wrong tokens'),
  late: useAll('used-last', 'end of the run'),
};

/** The tokens that were answered as they should be when they were used alone, twice each. */
export const usedAtOnce = listingAccess.traffic(
  {
    id: 'listing-access.used-at-once',
    phase: 'all tokens at once',
    uses: { anyLimited, again: usedAt.again, templateId },
    sends: { toplists: 8 },
  },
  ({ http, again, templateId: { id } }) => {
    const known = again.all.filter(({ isLimited, reply }) => (isLimited ? reply.status === 403 : isGranted(reply)));
    if (new Set(known.map(({ isLimited }) => isLimited)).size < 2)
      inconclusive('This takes a token that is served, and one that is refused because it lacks the scope.');
    return Promise.all(
      [...known, ...known].map(async (token) => ({ ...token, reply: await http.toplists(id, { as: token.as }) })),
    );
  },
);

export const blockedUses = listingAccess.traffic(
  {
    id: 'listing-access.blocked-uses',
    phase: 'first tokens',
    uses: { blocked, templateId },
    mayUse: { token: listingToken },
    sends: { toplists: 3 },
  },
  async ({ http, token, templateId: { id } }) => {
    const ask = async (how: string, as: Secret | null) => ({ how, reply: await http.toplists(id, { as }) });
    const withToken = token === undefined ? [] : [await ask('with the static token', token)];
    const others = [await ask('with a token that was never issued', garbage()), await ask('without a token', null)];
    return { hasToken: token !== undefined, all: [...withToken, ...others] };
  },
);

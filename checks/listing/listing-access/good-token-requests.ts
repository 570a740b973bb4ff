import { describe } from '../../../src/engine/expect.ts';
import type { Given, Traffic } from '../../../src/engine/node.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { isDenied, type Reply } from '../../../src/http/reply.ts';
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
import { isGranted, lacksScope } from '../readers/answers.ts';
import { isEnoughForLists, scopesOf } from '../readers/grant.ts';
import {
  firstToken,
  firstUses,
  granted,
  laterUses,
  limitedExchange,
  limitedGrant,
  secondGrant,
} from '../token-exchange/right-credential-requests.ts';
import { garbage } from '../values/nearly-right-credentials.ts';
import { AT_ONCE, useAtOnce, useTokens } from './use-tokens.ts';
import { goodTokens, listingAccess, MODES, shutOut, usedAt, withTokens } from './records.ts';

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
function refusedForScope(name: string, reply: Traffic<Reply>, full: Traffic<Reply>) {
  return listingAccess.record(
    { id: `listing-access.${name}`, of: { reply }, maybe: { full, exchange: limitedExchange } },
    ({ reply, full, exchange }) => {
      mayBeOffAllowlist(reply, exchange);
      if (full !== undefined && !isGranted(full) && !isGranted(reply) && !lacksScope(reply))
        inconclusive(`No token of this kind is served, whatever its scopes: ${describe(full)}.`, full);
      return reply;
    },
  );
}

const exchangedUse = listingAccess.record(
  { id: 'listing-access.exchanged-use', of: { uses: firstUses } },
  ({ uses }) => uses.first,
);

export const limitedReply = {
  exchanged: refusedForScope('limited-exchanged-reply', limitedUse.exchanged, exchangedUse),
  static: refusedForScope('limited-static-reply', limitedUse.static, staticUse),
};

listingAccess.record(
  {
    makes: goodTokens,
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
    const isExchangedServed = uses !== undefined && isGranted(uses.first);
    const isStaticServed = staticUse !== undefined && isGranted(staticUse);
    return {
      full: { exchanged: (isExchangedServed && token) || null, static: (isStaticServed && fixed) || null },
      limited: { exchanged: limited?.token ?? null, static: limitedFixed ?? null },
      credentials: (isExchangedServed && credentials) || null,
    };
  },
);

/** Data as it is served to a good credential, to recognise it elsewhere; `null` if it is served to none. */
export const servedData = listingAccess.record(
  { id: 'listing-access.served-data', of: {}, maybe: { uses: firstUses, staticUse } },
  ({ uses, staticUse }) => [uses?.first, staticUse].find((reply) => reply && isGranted(reply)) ?? null,
);

const MOMENTS = [
  [usedAt.again, 'all tokens again'],
  [usedAt.afterWrong, 'after wrong tokens'],
  [usedAt.late, 'end of the run'],
] as const;

for (const [makes, phase] of MOMENTS)
  listingAccess.traffic(
    { makes, phase, uses: withTokens, sends: { toplists: 4, token: 0 } },
    ({ http, tokens, templateId: { id } }) => useTokens(http, id, tokens, makes === usedAt.again),
  );

listingAccess.record({ makes: shutOut, of: { uses: usedAt.afterWrong } }, ({ uses: { full, recognised } }) => {
  // A 429 may be due to the limit of data calls alone.
  const refusal = MODES.map((mode) => full[mode]).find((reply) => reply && isDenied(reply)) ?? null;
  return recognised !== null || refusal === null || lacksScope(refusal) ? null : refusal;
});

/** Tokens without the scope where no template is asked for: a route of its own, perhaps. */
export const limitedWithoutTemplate = listingAccess.traffic(
  {
    id: 'listing-access.limited-without-template',
    phase: 'without the scope',
    uses: withTokens,
    sends: { toplists: 2 },
  },
  async ({ http, tokens: { limited } }) => ({
    exchanged: limited.exchanged && (await http.toplists(null, { as: limited.exchanged })),
    static: limited.static && (await http.toplists(null, { as: limited.static })),
  }),
);

const usedAtOnce = listingAccess.traffic(
  {
    id: 'listing-access.used-at-once',
    phase: 'all tokens at once',
    uses: withTokens,
    sends: { toplists: 2 * AT_ONCE },
  },
  ({ http, tokens, templateId: { id } }) => useAtOnce(http, id, tokens),
);

/** `null` unless the exchange says that the limited credentials hold the scope for lists. */
export const notLimitedHint = listingAccess.record(
  {
    id: 'listing-access.limited-tokens-hold-scope',
    of: { limited: limitedGrant },
    maybe: { granted, uses: firstUses },
  },
  ({ limited: { scopes }, granted, uses }) => {
    const enough = granted && uses && isGranted(uses.first) ? scopesOf(granted) : null;
    return scopes !== null && isEnoughForLists(scopes, enough) ? NOT_LIMITED : null;
  },
);

const NOT_LIMITED =
  ' The exchange says that the credentials given as limited hold the scope for lists: if they do, supply others.';

/** The requests at once whose tokens were answered as they should be when they were used alone. */
export const knownUsesAtOnce = listingAccess.record(
  {
    id: 'listing-access.known-uses-at-once',
    of: { anyLimited, uses: usedAtOnce, tokens: goodTokens },
    maybe: limitedUse,
  },
  ({ uses, ...refused }) => {
    const known = uses.filter(({ mode, isLimited }) => !isLimited || refused[mode]?.status === 403);
    if (!known.some(({ isLimited }) => isLimited))
      inconclusive('This takes a token that is served, and one that is refused because it lacks the scope.');
    return known;
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

export const grantedScopes = listingAccess.record(
  {
    id: 'listing-access.granted-scopes',
    of: { granted, uses: firstUses },
    maybe: { second: secondGrant, later: laterUses, limited: limitedGrant, limitedUse: limitedUse.exchanged },
  },
  ({ granted, uses: { first }, second, later, limited, limitedUse }) => {
    const grants = [{ granted, use: first }];
    if (second && later) grants.push({ granted: second, use: later.newer });
    const served = grants.filter(({ use }) => isGranted(use));
    if (served.length === 0) inconclusive('No exchanged token is served.', first);
    const isRefused = limited && limitedUse && lacksScope(limitedUse);
    return {
      served: served.map((grant) => ({ ...grant, scopes: namesOf(grant.granted) })),
      refused: isRefused ? { granted: limited.reply, use: limitedUse, scopes: namesOf(limited.reply) } : null,
    };
  },
);

function namesOf(reply: Reply): string[] {
  const scopes = scopesOf(reply);
  const names = scopes?.filter((scope) => typeof scope === 'string') ?? [];
  if (scopes === null || names.length < scopes.length)
    inconclusive('The `scopes` of an exchange are unreadable.', reply);
  return names;
}

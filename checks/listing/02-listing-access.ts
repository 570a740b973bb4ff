import { describe, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { inconclusive } from '../../src/engine/signal.ts';
import type { Secret } from '../../src/http/secret.ts';
import {
  limitedCredentials,
  limitedToken,
  listingAddress,
  listingCredentials,
  listingToken,
  notBlocked,
  templateId,
} from '../givens.ts';
import {
  credentialsAccepted,
  firstExchange,
  firstToken,
  firstUses,
  isWithoutToken,
  mayBeOffAllowlist,
  sendableToken,
} from './01-token-exchange.ts';
import { laterUses, wrongAlike } from './01-token-exchange-again.ts';
import { AT_ONCE, useAtOnce } from './parts/at-once.ts';
import { expectServed, isLetIn } from './parts/data-answer.ts';
import { isGranted, keyAndSecret, rightBehindWrong, tokenNameOf } from './values/exchange-request.ts';
import { useGood, useLimited } from './parts/good-uses.ts';
import { scopesOf, TOPLIST_SCOPE } from './readers/granted-scopes.ts';

export const listingAccess = chapter('listing', 'listing-access', 'Access to listings');

listingAccess.check(
  {
    id: 'listing-access.https-only',
    level: 'must',
    section: 'listing §1',
    requirement: 'The base address starts with `https://`.',
    fix: 'Serve the listing API over HTTPS, and hand out that address.',
    relaxation: 'local',
    needs: { base: listingAddress },
  },
  ({ base }) => {
    if (base.protocol !== 'https:')
      violation({ expected: 'an address that starts with https://', actual: `${base.protocol}//`, replies: [] });
  },
);

export const exchangedTokenAccepted = listingAccess.check(
  {
    id: 'listing-access.exchanged-token-accepted',
    level: 'must',
    section: 'listing §5',
    requirement: '`GET /toplists` is served to an exchanged token.',
    fix: 'Accept `Authorization: Bearer <token>` with every token that the exchange issued, for its full hour.',
    needs: { uses: firstUses, exchange: credentialsAccepted, templateId },
    prefers: { later: laterUses },
  },
  ({ uses, later, exchange, templateId: { guessed } }) => {
    const scoped = scopesOf(exchange)?.includes(TOPLIST_SCOPE) ?? false;
    expectServed(uses.first, { guessed, scoped });
    // Where both are refused now, it is earlier tokens that were taken back.
    if (later?.newer && isLetIn(later.older))
      expectServed(later.newer, { guessed, scoped, to: 'to the token of a second exchange' });
    return uses.first;
  },
);

/** Mode A: no exchange call. */
const staticUse = listingAccess.stage(
  { id: 'listing-access.static-use', needs: { notBlocked, token: listingToken, templateId }, sends: { toplists: 1 } },
  ({ http, token, templateId: { id } }) => http.toplists(id, { as: token }),
);

export const staticTokenAccepted = listingAccess.check(
  {
    id: 'listing-access.static-token-accepted',
    level: 'must',
    section: 'listing §5',
    requirement: '`GET /toplists` is served to a static token.',
    fix: 'Accept the issued static token as it is, as `Authorization: Bearer <token>`, without any exchange. If there is an allowlist, see that this machine is on it.',
    needs: { reply: staticUse, templateId },
    prefers: { exchange: firstExchange },
  },
  ({ reply, exchange, templateId: { guessed } }) => {
    mayBeOffAllowlist(reply, exchange);
    expectServed(reply, { guessed, scoped: false });
    return reply;
  },
);

/** Data as it is served to a good credential, to recognise it elsewhere. */
export const servedData = listingAccess.stage(
  {
    id: 'listing-access.served-data',
    prefers: { exchanged: exchangedTokenAccepted, fixed: staticTokenAccepted },
  },
  ({ exchanged, fixed }) => exchanged ?? fixed,
);

/** The answer to the exchange with credentials that lack the scope. */
export const limitedAnswer = listingAccess.stage(
  {
    id: 'listing-access.limited-answer',
    needs: { notBlocked, credentials: limitedCredentials },
    after: [wrongAlike],
    sends: { token: 1 },
  },
  ({ http, credentials }) => http.exchange(keyAndSecret(http, credentials), rightBehindWrong),
);

/** Credentials that lack the scope are granted a token, which then opens less. */
export const limitedExchange = listingAccess.stage(
  { id: 'listing-access.limited-exchange', needs: { reply: limitedAnswer, credentials: limitedCredentials } },
  ({ reply, credentials }) => {
    const token = sendableToken(reply, tokenNameOf(credentials.key));
    if (token !== null) return { token, scopes: scopesOf(reply), reply };
    if (isGranted(reply)) isWithoutToken(reply);
    return inconclusive(`The credentials without the scope were not exchanged for a token: ${describe(reply)}.`, reply);
  },
);

export const limitedExchangedUse = listingAccess.stage(
  {
    id: 'listing-access.limited-exchanged-use',
    needs: { exchange: limitedExchange, templateId },
    sends: { toplists: 1 },
  },
  ({ http, exchange: { token }, templateId: { id } }) => http.toplists(id, { as: token }),
);

export const limitedStaticUse = listingAccess.stage(
  {
    id: 'listing-access.limited-static-use',
    needs: { notBlocked, token: limitedToken, templateId },
    sends: { toplists: 1 },
  },
  ({ http, token, templateId: { id } }) => http.toplists(id, { as: token }),
);

/** The tokens that are good for something. */
export const goodTokens = listingAccess.stage(
  {
    id: 'listing-access.good-tokens',
    prefers: {
      exchanged: firstToken,
      isExchangedServed: exchangedTokenAccepted,
      fixed: listingToken,
      isFixedServed: staticTokenAccepted,
      limitedExchange,
      limitedFixed: limitedToken,
      credentials: listingCredentials,
    },
  },
  ({ exchanged, isExchangedServed, fixed, isFixedServed, limitedExchange: limited, limitedFixed, credentials }) => ({
    exchanged: (isExchangedServed && exchanged) ?? null,
    fixed: (isFixedServed && fixed) ?? null,
    limitedExchanged: limited?.token ?? null,
    limitedFixed: limitedFixed ?? null,
    credentials: (isExchangedServed && credentials) ?? null,
  }),
);

/** Every right token once more, when all of them have been issued. */
export const usedAgain = listingAccess.stage(
  {
    id: 'listing-access.used-again',
    needs: { notBlocked, tokens: goodTokens, templateId },
    after: [laterUses, staticUse, limitedExchangedUse, limitedStaticUse],
    sends: { toplists: 4, token: 0 },
  },
  async ({ http, tokens, templateId: { id } }) => ({
    ...(await useGood(http, id, tokens, false)),
    limited: await useLimited(http, id, tokens),
  }),
);

/** Tokens with the scope and without it, all at once, when each has shown what it opens. */
export const usedAtOnce = listingAccess.stage(
  {
    id: 'listing-access.used-at-once',
    needs: { notBlocked, tokens: goodTokens, templateId },
    after: [usedAgain],
    sends: { toplists: 2 * AT_ONCE },
  },
  ({ http, tokens, templateId: { id } }) => useAtOnce(http, id, tokens),
);

/** The tokens without the scope at another template, whether or not there is one of its number. */
export const limitedElsewhere = listingAccess.stage(
  {
    id: 'listing-access.limited-elsewhere',
    needs: { notBlocked, tokens: goodTokens, templateId },
    after: [usedAtOnce],
    sends: { toplists: 2 },
  },
  async ({ http, tokens: { limitedExchanged, limitedFixed }, templateId: { id } }) => {
    const ask = async (as: Secret | null) => (as === null ? null : http.toplists(id + 1, { as }));
    return { exchanged: await ask(limitedExchanged), static: await ask(limitedFixed) };
  },
);

/** All that is asked with right tokens: it comes first, for wrong ones may get this address shut out. */
export const rightUses = [
  laterUses,
  staticUse,
  limitedExchangedUse,
  limitedStaticUse,
  usedAgain,
  usedAtOnce,
  limitedElsewhere,
];

import { follow, waits } from '../../src/engine/yields.ts';
import {
  countedPerAddress,
  dataGoesOn,
  dataNotCounted,
  laterTokenAccepted,
  limitExists,
  noMoreThanTen,
  recovers,
  tenServed,
} from './exchange-throttle/rules.ts';
import { dataRefused, laterToken, recovered, throttled } from './exchange-throttle/requests.ts';
import { blockedExchange403, blockedExchangeCode } from './listing-access/blocked-rules.ts';
import {
  grantedScopes,
  knownUsesAtOnce,
  limitedExchangedReply,
  limitedStaticReply,
} from './listing-access/requests.ts';
import {
  exchangedTokenAccepted,
  exchangedTokenLasts,
  staticTokenAccepted,
  staticTokenLasts,
} from './listing-access/rules.ts';
import {
  exchangedWithoutScope,
  ownTokenDecides,
  staticWithoutScope,
  withoutScopeLater,
} from './listing-access/scope-rules.ts';
import { limitedLater, otherSchemes } from './listing-access/wrong-token-requests.ts';
import {
  bearerSchemeOnly,
  garbageToken,
  nearExchangedToken,
  nearStaticToken,
  noToken,
} from './listing-access/wrong-token-rules.ts';
import {
  bodyIsObject,
  scopesAreStrings,
  siteIsObject,
  siteMembers,
  tokenIsSendable,
} from './token-exchange/grant-rules.ts';
import {
  firstGrant,
  firstToken,
  granted,
  limitedGrant,
  refusals,
  secondGrant,
  secondToken,
} from './token-exchange/requests.ts';
import {
  credentialsAccepted,
  firstTokenStaysValid,
  repeatable,
  tokenIsReusable,
  wrongKey,
  wrongSecret,
} from './token-exchange/rules.ts';

/** Which checks of the listing API tell of the same fault. */
export const yields = [
  // Token exchange
  ...waits(granted).on(credentialsAccepted),
  ...waits(firstGrant).on(bodyIsObject),
  ...waits(firstToken, secondToken, limitedGrant, repeatable, laterToken).on(bodyIsObject, tokenIsSendable),
  ...waits(secondGrant, secondToken).on(repeatable),
  ...waits(...siteMembers).on(siteIsObject),
  ...follow(wrongKey.code).from(wrongKey.status),
  ...follow(wrongSecret.code).from(wrongSecret.status),
  ...waits(refusals).on(wrongKey.status, wrongKey.code, wrongSecret.status, wrongSecret.code),
  ...follow(firstTokenStaysValid).from(tokenIsReusable),
  ...waits(tokenIsReusable, firstTokenStaysValid).on(exchangedTokenAccepted),

  // Access to listings: tokens that are good
  ...follow(exchangedTokenLasts).from(tokenIsReusable, firstTokenStaysValid),
  ...waits(exchangedTokenLasts, grantedScopes, nearExchangedToken.noData).on(exchangedTokenAccepted),
  ...waits(staticTokenLasts, nearStaticToken.noData).on(staticTokenAccepted),
  ...waits(grantedScopes).on(scopesAreStrings),

  // Access to listings: tokens that are not, or not for this
  ...[noToken, garbageToken, nearExchangedToken, nearStaticToken].flatMap(({ noData, status }) =>
    follow(status).from(noData),
  ),
  ...follow(bearerSchemeOnly).from(noToken.noData),
  ...waits(otherSchemes).on(staticTokenAccepted, exchangedTokenAccepted),
  ...waits(limitedExchangedReply).on(exchangedTokenAccepted),
  ...waits(limitedStaticReply).on(staticTokenAccepted),
  ...[exchangedWithoutScope, staticWithoutScope].flatMap(({ status, code, noData }) =>
    follow(code, noData).from(status),
  ),
  ...follow(withoutScopeLater).from(
    ...[exchangedWithoutScope, staticWithoutScope].flatMap((rules) => Object.values(rules)),
    exchangedTokenLasts,
    staticTokenLasts,
  ),
  ...waits(limitedLater).on(staticWithoutScope.status, exchangedWithoutScope.status),
  ...follow(ownTokenDecides).from(withoutScopeLater, exchangedTokenLasts, staticTokenLasts),
  ...waits(knownUsesAtOnce).on(exchangedTokenAccepted, staticTokenAccepted, staticWithoutScope.status),
  ...follow(blockedExchangeCode).from(blockedExchange403),

  // Limit of the exchange
  ...waits(throttled).on(limitExists),
  ...waits(recovered).on(recovers),
  ...follow(laterTokenAccepted).from(exchangedTokenAccepted, dataGoesOn),
  ...waits(tenServed).on(limitExists, recovers),
  ...waits(dataNotCounted).on(tenServed),
  ...waits(countedPerAddress).on(noMoreThanTen),
  ...waits(dataRefused).on(exchangedTokenAccepted, tokenIsReusable, firstTokenStaysValid, exchangedTokenLasts),
];

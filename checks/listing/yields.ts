import { follow, waits } from '../../src/engine/yields.ts';
import { recovered, recovery, spent, throttled } from './exchange-throttle/requests.ts';
import * as throttle from './exchange-throttle/rules.ts';
import { limitedReply, usedAtOnce, otherSchemes } from './listing-access/requests.ts';
import * as access from './listing-access/token-rules.ts';
import * as forbidden from './listing-access/forbidden-rules.ts';
import * as exchange from './token-exchange/rules.ts';
import {
  firstGrant,
  firstToken,
  granted,
  limitedGrant,
  secondGrant,
  secondToken,
} from './token-exchange/right-credential-requests.ts';
import { comparedRefusals } from './token-exchange/wrong-credential-requests.ts';

const { bodyIsObject, tokenIsSendable } = exchange;
const { exchangedTokenAccepted, staticTokenAccepted } = access;
const rulesOfAcceptance = [exchangedTokenAccepted, staticTokenAccepted];
const rulesOfLifetime = [access.exchangedTokenLasts, access.staticTokenLasts];
const rulesOfFirstToken = [exchange.tokenIsReusable, exchange.firstTokenStaysValid];
const scopeRequired = Object.values(forbidden.withoutScope);

export const yields = [
  // Token exchange
  ...waits(granted).on(exchange.credentialsAccepted),
  ...waits(firstGrant).on(bodyIsObject),
  ...waits(firstToken, secondToken, limitedGrant).on(bodyIsObject, tokenIsSendable),
  ...waits(secondGrant, secondToken).on(exchange.repeatable),
  ...waits(...exchange.siteMembers).on(exchange.siteIsObject),
  ...follow(exchange.wrongKey.code).from(exchange.wrongKey.status),
  ...follow(exchange.wrongSecret.code).from(exchange.wrongSecret.status),
  ...waits(comparedRefusals).on(...Object.values(exchange.wrongKey), ...Object.values(exchange.wrongSecret)),
  ...follow(exchange.firstTokenStaysValid).from(exchange.tokenIsReusable),
  ...waits(...rulesOfFirstToken).on(exchangedTokenAccepted),

  // Access to listings: tokens that are good
  ...follow(access.exchangedTokenLasts).from(...rulesOfFirstToken),
  ...waits(access.exchangedTokenLasts, forbidden.grantedScopesDecide, access.nearExchangedToken).on(
    exchangedTokenAccepted,
  ),
  ...waits(access.staticTokenLasts, access.nearStaticToken).on(staticTokenAccepted),
  ...waits(forbidden.grantedScopesDecide).on(exchange.scopesAreStrings),

  // Access to listings: tokens that are not, or not for this
  ...follow(access.bearerSchemeOnly).from(access.noToken),
  ...waits(otherSchemes).on(...rulesOfAcceptance),
  ...waits(limitedReply.exchanged).on(exchangedTokenAccepted),
  ...waits(limitedReply.static).on(staticTokenAccepted),
  ...(['status', 'code', 'noData'] as const).flatMap((rule) =>
    follow(forbidden.withoutScope.static[rule]).from(forbidden.withoutScope.exchanged[rule]),
  ),
  ...scopeRequired.flatMap(({ status, code, noData }) => follow(code, noData).from(status)),
  ...follow(forbidden.withoutScopeLater).from(
    ...scopeRequired.flatMap((rules) => Object.values(rules)),
    exchangedTokenAccepted,
    ...rulesOfLifetime,
    ...rulesOfFirstToken,
  ),
  ...waits(forbidden.withoutScopeLater).on(
    forbidden.withoutScope.static.status,
    forbidden.withoutScope.exchanged.status,
  ),
  ...follow(forbidden.ownTokenDecides).from(
    forbidden.withoutScopeLater,
    ...rulesOfLifetime,
    access.goodTokenAcceptedThroughout,
  ),
  ...waits(usedAtOnce).on(...rulesOfAcceptance, forbidden.withoutScope.static.status),
  ...follow(forbidden.blockedExchangeCode).from(forbidden.blockedExchange403),

  // Limit of the exchange
  ...waits(spent, throttled).on(throttle.limitExists),
  ...waits(recovery, recovered).on(throttle.recovers),
  ...waits(throttle.tenServed).on(throttle.limitExists, throttle.recovers),
  ...waits(throttle.dataNotCounted).on(throttle.tenServed),
  ...waits(throttle.countedPerAddress).on(throttle.noMoreThanTen),
  ...follow(throttle.countedPerAddress).from(throttle.noMoreThanTen),
  ...follow(throttle.dataGoesOn).from(exchangedTokenAccepted, ...rulesOfFirstToken, access.exchangedTokenLasts),

  // Where each process knows its own tokens alone, which of these meets another process is chance.
  ...follow(
    ...rulesOfFirstToken,
    ...rulesOfLifetime,
    forbidden.withoutScope.exchanged.status,
    forbidden.withoutScope.static.status,
    forbidden.withoutScopeLater,
    throttle.dataGoesOn,
  ).from(access.goodTokenAcceptedThroughout),
];

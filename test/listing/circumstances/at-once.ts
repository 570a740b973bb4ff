import { set } from '../../../fixtures/behaviours/json-edits.ts';
import { grantedScopeFaults } from '../../../fixtures/faults/listing-access/granted-scopes.ts';
import { goodTokenFaults } from '../../../fixtures/faults/listing-access/good-tokens.ts';
import { scopeFaults } from '../../../fixtures/faults/listing-access/scopes.ts';
import type { Behaviour } from '../../../fixtures/publisher/behaviour.ts';
import type { Exchange } from '../../../fixtures/publisher/exchange.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { sandboxListing } from '../../../fixtures/publisher/listing/credentials.ts';
import { onBody, onReply, onWire } from '../../../fixtures/behaviours/replies.ts';
import { dataVariations } from '../../../fixtures/variations/listing/data.ts';
import type { OptionName } from '../judge.ts';
import { behaviourOf, type ListingCircumstance } from '../circumstance.ts';

const OWN = 'listing-access.own-token-decides';
const DECIDE = 'listing-access.granted-scopes-decide';
const WITH_A_KEY: readonly OptionName[] = ['listingKey', 'listingSecret', 'listingLimitedKey', 'listingLimitedSecret'];
const TOKENS: readonly OptionName[] = ['listingToken', 'listingLimitedToken'];
const LIMITED: readonly OptionName[] = ['listingLimitedKey', 'listingLimitedSecret', 'listingLimitedToken'];
/** Without the checks that need refusals by the exchange limit. */
const DATA_ONLY = { skip: ['exchange-throttle'] };

/**
 * How often each token is used alone before all are used at the same time: static ones, and the first exchanged one.
 */
const ALONE = { static: 2, exchanged: 4 };

/** Applies a change once a token has been used this often, until a request without a token comes. */
function onceUsedAlone(change: (base: Behaviour, isNow: () => boolean) => Partial<Behaviour>): BehaviourChange {
  return (base) => {
    const used = new Map<string, number>();
    let isBegun = false;
    let isOver = false;
    return {
      ...change(base, () => isBegun && !isOver),
      beforeHandle: (exchange) => {
        const { authorization: token } = exchange.request.headers;
        if (exchange.request.route === 'toplists' && token === undefined) isOver = true;
        else if (token !== undefined) {
          const times = (used.get(token) ?? 0) + 1;
          used.set(token, times);
          isBegun ||= times > (token.includes('.') ? ALONE.exchanged : ALONE.static);
        }
        return base.beforeHandle(exchange);
      },
    };
  };
}

/** Takes the scope from exchanged tokens that were used this often. */
const losingScope =
  (uses: number): BehaviourChange =>
  (base) => {
    const used = new Map<string, number>();
    return {
      readSignedToken: (presented, exchange) => {
        const claims = base.readSignedToken(presented, exchange);
        const times = (used.get(presented) ?? 0) + 1;
        used.set(presented, times);
        return claims && times > uses ? { ...claims, scopes: [] } : claims;
      },
    };
  };

const isLimited = ({ headers }: Exchange['request']) =>
  headers['authorization'] === `Bearer ${sandboxListing.limitedToken}`;

/** Tokens that are used at the same time. */
const atOnce: readonly ListingCircumstance[] = [
  ...(
    [
      ['with the scope', sandboxListing.staticToken],
      ['without the scope', sandboxListing.limitedToken],
    ] as const
  ).map(([which, token]): ListingCircumstance => ({
    name: `Where a token ${which} is not answered while another is used at once, nothing is said of both`,
    behaviour: onceUsedAlone((base, isNow) =>
      onWire(
        base,
        {
          route: 'toplists',
          when: (_reply, { request }) => isNow() && request.headers['authorization'] === `Bearer ${token}`,
        },
        (wire) => ({ ...wire, cut: 'before' }),
      ),
    ),
    without: WITH_A_KEY,
    fails: ['listing-access.every-request-answered'],
    verdict: 'failed',
    says: { [OWN]: / was not answered: \w/ },
  })),
  ...(
    [
      ['for a moment is asked again, and judged', 4, 'pass'],
      ['throughout is not judged', Infinity, 'inconclusive'],
    ] as const
  ).map(([what, most, end]): ListingCircumstance => ({
    name: `A token without the scope that meets a limit at once ${what}`,
    behaviour: onceUsedAlone((base, isNow) => {
      let limited = 0;
      return onReply(
        base,
        { route: 'toplists', when: (_reply, { request }) => isNow() && isLimited(request) && (limited += 1) <= most },
        (reply) => ({ ...reply, status: 429 }),
      );
    }),
    without: WITH_A_KEY,
    verdict: 'passed',
    ends: { [OWN]: end },
  })),
  {
    name: 'Tokens that are used at once are judged where some of them meet a limit',
    behaviour: behaviourOf(dataVariations, 'toplists-one-a-second'),
    run: DATA_ONLY,
    verdict: 'passed',
    ends: { [OWN]: 'pass' },
  },
  ...([TOKENS, WITH_A_KEY] as const).map((without): ListingCircumstance => ({
    name: `Scopes that change places at once are found with ${without === TOKENS ? 'exchanged' : 'static'} tokens alone`,
    behaviour: onceUsedAlone((base, isNow) => ({
      holdsListingScope: (held, scope, exchange) => base.holdsListingScope(held, scope, exchange) !== isNow(),
    })),
    without,
    run: DATA_ONLY,
    fails: [OWN],
    verdict: 'failed',
    says: { [OWN]: /^Expected data, as when the token was used alone, got status 403/ },
    cites: { [OWN]: 1 },
  })),
  {
    name: 'Tokens without the scope that are served at once, and never alone, are found',
    behaviour: onceUsedAlone((base, isNow) => ({
      holdsListingScope: (held, scope, exchange) => isNow() || base.holdsListingScope(held, scope, exchange),
    })),
    run: DATA_ONLY,
    fails: [OWN],
    verdict: 'failed',
    says: { [OWN]: /^Expected status 403, as when the token was used alone, got status 200/ },
  },
  {
    name: 'An exchanged token that loses its scope with its uses is not judged by those of other tokens at once',
    behaviour: losingScope(4),
    run: DATA_ONLY,
    fails: ['listing-access.exchanged-token-lasts'],
    verdict: 'failed',
    says: { [OWN]: /^Waits for listing-access\.exchanged-token-lasts/ },
  },
  {
    name: 'Where no token is refused for its scope, nothing is said of those that are used at once',
    behaviour: behaviourOf(scopeFaults, 'listing-access-scope-unchecked'),
    run: DATA_ONLY,
    fails: ['listing-access.exchanged-without-scope-403'],
    verdict: 'failed',
    says: { [OWN]: /^Waits for listing-access\.exchanged-without-scope-403/ },
  },
  {
    name: 'Tokens that are never refused for their scope say nothing of those that are',
    behaviour: behaviourOf(scopeFaults, 'listing-access-scope-unchecked-in-static-tokens'),
    run: DATA_ONLY,
    fails: ['listing-access.static-without-scope-403'],
    verdict: 'failed',
    ends: { [OWN]: 'pass' },
  },
  {
    name: 'Where no token is served, nothing is said of those that are used at once',
    behaviour: behaviourOf(goodTokenFaults, 'listing-access-template-lost'),
    run: DATA_ONLY,
    fails: ['listing-access.exchanged-token-accepted', 'listing-access.static-token-accepted'],
    verdict: 'failed',
    says: { [OWN]: /^Waits for listing-access\.exchanged-token-accepted/ },
  },
];

/** Scopes in the answer to an exchange. */
const told: readonly ListingCircumstance[] = [
  {
    name: 'That no scope is told is found without limited credentials, too',
    behaviour: behaviourOf(grantedScopeFaults, 'listing-access-no-scopes-told'),
    without: LIMITED,
    run: DATA_ONLY,
    fails: [DECIDE],
    verdict: 'failed',
    cites: { [DECIDE]: 4 },
  },
  {
    name: 'What limited credentials are told is not compared where they are served',
    behaviour: behaviourOf(scopeFaults, 'listing-access-exchange-grants-all-scopes'),
    run: DATA_ONLY,
    fails: ['listing-access.exchanged-without-scope-403'],
    verdict: 'failed',
    ends: { [DECIDE]: 'pass' },
  },
  {
    name: 'Scopes that are no texts are not compared',
    behaviour: (base) =>
      onBody(base, { route: 'token', status: 200 }, (body) => set(body, '/scopes', ['toplist:read', 7])),
    run: DATA_ONLY,
    fails: ['token-exchange.scopes'],
    verdict: 'failed',
    says: { [DECIDE]: /^Waits for token-exchange\.scopes/ },
  },
];

export const atOnceCircumstances: readonly ListingCircumstance[] = [...atOnce, ...told];

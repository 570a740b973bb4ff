import { goodTokenFaults } from '../../../fixtures/faults/listing-access/good-tokens.ts';
import { grantedScopeFaults } from '../../../fixtures/faults/listing-access/granted-scopes.ts';
import { lastingFaults } from '../../../fixtures/faults/listing-access/lasting.ts';
import { sandboxListing } from '../../../fixtures/publisher/listing/credentials.ts';
import { without } from '../../../fixtures/behaviours/json-edits.ts';
import { onReply, onWire } from '../../../fixtures/behaviours/replies.ts';
import { lockoutVariations } from '../../../fixtures/variations/listing/lockouts.ts';
import { refusalVariations } from '../../../fixtures/variations/listing/refusals.ts';
import type { OptionName } from '../judge.ts';
import { behaviourOf, type ListingCircumstance } from '../circumstance.ts';

const data = { route: 'toplists' } as const;
const EXCHANGED = 'listing-access.exchanged-token-accepted';
/** The header with a static token. */
const WITH_STATIC_TOKEN = `Bearer ${sandboxListing.staticToken}`;
const STATIC = 'listing-access.static-token-accepted';
const WITHOUT_SCOPE_403 = ['listing-access.exchanged-without-scope-403'];
/** Without the checks that need refusals by the exchange limit. */
const DATA_ONLY = { skip: ['exchange-throttle'] };

/** Answers of the data endpoint to a credential that should be valid. */
const answers: readonly ListingCircumstance[] = [
  ...(
    [
      ['insufficient_scope', 403, 'inconclusive'],
      ['forbidden', 403, 'fail'],
      ['insufficient_scope', 401, 'fail'],
    ] as const
  ).map(([code, status, outcome]): ListingCircumstance => ({
    name: `A static token that is answered ${status} ${code} ends as ${outcome}`,
    behaviour: (base) =>
      onReply(
        base,
        {
          ...data,
          when: (_reply, { request }) => request.headers['authorization'] === WITH_STATIC_TOKEN,
        },
        () => ({ status, headers: {}, body: { code, message: 'No.' } }),
      ),
    run: DATA_ONLY,
    fails: outcome === 'fail' ? [STATIC] : [],
    verdict: outcome === 'fail' ? 'failed' : 'passed',
    ends: { [STATIC]: outcome },
  })),
  {
    name: 'A data endpoint that nobody answers at is not judged',
    behaviour: (base) => onWire(base, data, (wire) => ({ ...wire, cut: 'before' })),
    run: DATA_ONLY,
    verdict: 'passed',
    says: { [STATIC]: / was not answered: \w/, 'listing-access.no-token-no-data': / was not answered: \w/ },
    ends: { 'listing-access.garbage-token-no-data': 'inconclusive' },
  },
  {
    name: 'A data endpoint that answers 429 for good is not judged',
    behaviour: (base) => onReply(base, data, (reply) => ({ ...reply, status: 429 })),
    run: DATA_ONLY,
    verdict: 'passed',
    says: { [STATIC]: /kept answering 429/, 'listing-access.no-token-no-data': /kept answering 429/ },
    ends: {
      [EXCHANGED]: 'inconclusive',
      'token-exchange.token-is-reusable': 'skip',
      'listing-access.exchanged-without-scope-403': 'skip',
      'listing-access.exchanged-without-scope-no-data': 'skip',
      'listing-access.near-static-token-no-data': 'skip',
    },
  },
  {
    name: 'The token of a second exchange that is refused is told as such',
    behaviour: behaviourOf(goodTokenFaults, 'listing-access-second-token-refused'),
    run: DATA_ONLY,
    fails: [EXCHANGED],
    verdict: 'failed',
    says: { [EXCHANGED]: /got status 401 \(.*\) to the token of a second exchange\./ },
  },
  {
    name: 'A service that shuts an address out behind wrong tokens is told as such',
    behaviour: behaviourOf(lockoutVariations, 'toplists-403-after-3-wrong-tokens'),
    verdict: 'passed',
    says: {
      'listing-access.static-token-lasts': /^Since wrong tokens were tried, a right one is refused too: status 403/,
    },
    ends: {
      [STATIC]: 'pass',
      'listing-access.near-static-token-no-data': 'pass',
      'listing-access.exchanged-without-scope-code': 'pass',
      'exchange-throttle.limit-exists': 'pass',
    },
  },
  {
    name: 'A firewall that answers 403 to all is not said to leave out a code',
    behaviour: (base) =>
      onReply(base, {}, () => ({ status: 403, headers: { 'Content-Type': 'text/html' }, text: '<h1>Denied</h1>' })),
    fails: ['token-exchange.credentials-accepted', STATIC],
    verdict: 'failed',
    ends: { 'listing-access.static-without-scope-code': 'skip' },
  },
];

/** Messages about limited credentials that are accepted, or that are not refused as they should be. */
const scopes: readonly ListingCircumstance[] = [
  {
    name: 'A token without scopes is refused for them whosever it is',
    behaviour: behaviourOf(goodTokenFaults, 'listing-access-exchanged-token-without-scopes'),
    run: DATA_ONLY,
    fails: [EXCHANGED],
    verdict: 'failed',
    ends: {
      'listing-access.exchanged-without-scope-403': 'pass',
      'listing-access.exchanged-without-scope-code': 'pass',
      [STATIC]: 'pass',
    },
  },
  {
    name: 'A token of which nobody says what it may is not said to be refused',
    behaviour: (base) => ({
      tokenBody: (grant, exchange) => without(base.tokenBody(grant, exchange), '/scopes'),
      holdsListingScope: () => false,
    }),
    run: DATA_ONLY,
    fails: ['token-exchange.scopes'],
    verdict: 'failed',
    says: { [EXCHANGED]: /lacks the scope for GET \/toplists: status 403/ },
    ends: { [EXCHANGED]: 'inconclusive', [STATIC]: 'inconclusive' },
  },
  {
    name: 'Limited credentials that lack the scope get no such hint',
    behaviour: () => ({ holdsListingScope: () => true }),
    run: DATA_ONLY,
    fails: WITHOUT_SCOPE_403,
    verdict: 'failed',
    says: { 'listing-access.exchanged-without-scope-403': /got status 200\.( Seen.*)?$/ },
  },
  {
    name: 'Limited credentials that are not exchanged are not judged',
    behaviour: (base) => ({
      isListingKey: (presented, known, exchange) =>
        known.scopes.length > 1 && base.isListingKey(presented, known, exchange),
    }),
    verdict: 'passed',
    says: { 'listing-access.exchanged-without-scope-403': /were not exchanged for a token: status 401/ },
    ends: { 'exchange-throttle.counted-per-address': 'inconclusive' },
  },
];

/** With only one key and its secret, the suite cannot recognise its own address, so it exchanges a fresh token. */
const KEY_ALONE: readonly OptionName[] = [
  'listingToken',
  'listingLimitedKey',
  'listingLimitedSecret',
  'listingLimitedToken',
];
const LASTS = 'listing-access.exchanged-token-lasts';

const DECIDE = 'listing-access.granted-scopes-decide';

const granted: readonly ListingCircumstance[] = [
  {
    name: 'Both lists are quoted of a service that tells the default scopes',
    behaviour: behaviourOf(grantedScopeFaults, 'listing-access-default-scopes-told'),
    run: DATA_ONLY,
    fails: [DECIDE],
    verdict: 'failed',
    says: { [DECIDE]: /got \["toplist:read","brand:read"\] for the full .* and \["toplist:read","brand:read"\] for/ },
  },
];

const lasting: readonly ListingCircumstance[] = [
  {
    name: 'A token that ends with an exchange of others is told with the use that was refused',
    behaviour: behaviourOf(lastingFaults, 'listing-access-exchange-of-others-ends-tokens'),
    run: DATA_ONLY,
    fails: [LASTS],
    verdict: 'failed',
    says: {
      [LASTS]: / when it was used again, while another token was recognised\.$/,
    },
  },
  {
    name: 'That a token has ended is told with another one that was recognised',
    behaviour: behaviourOf(lastingFaults, 'listing-access-wrong-token-ends-exchanged-ones'),
    run: DATA_ONLY,
    fails: [LASTS],
    verdict: 'failed',
    says: { [LASTS]: /at the end of the run, while another token was recognised\.$/ },
    cites: { [LASTS]: 7 },
  },
  {
    name: 'A static token that is good once is told as such',
    behaviour: behaviourOf(lastingFaults, 'listing-access-static-token-good-once'),
    run: DATA_ONLY,
    fails: ['listing-access.static-token-lasts'],
    verdict: 'failed',
    says: { 'listing-access.static-token-lasts': /when it was used again, while another token/ },
  },
  {
    name: 'A static token that loses its scope with its uses is not judged by those of other tokens at once',
    behaviour: (base) => {
      let uses = 0;
      return {
        holdsListingScope: (scopes, scope, exchange) => {
          const isStatic = exchange.request.headers['authorization'] === WITH_STATIC_TOKEN;
          if (isStatic) uses += 1;
          return base.holdsListingScope(scopes, scope, exchange) && (!isStatic || uses <= 2);
        },
      };
    },
    run: DATA_ONLY,
    fails: ['listing-access.static-token-lasts'],
    verdict: 'failed',
    says: { 'listing-access.own-token-decides': /^Waits for listing-access\.static-token-lasts/ },
  },
  {
    name: 'A token that ends is found with key and secret alone, for a fresh one is served',
    behaviour: behaviourOf(lastingFaults, 'listing-access-token-good-for-5-requests'),
    without: KEY_ALONE,
    run: DATA_ONLY,
    fails: [LASTS],
    verdict: 'failed',
    says: { [LASTS]: /while another token was recognised/ },
  },
  {
    name: 'A token that ends behind wrong ones is found where those get 403, if the static one is recognised',
    behaviour: [
      behaviourOf(lastingFaults, 'listing-access-wrong-token-ends-exchanged-ones'),
      behaviourOf(refusalVariations, 'toplists-403-to-unknown-token'),
    ],
    run: DATA_ONLY,
    fails: [LASTS],
    verdict: 'failed',
  },
  {
    name: 'Tokens that lose their scopes behind a wrong one are no address that is shut out',
    behaviour: (base) => {
      let isLost = false;
      return {
        tokenRefusal: (reason, exchange) => {
          isLost ||= reason === 'key-unknown';
          return base.tokenRefusal(reason, exchange);
        },
        holdsListingScope: (held, scope, exchange) => !isLost && base.holdsListingScope(held, scope, exchange),
      };
    },
    without: KEY_ALONE,
    fails: [LASTS],
    verdict: 'failed',
    ends: { 'exchange-throttle.data-goes-on': 'pass' },
  },
];

export const accessCircumstances: readonly ListingCircumstance[] = [...answers, ...scopes, ...granted, ...lasting];

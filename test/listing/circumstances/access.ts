import { templateFirst } from '../../../fixtures/faults/listing-access/leaks.ts';
import { refusing } from '../../../fixtures/faults/listing-access/refusals.ts';
import { sandboxListing } from '../../../fixtures/publisher/listing/credentials.ts';
import { onReply, onWire } from '../../../fixtures/replies.ts';
import type { OptionName } from '../judge.ts';
import { lockoutVariations } from '../../../fixtures/variations/listing/lockouts.ts';
import { behaviourOf, type ListingCircumstance } from '../circumstance.ts';

const data = { route: 'toplists' } as const;
const STATIC = 'listing-access.static-token-accepted';
const TEMPLATE: readonly OptionName[] = ['listingTemplateId'];
const WITHOUT_SCOPE_403 = ['listing-access.exchanged-without-scope-403', 'listing-access.static-without-scope-403'];
/** All that nobody asks to be refused of a limit of the exchange. */
const DATA_ONLY = { skip: ['exchange-throttle'] };

/** What the data endpoint answers a credential that should be good. */
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
          when: (_reply, { request }) => request.headers['authorization'] === `Bearer ${sandboxListing.staticToken}`,
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
    says: { [STATIC]: /^There was no answer: \w/, 'listing-access.no-token-no-data': /^There was no answer: \w/ },
    ends: { 'listing-access.garbage-token-401': 'inconclusive' },
  },
  {
    name: 'A data endpoint that answers 429 for good is not judged',
    behaviour: (base) => onReply(base, data, (reply) => ({ ...reply, status: 429 })),
    run: DATA_ONLY,
    verdict: 'passed',
    says: { [STATIC]: /kept answering 429/, 'listing-access.no-token-401': /kept answering 429/ },
    ends: {
      'listing-access.exchanged-without-scope-403': 'inconclusive',
      'listing-access.exchanged-without-scope-no-data': 'inconclusive',
      'listing-access.near-static-token-no-data': 'inconclusive',
    },
  },
  {
    name: 'A service that shuts an address out behind wrong tokens is told as such',
    behaviour: behaviourOf(lockoutVariations, 'toplists-403-after-3-wrong-tokens'),
    verdict: 'passed',
    says: {
      'exchange-throttle.data-goes-on': /^Since wrong tokens were tried, a right one is refused too: status 403/,
      'listing-access.near-static-token-401': /^Since wrong tokens were tried, a right one is refused too: status 403/,
    },
    ends: {
      [STATIC]: 'pass',
      'listing-access.no-token-401': 'pass',
      'listing-access.near-static-token-no-data': 'pass',
      'listing-access.exchanged-without-scope-code': 'pass',
      'exchange-throttle.limit-exists': 'pass',
    },
  },
  {
    name: 'A firewall that answers 403 to all is not said to leave out a code',
    behaviour: (base) =>
      onReply(base, {}, () => ({ status: 403, headers: { 'Content-Type': 'text/html' }, text: '<h1>Denied</h1>' })),
    fails: [
      'token-exchange.credentials-accepted',
      STATIC,
      'listing-access.no-token-401',
      'listing-access.garbage-token-401',
      'listing-access.near-static-token-401',
    ],
    verdict: 'failed',
    ends: { 'listing-access.static-without-scope-code': 'skip' },
  },
];

/** What is said where limited credentials are served. */
const scopes: readonly ListingCircumstance[] = [
  {
    name: 'Limited credentials that hold the scope are told as such',
    run: {
      listingLimitedKey: sandboxListing.key,
      listingLimitedSecret: sandboxListing.secret,
      listingLimitedToken: sandboxListing.staticToken,
      ...DATA_ONLY,
    },
    fails: WITHOUT_SCOPE_403,
    verdict: 'failed',
    says: {
      'listing-access.exchanged-without-scope-403': /got status 200\. The exchange says .* supply others/,
      'listing-access.static-without-scope-403': /got status 200\.( Seen.*)?$/,
    },
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
    name: 'Limited credentials that hold all that those have which are served are told as such',
    behaviour: () => ({ grantedScopes: () => ['lists'], holdsListingScope: () => true }),
    run: DATA_ONLY,
    fails: WITHOUT_SCOPE_403,
    verdict: 'failed',
    says: { 'listing-access.exchanged-without-scope-403': /The exchange says/ },
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

/** A machine that is not on the allowlist, and says so. */
const blocked: readonly ListingCircumstance[] = [
  {
    name: 'From a machine that is not on the allowlist only the allowlist is judged',
    behaviour: () => ({ isAllowlisted: () => false }),
    run: { listingBlocked: true },
    verdict: 'passed',
    says: { 'listing-access.blocked-data-401': /the static token is good only a run from an address on the list/ },
    ends: {
      'listing-access.blocked-exchange-403': 'pass',
      'listing-access.blocked-exchange-code': 'pass',
      [STATIC]: 'not-applicable',
      'listing-access.no-token-no-data': 'not-applicable',
      'listing-access.garbage-token-no-data': 'not-applicable',
      'listing-access.near-static-token-no-data': 'not-applicable',
      'listing-access.static-without-scope-403': 'not-applicable',
      'listing-access.exchanged-without-scope-403': 'not-applicable',
      'listing-access.bearer-scheme-only': 'not-applicable',
      'token-exchange.credentials-accepted': 'not-applicable',
    },
  },
  {
    name: 'A template that was guessed says nothing of the allowlist',
    behaviour: [() => ({ isAllowlisted: () => false }), templateFirst],
    run: { listingBlocked: true },
    without: TEMPLATE,
    verdict: 'passed',
    ends: { 'listing-access.blocked-data-401': 'inconclusive' },
  },
  {
    name: 'An allowlist that hides the endpoint is found where the template was named',
    behaviour: (base) => ({
      isAllowlisted: () => false,
      ...refusing(base, 'address-not-allowed', (refusal) => refusal.with({ status: 404 })),
    }),
    run: { listingBlocked: true },
    fails: ['listing-access.blocked-data-401'],
    verdict: 'failed',
  },
  {
    name: 'An allowlist is not judged where nobody answers',
    behaviour: (base) => onWire(base, {}, (wire) => ({ ...wire, cut: 'before' })),
    run: { listingBlocked: true },
    verdict: 'inconclusive',
    ends: {
      'listing-access.blocked-exchange-403': 'inconclusive',
      'listing-access.blocked-exchange-code': 'skip',
      'listing-access.blocked-data-401': 'inconclusive',
    },
  },
];

export const accessCircumstances: readonly ListingCircumstance[] = [...answers, ...scopes, ...blocked];

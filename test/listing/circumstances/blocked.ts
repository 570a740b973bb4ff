import { blockedFaults } from '../../../fixtures/faults/listing-access/blocked.ts';
import { templateFirst } from '../../../fixtures/faults/listing-access/leaks.ts';
import { refusing } from '../../../fixtures/faults/listing-access/refusals.ts';
import { onWire } from '../../../fixtures/behaviours/replies.ts';
import { behaviourOf, type ListingCircumstance } from '../circumstance.ts';

/** A machine that is not on the allowlist, and a run that says so. */
export const blockedCircumstances: readonly ListingCircumstance[] = [
  {
    name: 'From a machine that is not on the allowlist only the allowlist is judged',
    behaviour: () => ({ isAllowlisted: () => false }),
    run: { listingBlocked: true },
    verdict: 'passed',
    says: {
      'listing-access.blocked-data-401': /Only a run from an address on the list shows that the static token is good/,
    },
    ends: {
      'listing-access.blocked-exchange-403': 'pass',
      'listing-access.blocked-exchange-code': 'pass',
      'listing-access.static-token-accepted': 'not-applicable',
      'listing-access.no-token-no-data': 'not-applicable',
      'listing-access.garbage-token-no-data': 'not-applicable',
      'listing-access.near-static-token-no-data': 'not-applicable',
      'listing-access.static-without-scope-403': 'not-applicable',
      'listing-access.exchanged-without-scope-403': 'not-applicable',
      'listing-access.bearer-scheme-only': 'not-applicable',
      'listing-access.good-token-accepted-throughout': 'not-applicable',
      'token-exchange.credentials-accepted': 'not-applicable',
    },
  },
  {
    name: 'A template that was guessed says nothing of the allowlist',
    behaviour: [() => ({ isAllowlisted: () => false }), templateFirst],
    run: { listingBlocked: true },
    without: ['listingTemplateId'],
    verdict: 'passed',
    ends: { 'listing-access.blocked-data-401': 'inconclusive' },
  },
  {
    name: 'Without a static token it does not show that a good token is refused',
    behaviour: () => ({ isAllowlisted: () => false }),
    run: { listingBlocked: true },
    without: ['listingToken'],
    verdict: 'passed',
    ends: { 'listing-access.blocked-data-401': 'inconclusive' },
    says: { 'listing-access.blocked-data-401': /--listing-token/ },
  },
  {
    name: 'An allowlist that answers 403 everywhere is found without a static token',
    behaviour: behaviourOf(blockedFaults, 'listing-access-blocked-data-403'),
    run: { listingBlocked: true },
    without: ['listingToken'],
    fails: ['listing-access.blocked-data-401'],
    verdict: 'failed',
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

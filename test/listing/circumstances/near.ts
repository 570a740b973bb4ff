import type { ListingCircumstance } from '../circumstance.ts';
import { sandboxListing } from '../../../fixtures/publisher/listing/credentials.ts';

const TOKEN = 'lists-token-6vn4gzs1lpq8otwu';
const SECRET = 'lists-secret-yb5kx2rfhn8ucjod';

/** Credentials that are all in one case. */
export const nearCircumstances: readonly ListingCircumstance[] = [
  {
    name: 'A static token in small letters that is read in any case is seen',
    behaviour: (base) => ({
      isStaticToken: (presented, known, exchange) =>
        known.staticToken === sandboxListing.staticToken
          ? presented.toLowerCase() === TOKEN
          : base.isStaticToken(presented, known, exchange),
    }),
    run: { listingToken: TOKEN, skip: ['exchange-throttle'] },
    fails: ['listing-access.near-static-token-no-data'],
    verdict: 'failed',
  },
  {
    name: 'A secret in small letters that is read in any case is seen',
    behaviour: (base) => ({
      isListingSecret: (presented, known, exchange) =>
        known.secret === sandboxListing.secret
          ? presented.toLowerCase() === SECRET
          : base.isListingSecret(presented, known, exchange),
    }),
    run: { listingSecret: SECRET, skip: ['exchange-throttle'] },
    fails: ['token-exchange.wrong-secret-401'],
    verdict: 'failed',
  },
];

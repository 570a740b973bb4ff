import { noTokenFaults } from '../../../fixtures/faults/listing-access/no-token.ts';
import { schemeFaults } from '../../../fixtures/faults/listing-access/scheme.ts';
import { wrongTokenFaults } from '../../../fixtures/faults/listing-access/wrong-tokens.ts';
import { sandboxListing } from '../../../fixtures/publisher/listing/credentials.ts';
import { verdictIfBroken } from '../../matrix/circumstances/circumstance.ts';
import { behaviourOf, type ListingCircumstance } from '../circumstance.ts';

const faults = [...wrongTokenFaults, ...noTokenFaults, ...schemeFaults];

/** The message says which of the wrong requests succeeded, and what was wrong with them. */
const told: readonly ListingCircumstance[] = (
  [
    [
      'listing-access-static-token-by-prefix',
      'near-static-token-no-data',
      /got status 200 to the static token with one letter in the other case, with characters appended or without its last characters\./,
    ],
    [
      'listing-access-any-scheme',
      'bearer-scheme-only',
      /got status 200 to an exchanged token without a scheme, an exchanged token with `Digest` or a static/,
    ],
  ] as const
).map(([name, check, words]) => {
  const id = `listing-access.${check}`;
  return {
    name: `${name} is told with all that was served`,
    behaviour: behaviourOf(faults, name),
    run: { skip: ['exchange-throttle'] },
    fails: [id],
    verdict: verdictIfBroken([id]),
    says: { [id]: words },
  };
});

export const nearCircumstances: readonly ListingCircumstance[] = [
  ...told,
  {
    name: 'A secret that is not read to its last letter is seen',
    behaviour: (base) => ({
      isListingSecret: (presented, known, exchange) =>
        presented.slice(0, -1) === known.secret || base.isListingSecret(presented, known, exchange),
    }),
    run: { listingSecret: `${sandboxListing.secret}x`, skip: ['exchange-throttle'] },
    fails: ['token-exchange.wrong-secret-401'],
    verdict: 'failed',
    says: { 'token-exchange.wrong-secret-401': /for the secret with one letter in the other case\./ },
  },
];

import { every } from '../../../src/engine/excuse.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { templateId } from '../../givens.ts';
import { expectCode, expectNoToken, expectStatus, knowsTemplate } from '../expectations.ts';
import { blockedExchange } from '../token-exchange/right-credential-requests.ts';
import { blockedUses, listingAccess } from './good-token-requests.ts';

// From a machine that is not on the allowlist (--listing-blocked), nothing but the allowlist is judged.

export const blockedExchange403 = listingAccess.rule({
  id: 'listing-access.blocked-exchange-403',
  section: 'listing §5 rule 3',
  requirement: 'An exchange from an address that is not on the allowlist is refused with 403.',
  fix: 'Check the address at the exchange, and answer 403 with the error alone if it is not on the list.',
  of: { reply: blockedExchange },
  judge: ({ reply }) => {
    expectStatus(reply, 403);
    expectNoToken(reply);
  },
});

export const blockedExchangeCode = listingAccess.rule({
  id: 'listing-access.blocked-exchange-code',
  section: 'listing §7',
  requirement: 'The refusal of an address that is not on the allowlist carries the code `ip_not_allowed`.',
  fix: 'Put the code `ip_not_allowed` into the body of the 403.',
  of: { reply: blockedExchange },
  judge: ({ reply }) => expectCode(reply, 'ip_not_allowed'),
});

listingAccess.rule({
  id: 'listing-access.blocked-data-401',
  section: 'listing §7',
  requirement: 'A data endpoint answers 401 to an address that is not on the allowlist, with a good token and without.',
  fix: 'Check the address at the data endpoints too, and answer 401 there, not the 403 of the exchange.',
  of: { uses: blockedUses, templateId },
  judge: ({ uses: { hasToken, all }, templateId: { guessed } }, note) => {
    every(all, ({ how, reply }) => {
      if (guessed) knowsTemplate(reply);
      expectStatus(reply, 401, `to a request ${how}`);
    });
    // The others are refused from an address on the list, too.
    if (!hasToken) inconclusive('That a good token is refused too only shows with --listing-token.');
    note('Only a run from an address on the list shows that the static token is good.');
  },
});

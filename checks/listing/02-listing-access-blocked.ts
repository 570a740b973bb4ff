import { describe, violation } from '../../src/engine/expect.ts';
import { blockedBy } from '../../src/engine/signal.ts';
import { blocked, listingCredentials, listingToken, templateId } from '../givens.ts';
import { listingAccess } from './02-listing-access.ts';
import { judgeable, knowsTemplate } from './parts/data-answer.ts';
import { carriesCode } from './readers/error-code.ts';
import { keyAndSecret, rightCredentials } from './values/exchange-request.ts';
import { garbage } from './values/near-miss.ts';

const blockedExchange = listingAccess.stage(
  {
    id: 'listing-access.blocked-exchange',
    needs: { blocked, credentials: listingCredentials },
    sends: { token: 1 },
  },
  ({ http, credentials }) => http.exchange(keyAndSecret(http, credentials), rightCredentials),
);

const blockedStatus = listingAccess.check(
  {
    id: 'listing-access.blocked-exchange-403',
    level: 'must',
    section: 'listing §5 rule 3',
    requirement: 'An exchange from an address that is not on the allowlist is refused with 403.',
    fix: 'Check the address at the exchange, and answer 403 where it is not on the list.',
    needs: { reply: blockedExchange },
  },
  ({ reply }) => {
    judgeable(reply);
    if (reply.status !== 403) violation({ expected: 'status 403', actual: describe(reply), replies: [reply] });
  },
);

listingAccess.check(
  {
    id: 'listing-access.blocked-exchange-code',
    level: 'must',
    section: 'listing §7',
    requirement: 'The refusal of an address that is not on the allowlist carries the code `ip_not_allowed`.',
    fix: 'Put the code `ip_not_allowed` into the body of the 403.',
    needs: { refused: blockedStatus, reply: blockedExchange },
  },
  ({ reply }) => {
    carriesCode(reply, 'ip_not_allowed');
  },
);

listingAccess.check(
  {
    id: 'listing-access.blocked-data-401',
    level: 'must',
    section: 'listing §7',
    requirement:
      'A data endpoint answers 401 to an address that is not on the allowlist, with a good token and without.',
    fix: 'Check the address at the data endpoints too, and answer 401 there, not the 403 of the exchange.',
    needs: { blocked, templateId },
    prefers: { token: listingToken },
    sends: { toplists: 3 },
  },
  async ({ http, token, templateId: { id, guessed }, note }) => {
    for (const [as, how] of [
      [token, 'with the static token'],
      [garbage(), 'with a token that was never issued'],
      [null, 'without a token'],
    ] as const) {
      if (as === undefined) continue;
      const reply = await http.toplists(id, { as });
      judgeable(reply);
      if (guessed) knowsTemplate(reply);
      if (reply.status !== 401)
        violation({ expected: 'status 401', actual: `${describe(reply)} to a request ${how}`, replies: [reply] });
    }
    // These are refused from an address on the list, too.
    if (token === undefined) blockedBy(listingToken);
    note('That the static token is good only a run from an address on the list shows.');
  },
);

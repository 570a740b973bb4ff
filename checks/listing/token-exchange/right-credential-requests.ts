import { because } from '../../../src/engine/expect.ts';
import type { Given, Traffic } from '../../../src/engine/node.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import {
  blocked,
  limitedCredentials,
  listingCredentials,
  notBlocked,
  templateId,
  type KeyAndSecret,
} from '../../givens.ts';
import { listing } from '../phases.ts';
import { isGranted, isPage, isGrant, scopesOf, sendableToken } from '../readers/answers.ts';
import { keyAndSecret, rightCredentials, tokenNameOf } from '../values/credentials.ts';

export const tokenExchange = listing.module('token-exchange', 'Token exchange');

function exchangeOf(
  name: string,
  phase: 'first tokens' | 'second token' | 'limited credentials',
  credentials: Given<KeyAndSecret>,
  after: Given<true> | Traffic<Reply>,
) {
  return tokenExchange.traffic(
    { id: `token-exchange.${name}`, phase, uses: { after, credentials }, sends: { token: 1 } },
    ({ http, credentials }) => http.exchange(keyAndSecret(http, credentials), rightCredentials),
  );
}

export const firstExchange = exchangeOf('first-exchange', 'first tokens', listingCredentials, notBlocked);
export const blockedExchange = exchangeOf('blocked-exchange', 'first tokens', listingCredentials, blocked);

function grantedBy(name: string, exchange: Traffic<Reply>) {
  return tokenExchange.record({ id: `token-exchange.${name}`, of: { reply: exchange } }, ({ reply }) =>
    isGranted(reply) && !isPage(reply) ? reply : inconclusive(because('No token was granted', reply), reply),
  );
}

export const granted = grantedBy('granted', firstExchange);

export const firstGrant = tokenExchange.record({ id: 'token-exchange.first-grant', of: { granted } }, ({ granted }) => {
  if (!isGrant(granted)) inconclusive('The answer that grants a token is not a JSON object.', granted);
  return granted;
});

function tokenOf(name: string, grant: Traffic<Reply>) {
  return tokenExchange.record(
    { id: `token-exchange.${name}`, of: { grant } },
    ({ grant }) => sendableToken(grant) ?? inconclusive('The exchange granted no token that can be sent.', grant),
  );
}

export const firstToken = tokenOf('first-token', firstGrant);

export const firstUses = tokenExchange.traffic(
  {
    id: 'token-exchange.first-uses',
    phase: 'first tokens',
    uses: { token: firstToken, templateId },
    sends: { toplists: 2 },
  },
  async ({ http, token, templateId: { id } }) => ({
    first: await http.toplists(id, { as: token, isKnownGood: true }),
    second: await http.toplists(id, { as: token, isKnownGood: true }),
  }),
);

export const secondExchange = exchangeOf('second-exchange', 'second token', listingCredentials, granted);

export const secondGrant = grantedBy('second-grant', secondExchange);
export const secondToken = tokenOf('second-token', secondGrant);

export const laterUses = tokenExchange.traffic(
  {
    id: 'token-exchange.later-uses',
    phase: 'second token',
    uses: { first: firstToken, second: secondToken, templateId },
    sends: { toplists: 2 },
  },
  async ({ http, first, second, templateId: { id } }) => {
    const ask = (as: Secret) => http.toplists(id, { as, isKnownGood: true });
    return { older: await ask(first), newer: await ask(second) };
  },
);

export const limitedExchange = exchangeOf('limited-exchange', 'limited credentials', limitedCredentials, notBlocked);

/** Credentials that lack the scope are granted a token all the same. */
export const limitedGrant = tokenExchange.record(
  { id: 'token-exchange.limited-grant', of: { reply: limitedExchange, credentials: limitedCredentials } },
  ({ reply, credentials }) => {
    const token = sendableToken(reply, tokenNameOf(credentials.key));
    if (token !== null) return { token, scopes: scopesOf(reply), reply };
    return inconclusive(because('The credentials without the scope were not exchanged for a token', reply), reply);
  },
);

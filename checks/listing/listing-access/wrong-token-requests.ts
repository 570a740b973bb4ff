import type { Given, Traffic } from '../../../src/engine/node.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import type { Authorization } from '../../../src/http/client.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { isSendable } from '../../../src/secrets/credentials.ts';
import { blocked, listingCredentials, listingToken, notBlocked, templateId } from '../../givens.ts';
import { OTHER_HEADERS, PLACEHOLDERS } from '../../near-misses.ts';
import { firstToken } from '../token-exchange/right-credential-requests.ts';
import { garbage, nearMisses } from '../values/nearly-right-credentials.ts';
import { goodTokens, listingAccess, withTokens } from './good-token-requests.ts';

// What is asked without a token, with wrong ones, and with right ones in a wrong way. One after the other: several at
// once would stand in each other's way if data calls are limited tightly.

type Way = readonly [how: string, as: Secret | Authorization | null];

export interface Attempt {
  readonly how: string;
  readonly secret: Secret | null;
  readonly reply: Reply;
}

async function tryAll(http: Wire, id: number, ways: readonly Way[]): Promise<readonly Attempt[]> {
  const attempts = [];
  for (const [how, as] of ways) {
    const secret = as && 'scheme' in as ? as.secret : as;
    attempts.push({ how, secret, reply: await http.toplists(id, { as }) });
  }
  return attempts;
}

/** A header as clients send it that have no token, and do not know it. */
const without = (scheme: string): Authorization => ({ scheme, secret: null });

/** Without any credential, right after a good one, which has filled what caches there are. */
export const withoutToken = listingAccess.traffic(
  {
    id: 'listing-access.without-token',
    phase: 'no token',
    uses: { notBlocked, templateId },
    mayUse: { tokens: goodTokens },
    sends: { toplists: 3 },
  },
  async ({ http, templateId: { id }, tokens }) => {
    const good = tokens?.all.find(({ isLimited }) => !isLimited);
    if (good) await http.toplists(id, { as: good.as });
    return tryAll(http, id, [
      ['without a token', null],
      ['with `Bearer` alone', without('Bearer')],
    ]);
  },
);

export const withGarbage = listingAccess.traffic(
  {
    id: 'listing-access.with-garbage',
    phase: 'unknown token',
    uses: { notBlocked, templateId },
    mayUse: { fixed: listingToken, credentials: listingCredentials },
    sends: { toplists: 4 },
  },
  ({ http, templateId: { id }, fixed, credentials }) => {
    // Either may have been issued as the static token, too.
    const halves =
      credentials && fixed
        ? ([
            ['key', credentials.key],
            ['secret', credentials.secret],
          ] as const)
        : [];
    const wrong = halves.filter(([, half]) => isSendable(half.reveal()) && half.reveal() !== fixed?.reveal());
    return tryAll(http, id, [
      ['with a token that was never issued', garbage()],
      ['with `Bearer null`', without(PLACEHOLDERS.null)],
      ...wrong.map(([name, half]): Way => [`with the ${name} in place of a token`, half]),
    ]);
  },
);

/** From an address that is not on the allowlist. */
export const blockedUses = listingAccess.traffic(
  {
    id: 'listing-access.blocked-uses',
    phase: 'first tokens',
    uses: { blocked, templateId },
    mayUse: { token: listingToken },
    sends: { toplists: 3 },
  },
  ({ http, token, templateId: { id } }) =>
    tryAll(http, id, [
      ...(token ? [['with the static token', token] as const] : []),
      ['with a token that was never issued', garbage()],
      ['without a token', null],
    ]),
);

function nearlyRight(name: string, token: Given<Secret> | Traffic<Secret>) {
  return listingAccess.traffic(
    {
      id: `listing-access.${name}`,
      phase: 'nearly right tokens',
      uses: { notBlocked, token, templateId },
      sends: { toplists: 3 },
    },
    ({ http, token, templateId: { id } }) => {
      const ways = nearMisses(token).map(({ how, secret }): Way => [how, secret]);
      return tryAll(http, id, ways);
    },
  );
}

export const nearExchanged = nearlyRight('near-exchanged', firstToken);
export const nearStatic = nearlyRight('near-static', listingToken);

/** Tokens that open the endpoint, sent in other ways than it asks for. Both kinds: different code may read them. */
export const otherSchemes = listingAccess.traffic(
  { id: 'listing-access.other-schemes', phase: 'nearly right tokens', uses: withTokens, sends: { toplists: 6 } },
  ({ http, tokens: { all }, templateId: { id } }) => {
    const served = all.filter(({ isLimited }) => !isLimited);
    const ways = served.flatMap(({ mode, as: secret }, index): Way[] => {
      const named = mode === 'static' ? 'a static token' : 'an exchanged token';
      const both: Way[] = [
        [`${named} without a scheme`, { scheme: '', secret }],
        [`${named} in X-API-Key and the like`, { scheme: '', secret, headers: OTHER_HEADERS }],
      ];
      if (index > 0) return both;
      const followed = secret.derive('with-more-words', (text) => `${text} and more`);
      // `Digest` is as long as `Bearer`.
      return [
        ...both,
        [`${named} with \`Digest\``, { scheme: 'Digest ', secret }],
        [`${named} with more words behind it`, { scheme: 'Bearer ', secret: followed }],
      ];
    });
    return ways.length === 0
      ? inconclusive('No token opens the endpoint, however it is sent.')
      : tryAll(http, id, ways);
  },
);

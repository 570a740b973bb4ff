import type { Given, Traffic } from '../../../src/engine/node.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import type { Authorization } from '../../../src/http/client.ts';
import { hasFailed } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { isSendable } from '../../../src/secrets/sendable.ts';
import { anyLimited, limitedToken, listingCredentials, listingToken, notBlocked, templateId } from '../../givens.ts';
import { userAndPassword, OTHER_HEADERS, PLACEHOLDERS } from '../../near-misses.ts';
import { isGranted, isRefusal } from '../readers/answers.ts';
import { firstExchange, firstToken, firstUses, limitedGrant } from '../token-exchange/right-credential-requests.ts';
import { wrongCredentials } from '../token-exchange/wrong-credential-requests.ts';
import { garbage, nearMisses } from '../values/nearly-right-credentials.ts';
import { momentsOf } from './use-tokens.ts';
import { limitedUse, servedData, staticUse } from './good-token-requests.ts';
import { goodTokens, listingAccess, MODES, usedAt, withTokens } from './records.ts';

// What is asked without a token, with wrong ones, and with right ones in a wrong way. One after the other: several at
// once would stand in each other's way if data calls are limited tightly.

type Way = readonly [how: string, as: Secret | Authorization | null];

async function tryAll(http: Wire, id: number, ways: readonly Way[]) {
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
    sends: { toplists: 4 },
  },
  async ({ http, templateId: { id }, tokens }) => {
    const good = tokens?.full.exchanged ?? tokens?.full.static;
    if (good) await http.toplists(id, { as: good });
    return tryAll(http, id, [
      ['without a token', null],
      ['with `Bearer` alone', without('Bearer')],
      ['with `Bearer [object Object]`', without(PLACEHOLDERS.object)],
    ]);
  },
);

/** Other calls without a good token. Those at another template tell what belongs to one from what any refusal carries. */
const askedElsewhere = listingAccess.traffic(
  {
    id: 'listing-access.asked-elsewhere',
    phase: 'another template',
    uses: { notBlocked, templateId },
    sends: { toplists: 3 },
  },
  async ({ http, templateId: { id } }) => ({
    noToken: await http.toplists(id + 1, { as: null }),
    garbage: await http.toplists(id + 1, { as: garbage() }),
    noTemplate: await http.toplists(null, { as: null }),
  }),
);

export const withGarbage = listingAccess.traffic(
  {
    id: 'listing-access.with-garbage',
    phase: 'unknown token',
    uses: { notBlocked, templateId },
    mayUse: { fixed: listingToken, credentials: listingCredentials },
    sends: { toplists: 5 },
  },
  ({ http, templateId: { id }, fixed, credentials }) => {
    // Without a static token to compare them with, a key or a secret may have been issued as one too.
    const halves = fixed === undefined || credentials === undefined ? [] : [credentials.key, credentials.secret];
    const areOther = halves.every((half) => half.reveal() !== fixed?.reveal());
    return tryAll(http, id, [
      ['with a token that was never issued', garbage()],
      ['with `Bearer null`', without(PLACEHOLDERS.null)],
      ['with `Bearer undefined`', without(PLACEHOLDERS.undefined)],
      ...halves.flatMap((half, index): Way[] =>
        areOther && isSendable(half.reveal())
          ? [[`with the ${index ? 'secret' : 'key'} in place of a token`, half]]
          : [],
      ),
    ]);
  },
);

function nearlyRight(name: string, token: Given<Secret> | Traffic<Secret>) {
  return listingAccess.traffic(
    {
      id: `listing-access.${name}`,
      phase: 'nearly right tokens',
      uses: { notBlocked, token, templateId },
      sends: { toplists: 9 },
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
  { id: 'listing-access.other-schemes', phase: 'nearly right tokens', uses: withTokens, sends: { toplists: 12 } },
  ({ http, tokens: { full, credentials }, templateId: { id } }) => {
    const oneKind = full.exchanged ?? full.static;
    const otherKind = full.static ?? full.exchanged;
    if (oneKind === null || otherKind === null) return inconclusive('No token opens the endpoint, however it is sent.');
    const named = (secret: Secret) => (secret === full.static ? 'a static token' : 'an exchanged token');
    const ofBoth = (how: string, as: (secret: Secret) => Authorization) =>
      [...new Set([oneKind, otherKind])].map((secret): Way => [`${named(secret)} ${how}`, as(secret)]);
    const followed = (secret: Secret) => secret.derive('with-more-words', (text) => `${text} and more`);
    const ways: Way[] = [
      ...ofBoth('without a scheme', (secret) => ({ scheme: '', secret })),
      ...ofBoth('with `Token`', (secret) => ({ scheme: 'Token ', secret })),
      ...ofBoth('with more words behind it', (secret) => ({ scheme: 'Bearer ', secret: followed(secret) })),
      // As long as `Bearer`.
      [`${named(oneKind)} with \`Digest\``, { scheme: 'Digest ', secret: oneKind }],
      [`${named(oneKind)} with a word before it`, { scheme: 'Bearer and ', secret: oneKind }],
      [`${named(otherKind)} with \`Basic Bearer\``, { scheme: 'Basic Bearer ', secret: otherKind }],
      ...ofBoth('in X-API-Key and the like', (secret) => ({ scheme: '', secret, headers: OTHER_HEADERS })),
    ];
    if (credentials === null) return tryAll(http, id, ways);
    const { key, secret } = credentials;
    const basic = secret.derive('basic', (text) => userAndPassword(key.reveal(), text));
    return tryAll(http, id, [...ways, ['key and secret with `Basic`', { scheme: 'Basic ', secret: basic }]]);
  },
);

/**
 * What the data endpoint answered to other tokens, or without one; `null` if it answered nothing, or nothing shows that
 * the service was up when good tokens were first used.
 */
export const answerToOthers = listingAccess.record(
  {
    id: 'listing-access.answer-to-others',
    of: {},
    maybe: {
      exchange: firstExchange,
      uses: firstUses,
      staticUse,
      limitedUse: limitedUse.static,
      withoutToken,
      withGarbage,
    },
  },
  ({ exchange, uses, staticUse, limitedUse, withoutToken = [], withGarbage = [] }) => {
    const atFirst = [uses?.first, staticUse, limitedUse].flatMap((reply) => reply ?? []);
    if (![exchange, ...atFirst].some((reply) => reply && !hasFailed(reply))) return null;
    const later = [...withoutToken, ...withGarbage].map(({ reply }) => reply);
    return [...atFirst, ...later].find((reply) => !hasFailed(reply)) ?? null;
  },
);

export const contrast = listingAccess.record(
  {
    id: 'listing-access.contrast',
    of: { templateId, served: servedData },
    maybe: { noToken: withoutToken, garbage: withGarbage, elsewhere: askedElsewhere },
  },
  ({ templateId: { id }, served, noToken, garbage, elsewhere }) => {
    const replies = elsewhere === undefined ? [] : [elsewhere.noToken, elsewhere.garbage];
    const areRefused = replies.length > 0 && replies.every(isRefusal);
    return {
      served: served ?? undefined,
      noToken: noToken?.[0]?.reply,
      garbage: garbage?.[0]?.reply,
      otherCalls: elsewhere,
      elsewhere: areRefused ? { templateId: id, replies } : undefined,
    };
  },
);

export const refusalsOfSecrets = listingAccess.record(
  {
    id: 'listing-access.refusals-of-secrets',
    of: { withGarbage },
    maybe: {
      wrongCredentials,
      nearExchanged,
      nearStatic,
      limited: limitedGrant,
      exchanged: limitedUse.exchanged,
      limitedToken,
      static: limitedUse.static,
    },
  },
  ({ wrongCredentials, nearExchanged = [], nearStatic = [], ...records }) => {
    const pairs = wrongCredentials?.wrong ?? [];
    const refused = [
      ...[...records.withGarbage, ...nearExchanged, ...nearStatic],
      ...pairs.map(({ pair: { secret }, reply }) => ({ secret, reply })),
      { secret: records.limited?.token, reply: records.exchanged },
      { secret: records.limitedToken, reply: records.static },
    ];
    return refused.flatMap(({ secret, reply }) =>
      secret && reply && reply.status !== null && !isGranted(reply) ? [{ secret, reply }] : [],
    );
  },
);

export const limitedLater = listingAccess.record(
  { id: 'listing-access.limited-later', of: { anyLimited, ...usedAt }, maybe: limitedUse },
  ({ exchanged, static: fixed, ...uses }) => {
    const firsts = { exchanged, static: fixed };
    const refused = MODES.flatMap((mode) => {
      const first = firsts[mode];
      return first?.status === 403 ? [{ mode, first }] : [];
    });
    if (refused.length === 0) inconclusive('This takes a token that is refused because it lacks the scope.');
    return refused.flatMap(({ mode, first }) =>
      momentsOf(uses, 'limited', mode).map(({ reply, when }) => ({ first, reply, when })),
    );
  },
);

import type { Given, Traffic } from '../../../src/engine/node.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import type { Authorization } from '../../../src/http/client.ts';
import { hasFailed, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { isSendable } from '../../../src/secrets/sendable.ts';
import { anyLimited, limitedToken, listingCredentials, listingToken, notBlocked, templateId } from '../../givens.ts';
import { userAndPassword, OTHER_HEADERS, PLACEHOLDERS } from '../../near-misses.ts';
import { isGranted } from '../readers/answers.ts';
import { firstToken, firstUses, limitedGrant } from '../token-exchange/right-credential-requests.ts';
import { wrongCredentials } from '../token-exchange/wrong-credential-requests.ts';
import { garbage, nearMisses } from '../values/nearly-right-credentials.ts';
import { momentsOf } from './use-tokens.ts';
import { limitedUse, servedData, staticUse } from './good-token-requests.ts';
import { goodTokens, listingAccess, MODES, usedAt, withTokens } from './records.ts';

// What is asked without a token, with wrong ones, and with right ones in a wrong way. One after the other: several at
// once would stand in each other's way if data calls are limited tightly.

type Way = readonly [how: string, as: Secret | Authorization | null, template?: null];

export interface Attempt {
  readonly how: string;
  readonly secret: Secret | null;
  readonly reply: Reply;
  /** The parameter is left out, which may be refused first. */
  readonly isIncomplete: boolean;
}

async function tryAll(http: Wire, id: number, ways: readonly Way[]): Promise<readonly Attempt[]> {
  const attempts = [];
  for (const [how, as, template = id] of ways) {
    const secret = as && 'scheme' in as ? as.secret : as;
    attempts.push({ how, secret, reply: await http.toplists(template, { as }), isIncomplete: template === null });
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
      ['without a token and without `template_id`', null, null],
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
    // Without a static token to compare them with, a key or a secret may have been issued as one too.
    const halves = fixed === undefined || credentials === undefined ? [] : [credentials.key, credentials.secret];
    const areOther = halves.every((half) => isSendable(half.reveal()) && half.reveal() !== fixed?.reveal());
    return tryAll(http, id, [
      ['with a token that was never issued', garbage()],
      ['with `Bearer null`', without(PLACEHOLDERS.null)],
      ...(areOther ? halves : []).map((half, index): Way => [
        `with the ${index ? 'secret' : 'key'} in place of a token`,
        half,
      ]),
    ]);
  },
);

function nearlyRight(name: string, token: Given<Secret> | Traffic<Secret>) {
  return listingAccess.traffic(
    {
      id: `listing-access.${name}`,
      phase: 'nearly right tokens',
      uses: { notBlocked, token, templateId },
      sends: { toplists: 5 },
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
  { id: 'listing-access.other-schemes', phase: 'nearly right tokens', uses: withTokens, sends: { toplists: 9 } },
  ({ http, tokens: { full, credentials }, templateId: { id } }) => {
    const ways = MODES.flatMap((mode): Way[] => {
      const secret = full[mode];
      if (secret === null) return [];
      const named = mode === 'static' ? 'a static token' : 'an exchanged token';
      const followed = secret.derive('with-more-words', (text) => `${text} and more`);
      return [
        [`${named} without a scheme`, { scheme: '', secret }],
        // As long as `Bearer`.
        [`${named} with \`Digest\``, { scheme: 'Digest ', secret }],
        [`${named} with more words behind it`, { scheme: 'Bearer ', secret: followed }],
        [`${named} in X-API-Key and the like`, { scheme: '', secret, headers: OTHER_HEADERS }],
      ];
    });
    if (ways.length === 0) return inconclusive('No token opens the endpoint, however it is sent.');
    if (credentials === null) return tryAll(http, id, ways);
    const { key, secret } = credentials;
    const basic = secret.derive('basic', (text) => userAndPassword(key.reveal(), text));
    return tryAll(http, id, [...ways, ['key and secret with `Basic`', { scheme: 'Basic ', secret: basic }]]);
  },
);

/** What the data endpoint answered to other tokens, or without one; `null` if it answered nothing. */
export const answerToOthers = listingAccess.record(
  {
    id: 'listing-access.answer-to-others',
    of: {},
    maybe: { uses: firstUses, staticUse, limitedUse: limitedUse.static, withoutToken },
  },
  ({ uses, staticUse, limitedUse, withoutToken }) =>
    [uses?.first, staticUse, limitedUse, withoutToken?.[0]?.reply].find((reply) => reply && !hasFailed(reply)) ?? null,
);

/** What tells data from what any refusal carries. */
export const contrast = listingAccess.record(
  { id: 'listing-access.contrast', of: { served: servedData }, maybe: { withoutToken, withGarbage } },
  ({ served, withoutToken, withGarbage }) => ({
    served,
    noToken: withoutToken?.[0]?.reply,
    garbage: withGarbage?.[0]?.reply,
  }),
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
  ({ withGarbage, wrongCredentials, nearExchanged = [], nearStatic = [], limited, exchanged, ...records }) =>
    [
      ...[...withGarbage, ...nearExchanged, ...nearStatic],
      ...(wrongCredentials?.wrong ?? []).map(({ pair: { secret }, reply }) => ({ secret, reply })),
      { secret: limited?.token, reply: exchanged },
      { secret: records.limitedToken, reply: records.static },
    ].flatMap(({ secret, reply }) => (secret && reply?.status && !isGranted(reply) ? [{ secret, reply }] : [])),
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

import { describe, because } from '../../../src/engine/expect.ts';
import type { Given, Traffic } from '../../../src/engine/node.ts';
import { inconclusive, becauseOf } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { excuse, isDenied, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import {
  anyLimited,
  listingCertificate,
  limitedToken,
  listingCredentials,
  listingToken,
  notBlocked,
  templateId,
  type KeyAndSecret,
  blocked,
} from '../../givens.ts';
import type { CertificateSeen } from '../../address-rules.ts';
import { requireAllowlisted } from '../expectations.ts';
import { listing } from '../phases.ts';
import { isGranted, isRecognised, lacksScope, sendableToken } from '../readers/answers.ts';
import {
  firstExchange,
  firstToken,
  firstUses,
  limitedExchange,
  limitedGrant,
} from '../token-exchange/right-credential-requests.ts';
import { keyAndSecret, rightCredentials, garbage, nearMisses } from '../values/credentials.ts';
import type { Authorization } from '../../../src/http/client.ts';
import { isSendable } from '../../../src/secrets/credentials.ts';
import { EACH_HEADER, OTHER_HEADERS, PLACEHOLDERS } from '../../near-misses.ts';

export const listingAccess = listing.module('listing-access', 'Access to listings');

// Right tokens come before wrong ones, which may get this address shut out. What is refused after those is excused, unless
// another token is recognised at that moment.

/** How a token was got: exchanged for key and secret (mode B), or issued as it is (mode A). */
export type Mode = 'exchanged' | 'static';

export interface GoodToken {
  readonly as: Secret;
  readonly mode: Mode;
  /** It lacks the scope. */
  readonly isLimited: boolean;
}

export interface Use extends GoodToken {
  readonly reply: Reply;
}

interface Uses {
  readonly all: readonly Use[];
  /** A token that was recognised: the address is not shut out. */
  readonly recognised: Reply | null;
}

function useOfStatic(
  name: string,
  phase: 'first tokens' | 'limited credentials',
  token: Given<Secret>,
  isKnownGood: boolean,
) {
  return listingAccess.traffic(
    { id: `listing-access.${name}`, phase, uses: { notBlocked, token, templateId }, sends: { toplists: 1 } },
    ({ http, token, templateId: { id } }) => http.toplists(id, { as: token, isKnownGood }),
  );
}

export const staticUse = useOfStatic('static-use', 'first tokens', listingToken, true);

export const certificateSeen = listingAccess.traffic(
  {
    id: 'listing-access.certificate',
    phase: 'first tokens',
    uses: { look: listingCertificate },
    mayUse: { exchange: firstExchange, staticUse },
    sends: {},
  },
  async ({ look, exchange, staticUse }): Promise<CertificateSeen> => ({
    seen: await look(),
    calls: [exchange, staticUse].filter((reply) => reply !== undefined),
  }),
);

export const limitedUse = {
  static: useOfStatic('limited-static-use', 'limited credentials', limitedToken, false),
  exchanged: listingAccess.traffic(
    {
      id: 'listing-access.limited-exchanged-use',
      phase: 'limited credentials',
      uses: { limited: limitedGrant, templateId },
      sends: { toplists: 1 },
    },
    ({ http, limited: { token }, templateId: { id } }) => http.toplists(id, { as: token }),
  ),
};

/** The answer to a token without the scope, unless no token of its mode is served, whatever its scopes. */
function refusedForScope(mode: Mode, reply: Traffic<Reply>) {
  return listingAccess.record(
    {
      id: `listing-access.limited-${mode}-reply`,
      of: { reply },
      maybe: { uses: firstUses, staticUse, exchange: limitedExchange },
    },
    ({ reply, uses, staticUse, exchange }) => {
      requireAllowlisted(reply, exchange);
      const full = mode === 'exchanged' ? uses?.first : staticUse;
      if (full !== undefined && !isGranted(full) && !isGranted(reply) && !lacksScope(reply))
        inconclusive(because('No token of this kind is served, whatever its scopes', full), full);
      return reply;
    },
  );
}

export const limitedReply = {
  exchanged: refusedForScope('exchanged', limitedUse.exchanged),
  static: refusedForScope('static', limitedUse.static),
};

export const goodTokens = listingAccess.record(
  {
    id: 'listing-access.good-tokens',
    of: {},
    maybe: {
      token: firstToken,
      uses: firstUses,
      fixed: listingToken,
      staticUse,
      limited: limitedGrant,
      limitedFixed: limitedToken,
    },
  },
  ({ token, uses, fixed, staticUse, limited, limitedFixed }) => {
    const all = [
      { as: uses && isGranted(uses.first) ? token : undefined, mode: 'exchanged', isLimited: false },
      { as: staticUse && isGranted(staticUse) ? fixed : undefined, mode: 'static', isLimited: false },
      { as: limited?.token, mode: 'exchanged', isLimited: true },
      { as: limitedFixed, mode: 'static', isLimited: true },
    ] as const;
    return all.flatMap(({ as, ...token }): GoodToken[] => (as ? [{ as, ...token }] : []));
  },
);

/** Data as a good token gets it, to recognise it in refusals; `null` if none does. */
export const servedData = listingAccess.record(
  { id: 'listing-access.served-data', of: {}, maybe: { uses: firstUses, staticUse } },
  ({ uses, staticUse }) => [uses?.first, staticUse].find((reply) => reply && isGranted(reply)) ?? null,
);

const withTokens = { notBlocked, tokens: goodTokens, templateId };

/**
 * If none is recognised, a fresh token shows whether the address is shut out. Tokens that are denied while another is
 * recognised are used once more.
 */
function useAll(name: string, phase: 'all tokens again' | 'end of the run', isKnownGood = false) {
  return listingAccess.traffic(
    {
      id: `listing-access.${name}`,
      phase,
      uses: withTokens,
      mayUse: { credentials: listingCredentials },
      sends: { toplists: 4, token: 0 },
    },
    async ({ http, tokens, templateId: { id }, credentials }): Promise<Uses> => {
      const first: Use[] = [];
      for (const token of tokens) {
        const options = { as: token.as, isKnownGood: isKnownGood && !token.isLimited };
        first.push({ ...token, reply: await http.toplists(id, options) });
      }
      const replies = first.map(({ reply }) => reply);
      const isFreshOneUsed = credentials && replies.some(isDenied) && !replies.some(isRecognised);
      const recognised = isFreshOneUsed
        ? await freshTokenServed(http, id, credentials)
        : (replies.find(isRecognised) ?? null);
      const all: Use[] = [];
      for (const use of first) {
        const isUnclear = recognised && isDenied(use.reply) && !isRecognised(use.reply);
        const again = { as: use.as, isKnownGood: !use.isLimited, fresh: true } as const;
        const reply = isUnclear ? await http.toplists(id, again) : use.reply;
        excuseUnclear(reply, recognised);
        all.push({ ...use, reply });
      }
      return { all, recognised };
    },
  );
}

async function freshTokenServed(http: Wire, id: number, credentials: KeyAndSecret): Promise<Reply | null> {
  const token = sendableToken(await http.exchange(keyAndSecret(http, credentials), rightCredentials));
  const reply = token && (await http.toplists(id, { as: token }));
  return reply !== null && isGranted(reply) ? reply : null;
}

export const usedAt = {
  again: useAll('used-again', 'all tokens again', true),
  late: useAll('used-last', 'end of the run'),
};

/** A refusal that may be meant for the whole address says nothing of a token; one that names the scope does. */
function excuseUnclear(reply: Reply, recognised: Reply | null): void {
  if (isRecognised(reply)) return;
  const why = isDenied(reply) ? shutOutBy(reply) : `Whether the token is still good does not show: ${describe(reply)}.`;
  if (recognised === null || !isDenied(reply)) excuse(reply, { because: becauseOf(why), shownBy: [reply] });
}

function shutOutBy(refusal: Reply): string {
  return `Since wrong tokens were tried, a right one is refused too: ${describe(refusal)}.`;
}

export interface Moment extends Use, Pick<Uses, 'recognised'> {
  readonly when: string;
}

export function momentsOf({ again, late }: Readonly<Record<'again' | 'late', Uses>>) {
  const moments = [
    [again, 'when it was used again'],
    [late, 'at the end of the run'],
  ] as const;
  return moments.flatMap(([{ all, recognised }, when]) => all.map((use): Moment => ({ ...use, recognised, when })));
}

/** The tokens that were answered rightly when used alone, all at once and twice each. */
export const usedAtOnce = listingAccess.traffic(
  {
    id: 'listing-access.used-at-once',
    phase: 'all tokens at once',
    uses: { anyLimited, again: usedAt.again, templateId },
    sends: { toplists: 8 },
  },
  ({ http, again, templateId: { id } }) => {
    const known = again.all.filter(({ isLimited, reply }) => (isLimited ? reply.status === 403 : isGranted(reply)));
    if (new Set(known.map(({ isLimited }) => isLimited)).size < 2)
      inconclusive('This takes a token that is served, and one that is refused because it lacks the scope.');
    return Promise.all(
      [...known, ...known].map(async (token) => ({ ...token, reply: await http.toplists(id, { as: token.as }) })),
    );
  },
);

// Without a token, with wrong ones, and with right ones in a wrong way: one after the other, since data calls may be
// limited tightly.

/** If it is let in although it combines several ways, `each` of them is tried alone. */
type Way = readonly [how: string, as: Secret | Authorization | null, each?: readonly Way[]];

export interface Attempt {
  readonly how: string;
  readonly secret: Secret | null;
  readonly reply: Reply;
}

async function tryAll(http: Wire, id: number, ways: readonly Way[]): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  for (const way of ways) {
    const attempt = await tryOne(http, id, way);
    const [, , each = []] = way;
    attempts.push((isGranted(attempt.reply) ? await firstGranted(http, id, each) : null) ?? attempt);
  }
  return attempts;
}

async function tryOne(http: Wire, id: number, [how, as]: Way): Promise<Attempt> {
  const secret = as && 'scheme' in as ? as.secret : as;
  return { how, secret, reply: await http.toplists(id, { as }) };
}

async function firstGranted(http: Wire, id: number, ways: readonly Way[]): Promise<Attempt | null> {
  for (const way of ways) {
    const attempt = await tryOne(http, id, way);
    if (isGranted(attempt.reply)) return attempt;
  }
  return null;
}

/** A header as clients send it that do not notice that they have no token. */
const without = (scheme: string): Authorization => ({ scheme, secret: null });

/** Right after a good token, which has filled any cache. */
export const withoutToken = listingAccess.traffic(
  {
    id: 'listing-access.without-token',
    phase: 'no token',
    uses: { notBlocked, templateId },
    mayUse: { tokens: goodTokens },
    sends: { toplists: 3 },
  },
  async ({ http, templateId: { id }, tokens }) => {
    const good = tokens?.find(({ isLimited }) => !isLimited);
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
    // A key or secret may be the static token, too: then it is right.
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

/** Good tokens sent in other ways than the contract's. Both kinds, since different code may read them. */
export const otherSchemes = listingAccess.traffic(
  { id: 'listing-access.other-schemes', phase: 'nearly right tokens', uses: withTokens, sends: { toplists: 6 } },
  ({ http, tokens, templateId: { id } }) => {
    const served = tokens.filter(({ isLimited }) => !isLimited);
    const ways = served.flatMap(({ mode, as: secret }, index): Way[] => {
      const named = mode === 'static' ? 'a static token' : 'an exchanged token';
      const inEach = EACH_HEADER.map(({ name, as }): Way => [`${named} in \`${name}\``, { ...as, secret }]);
      const both: Way[] = [
        [`${named} without a scheme`, { scheme: '', secret }],
        [`${named} in another header`, { scheme: '', secret, headers: OTHER_HEADERS }, inEach],
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

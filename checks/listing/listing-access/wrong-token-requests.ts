import type { Wire } from '../../../src/engine/wire.ts';
import type { Authorization } from '../../../src/http/client.ts';
import { excuse, type Reply } from '../../../src/http/reply.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { isSendable } from '../../../src/secrets/sendable.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { anyLimited, listingCredentials, listingToken, notBlocked, templateId } from '../../givens.ts';
import { isGranted, isRefusal, lacksScope } from '../readers/answers.ts';
import { firstToken } from '../token-exchange/requests.ts';
import { garbage, nearMisses } from '../values/near-miss.ts';
import { goodTokens, limitedExchangedUse, limitedStaticUse, listingAccess, servedData, usedAgain } from './requests.ts';
import { excuseShutOut, shutOutBy, useAll, useGood } from './uses.ts';

/*
 * What is asked without a token, with wrong ones, and with right ones in a wrong way; and right ones between and after
 * them. One after the other: several at once would stand in each other's way if data calls are limited tightly.
 */

/** What was answered, and how the request was sent. */
export interface Attempt {
  readonly how: string;
  readonly reply: Reply;
}

const NOTHING: readonly { readonly as: Authorization | null; readonly how: string }[] = [
  { as: null, how: 'without a token' },
  { as: { scheme: 'Bearer', secret: null }, how: 'with `Bearer` alone' },
];

/** Without any credential, once a good one has filled what caches there are. */
const withoutToken = listingAccess.traffic(
  {
    id: 'listing-access.without-token',
    phase: 'no token',
    uses: { notBlocked, templateId },
    sends: { toplists: 2 },
  },
  ({ http, templateId: { id } }) =>
    Promise.all(NOTHING.map(async ({ as, how }) => ({ how, reply: await http.toplists(id, { as }) }))),
);

/** Another template, without a good token: it tells what belongs to one template from what any refusal carries. */
const askedElsewhere = listingAccess.traffic(
  {
    id: 'listing-access.asked-elsewhere',
    phase: 'another template',
    uses: { notBlocked, templateId },
    sends: { toplists: 2 },
  },
  async ({ http, templateId: { id } }) => ({
    noToken: await http.toplists(id + 1, { as: null }),
    garbage: await http.toplists(id + 1, { as: garbage() }),
  }),
);

const withGarbage = listingAccess.traffic(
  {
    id: 'listing-access.with-garbage',
    phase: 'unknown token',
    uses: { notBlocked, templateId },
    mayUse: { fixed: listingToken, credentials: listingCredentials },
    sends: { toplists: 3 },
  },
  async ({ http, templateId: { id }, fixed, credentials }) => {
    const attempt = async (how: string, as: Secret) => ({ how, reply: await http.toplists(id, { as }) });
    const attempts = [await attempt('with a token that was never issued', garbage())];
    // Without a static token to compare them with, a key or a secret may have been issued as one too.
    if (fixed === undefined || credentials === undefined) return attempts;
    const { key, secret } = credentials;
    if ([key, secret].some((half) => half.reveal() === fixed.reveal())) return attempts;
    if (isSendable(key.reveal())) attempts.push(await attempt('with the key in place of a token', key));
    if (isSendable(secret.reveal())) attempts.push(await attempt('with the secret in place of a token', secret));
    return attempts;
  },
);

/** Right tokens after wrong ones that resemble none of them. */
export const usedBetween = listingAccess.traffic(
  {
    id: 'listing-access.used-between',
    phase: 'between wrong tokens',
    uses: { notBlocked, tokens: goodTokens, templateId },
    sends: { toplists: 2, token: 0 },
  },
  async ({ http, tokens, templateId: { id } }) => {
    const uses = await useGood(http, id, { ...tokens, credentials: null });
    excuseShutOut(uses);
    return uses;
  },
);

const nearExchanged = listingAccess.traffic(
  {
    id: 'listing-access.near-exchanged',
    phase: 'nearly right tokens',
    uses: { token: firstToken, templateId },
    sends: { toplists: 6 },
  },
  ({ http, token, templateId: { id } }) => tryNearMisses(http, id, token),
);

const nearStatic = listingAccess.traffic(
  {
    id: 'listing-access.near-static',
    phase: 'nearly right tokens',
    uses: { notBlocked, token: listingToken, templateId },
    sends: { toplists: 5 },
  },
  ({ http, token, templateId: { id } }) => tryNearMisses(http, id, token),
);

async function tryNearMisses(http: Wire, id: number, token: Secret): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const { secret, how } of nearMisses(token))
    attempts.push({ how, reply: await http.toplists(id, { as: secret }) });
  return attempts;
}

/** How a token is sent that is not sent as `Bearer`. */
interface Presentation extends Pick<Authorization, 'scheme' | 'headers'> {
  /** As in `a static token with Token`. */
  readonly how: string;
}

const BARE: Presentation = { scheme: '', how: 'without a scheme' };
const TOKEN: Presentation = { scheme: 'Token ', how: 'with `Token`' };
/** As long as `Bearer`. */
const DIGEST: Presentation = { scheme: 'Digest ', how: 'with `Digest`' };
/** Where services also look for a static token. */
const OTHER_HEADERS: Presentation = {
  scheme: '',
  headers: ['x-api-key', 'api-key', 'x-auth-token', 'x-access-token'],
  how: 'in X-API-Key and the like',
};

/** Tokens that open the endpoint, sent in other ways than it asks for. Both kinds: different code may read them. */
export const otherSchemes = listingAccess.traffic(
  {
    id: 'listing-access.other-schemes',
    phase: 'nearly right tokens',
    uses: { notBlocked, tokens: goodTokens, templateId },
    sends: { toplists: 7 },
  },
  async ({ http, tokens: { exchanged, fixed, credentials }, templateId: { id } }) => {
    const oneKind = exchanged ?? fixed;
    const otherKind = fixed ?? exchanged;
    if (oneKind === null || otherKind === null) return inconclusive('No token opens the endpoint, however it is sent.');
    const attempts: Attempt[] = [];
    const attempt = async (secret: Secret, { scheme, headers, how }: Presentation, what?: string) => {
      const token = what ?? (secret === fixed ? 'a static token' : 'an exchanged token');
      const as = { scheme, secret, ...(headers && { headers }) };
      attempts.push({ how: `${token} ${how}`, reply: await http.toplists(id, { as }) });
    };
    for (const presentation of [BARE, TOKEN])
      for (const secret of new Set([oneKind, otherKind])) await attempt(secret, presentation);
    await attempt(oneKind, DIGEST);
    await attempt(otherKind, OTHER_HEADERS);
    if (credentials === null) return attempts;
    const { key, secret } = credentials;
    const basic = secret.derive('basic', (text) => Buffer.from(`${key.reveal()}:${text}`).toString('base64'));
    await attempt(basic, { scheme: 'Basic ', how: 'with `Basic`' }, 'key and secret');
    return attempts;
  },
);

/** Right tokens after all wrong ones. */
export const usedAfterWrong = listingAccess.traffic(
  {
    id: 'listing-access.used-after-wrong',
    phase: 'after wrong tokens',
    uses: { notBlocked, tokens: goodTokens, templateId },
    sends: { toplists: 2, token: 0 },
  },
  async ({ http, tokens, templateId: { id } }) => {
    const uses = await useGood(http, id, tokens);
    excuseShutOut(uses);
    excuseStaticAlone(uses.static);
    return uses;
  },
);

/** After attempts with nearly the same token it may be refused alone, as an account is after wrong passwords. */
function excuseStaticAlone(reply: Reply | null): void {
  if (reply && !isGranted(reply) && !lacksScope(reply)) excuse(reply, { why: shutOutBy(reply), shownBy: [reply] });
}

/** The refusal of a good token after wrong ones, if this address may be shut out for them. */
export const shutOut = listingAccess.record(
  { id: 'listing-access.shut-out', of: { uses: usedAfterWrong } },
  ({ uses: { exchanged, static: fixed, recognised } }) => {
    const refusal = [exchanged, fixed].find((reply) => reply && !isGranted(reply)) ?? null;
    return recognised !== null || refusal === null || lacksScope(refusal) ? null : refusal;
  },
);

/** Holds what an address is refused that is shut out against nobody. */
export function excuseIfShutOut(shut: Reply | null | undefined, reply: Reply): void {
  if (shut) excuse(reply, { why: shutOutBy(shut), shownBy: [reply] });
}

/** Requests of one kind; those that were refused otherwise than with 401 are excused if the address is shut out. */
function attemptsOf(name: string, attempts: typeof withoutToken | typeof nearStatic) {
  return listingAccess.record(
    { id: `listing-access.${name}`, of: { attempts }, maybe: { shut: shutOut } },
    ({ attempts, shut }): readonly Attempt[] => {
      for (const { reply } of attempts) if (!isGranted(reply) && reply.status !== 401) excuseIfShutOut(shut, reply);
      return attempts;
    },
  );
}

export const noTokenAttempts = attemptsOf('no-token-attempts', withoutToken);
export const garbageAttempts = attemptsOf('garbage-attempts', withGarbage);
export const nearExchangedAttempts = attemptsOf('near-exchanged-attempts', nearExchanged);
export const nearStaticAttempts = attemptsOf('near-static-attempts', nearStatic);

/** Answers that tell data from what any refusal carries. */
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
      otherTemplate: elsewhere,
      elsewhere: areRefused ? { templateId: id, replies } : undefined,
    };
  },
);

/** Every right token when all else has been asked; if the limit of the exchange was judged, minutes later. */
export const usedLast = listingAccess.traffic(
  {
    id: 'listing-access.used-last',
    phase: 'end of the run',
    uses: { notBlocked, tokens: goodTokens, templateId },
    mayUse: { afterWrong: usedAfterWrong },
    sends: { toplists: 4, token: 0 },
  },
  async ({ http, tokens, templateId: { id }, afterWrong }) => {
    const uses = await useAll(http, id, tokens);
    // Once the static token was accepted after wrong ones, nothing wrong is sent any more.
    if (!afterWrong?.static || !isGranted(afterWrong.static)) excuseStaticAlone(uses.static);
    return uses;
  },
);

/** What tokens without the scope were answered later, if they were refused for it at first. */
export const limitedLater = listingAccess.record(
  {
    id: 'listing-access.limited-later',
    of: { anyLimited, late: usedLast },
    maybe: { again: usedAgain, exchanged: limitedExchangedUse, static: limitedStaticUse },
  },
  ({ late, again, exchanged, static: ofStatic }) => {
    const moments = [
      { limited: again?.limited, when: 'when the same token was used again' },
      { limited: late.limited, when: 'at the end of the run' },
    ];
    const modes = (['exchanged', 'static'] as const).flatMap((mode) => {
      const first = { exchanged, static: ofStatic }[mode];
      return first?.status === 403 ? { mode, first } : [];
    });
    if (modes.length === 0) inconclusive('This takes a token that is refused because it lacks the scope.');
    return modes.flatMap(({ mode, first }) =>
      moments.flatMap(({ limited, when }) => {
        const reply = limited?.[mode];
        return reply ? { first, reply, when } : [];
      }),
    );
  },
);

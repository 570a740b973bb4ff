import { describe, violation } from '../../src/engine/expect.ts';
import type { Check } from '../../src/engine/node.ts';
import { blockedBy, inconclusive } from '../../src/engine/signal.ts';
import type { Authorization } from '../../src/http/client.ts';
import type { Reply } from '../../src/http/reply.ts';
import type { Secret } from '../../src/http/secret.ts';
import { isSendable } from '../../src/secrets/sendable.ts';
import { cut } from '../../src/text/cut.ts';
import { inWords } from '../../src/text/in-words.ts';
import { listingCredentials, listingToken, notBlocked, templateId } from '../givens.ts';
import { firstToken } from './01-token-exchange.ts';
import {
  exchangedTokenAccepted,
  goodTokens,
  listingAccess,
  rightUses,
  servedData,
  staticTokenAccepted,
} from './02-listing-access.ts';
import { isRefusal, judgeable, knowsTemplate } from './parts/data-answer.ts';
import { isGranted } from './parts/exchange-request.ts';
import { lacksScope, useGood } from './parts/good-uses.ts';
import { leakedData, type Elsewhere } from './parts/leaked-data.ts';
import { garbage, nearMisses, type NearMiss } from './parts/near-miss.ts';

/** How a token is sent that is not sent as `Bearer`. */
interface Presentation extends Pick<Authorization, 'scheme' | 'headers'> {
  /** As in `a static token behind Token`. */
  readonly how: string;
}

/** How tokens of both kinds are sent: they may be read by different code. */
const OF_EACH_KIND: readonly Presentation[] = [
  { scheme: '', how: 'without a scheme' },
  { scheme: 'Token ', how: 'behind `Token`' },
];
/** A scheme that is as long as `Bearer`. */
const AS_LONG: Presentation = { scheme: 'Digest ', how: 'behind `Digest`' };
/** Where services look for a static token besides. */
const ELSEWHERE: Presentation = {
  scheme: '',
  headers: ['x-api-key', 'api-key', 'x-auth-token', 'x-access-token'],
  how: 'in X-API-Key and the like',
};
const NOTHING: readonly { readonly as: Authorization | null; readonly how: string }[] = [
  { as: null, how: 'without a token' },
  { as: { scheme: 'Bearer', secret: null }, how: 'with `Bearer` alone' },
];

/** What was answered, and how the request was sent. */
interface Attempt {
  readonly how: string;
  readonly reply: Reply;
}

/** Answers to requests without any credential, once a good one has filled what caches there are. */
export const withoutToken = listingAccess.stage(
  {
    id: 'listing-access.without-token',
    needs: { notBlocked, templateId },
    after: rightUses,
    sends: { toplists: 2 },
  },
  ({ http, templateId: { id } }) =>
    Promise.all(NOTHING.map(async ({ as, how }) => ({ how, reply: await http.toplists(id, { as }) }))),
);

/**
 * Another template, asked for without a good token. Where it is refused, it tells what belongs to one template from what
 * any refusal carries.
 */
const askedElsewhere = listingAccess.stage(
  {
    id: 'listing-access.asked-elsewhere',
    needs: { notBlocked, templateId },
    after: [withoutToken],
    sends: { toplists: 2 },
  },
  async ({ http, templateId: { id } }): Promise<Readonly<Record<string, Reply>>> => ({
    'no-token': await http.toplists(id + 1, { as: null }),
    'garbage-token': await http.toplists(id + 1, { as: garbage() }),
  }),
);

export const refusedElsewhere = listingAccess.stage(
  { id: 'listing-access.refused-elsewhere', needs: { asked: askedElsewhere, templateId } },
  ({ asked, templateId: { id } }) => {
    const replies = Object.values(asked);
    return replies.every(isRefusal) ? { templateId: id, replies } : undefined;
  },
);

const withGarbage = listingAccess.stage(
  {
    id: 'listing-access.with-garbage',
    needs: { notBlocked, templateId },
    prefers: { fixed: listingToken, credentials: listingCredentials },
    after: [askedElsewhere],
    sends: { toplists: 3 },
  },
  async ({ http, templateId: { id }, fixed, credentials }) => {
    const attempt = async (how: string, as: Secret) => ({ how, reply: await http.toplists(id, { as }) });
    const attempts = [await attempt('with a token that was never issued', garbage())];
    // A key or a secret may have been issued as a static token too, where it is not known what those are like.
    if (fixed === undefined || credentials === undefined) return attempts;
    const { key, secret } = credentials;
    if ([key, secret].some((half) => half.reveal() === fixed.reveal())) return attempts;
    for (const [half, which] of [
      [key, 'key'],
      [secret, 'secret'],
    ] as const)
      if (isSendable(half.reveal())) attempts.push(await attempt(`with the ${which} in place of a token`, half));
    return attempts;
  },
);

/** Right tokens behind wrong ones that are like none of them: no service can mean one of them where it refuses it. */
export const usedBetween = listingAccess.stage(
  {
    id: 'listing-access.used-between',
    needs: { notBlocked, tokens: goodTokens, templateId },
    after: [withGarbage],
    sends: { toplists: 2, token: 0 },
  },
  ({ http, tokens, templateId: { id } }) => useGood(http, id, { ...tokens, credentials: null }),
);

const nearExchanged = listingAccess.stage(
  {
    id: 'listing-access.near-exchanged',
    needs: { token: firstToken, templateId },
    after: [usedBetween],
    sends: { toplists: 6 },
  },
  ({ http, token, templateId: { id } }) => oneByOne(nearMisses(token), (as) => http.toplists(id, { as })),
);

const nearStatic = listingAccess.stage(
  {
    id: 'listing-access.near-static',
    needs: { notBlocked, token: listingToken, templateId },
    after: [usedBetween],
    sends: { toplists: 5 },
  },
  ({ http, token, templateId: { id } }) => oneByOne(nearMisses(token), (as) => http.toplists(id, { as })),
);

/** Tokens that open the endpoint, sent in other ways than it asks for. */
const otherSchemes = listingAccess.stage(
  {
    id: 'listing-access.other-schemes',
    needs: { notBlocked, tokens: goodTokens, templateId },
    after: [usedBetween],
    sends: { toplists: 7 },
  },
  async ({ http, tokens: { exchanged, fixed, credentials }, templateId: { id } }) => {
    const uses: Attempt[] = [];
    const attempt = async (secret: Secret | null, { scheme, headers, how }: Presentation) => {
      if (secret === null) return;
      const token = secret === fixed ? 'a static token' : 'an exchanged token';
      const as = { scheme, secret, ...(headers && { headers }) };
      uses.push({ how: `${token} ${how}`, reply: await http.toplists(id, { as }) });
    };
    for (const presentation of OF_EACH_KIND) {
      await attempt(exchanged, presentation);
      await attempt(fixed, presentation);
    }
    await attempt(exchanged ?? fixed, AS_LONG);
    await attempt(fixed ?? exchanged, ELSEWHERE);
    if (credentials !== null) {
      const { key, secret } = credentials;
      const basic = secret.derive('basic', (text) => Buffer.from(`${key.reveal()}:${text}`).toString('base64'));
      const reply = await http.toplists(id, { as: { scheme: 'Basic ', secret: basic } });
      uses.push({ how: 'key and secret behind `Basic`', reply });
    }
    return uses;
  },
);

/** All that is asked with wrong tokens, or with right ones in a wrong way. */
export const wrongUses = [withoutToken, askedElsewhere, withGarbage, nearExchanged, nearStatic, otherSchemes];

/** Right tokens behind all wrong ones. */
export const usedBehind = listingAccess.stage(
  {
    id: 'listing-access.used-behind',
    needs: { notBlocked, tokens: goodTokens, templateId },
    after: wrongUses,
    sends: { toplists: 2, token: 0 },
  },
  ({ http, tokens, templateId: { id } }) => useGood(http, id, tokens),
);

/** The refusal of a good token behind wrong ones: a service may shut an address out that has tried so many. */
export const shutOut = listingAccess.stage(
  { id: 'listing-access.shut-out', needs: { uses: usedBehind } },
  ({ uses: { exchanged, fixed, recognised } }) => {
    const refusal = [exchanged, fixed].find((reply) => reply !== null && !isGranted(reply)) ?? null;
    return recognised !== null || (refusal !== null && lacksScope(refusal)) ? null : refusal;
  },
);

/** What an address is answered that is shut out allows no judgement. */
export function mayBeShutOut(shut: Reply | null | undefined, reply: Reply): void {
  if (shut) inconclusive(`Since wrong tokens were tried, a right one is refused too: ${describe(shut)}.`, reply);
}

/** The answer of one attempt, and of which others it is the status too: `status 200 to the token with more behind it`. */
function answerTo({ reply }: Attempt, attempts: readonly Attempt[], lead = ''): string {
  const alike = attempts.filter((other) => other.reply.status === reply.status);
  return `${describe(reply)} to ${lead}${inWords(alike.map(({ how }) => how))}`;
}

/** How, and of a token that is nearly right: which check says that the right one opens the endpoint. */
const REFUSED = [
  ['no-token', withoutToken, 'without a token', 'Ask for a bearer token before anything else.', null],
  [
    'garbage-token',
    withGarbage,
    'with a token that was never issued',
    'Look every token up, and refuse what is not there: keys and secrets too, which the exchange alone takes.',
    null,
  ],
  [
    'near-exchanged-token',
    nearExchanged,
    'with a token that is nearly an exchanged one',
    'Check the signature over the whole token, and never take a token without one.',
    exchangedTokenAccepted,
  ],
  [
    'near-static-token',
    nearStatic,
    'with a token that is nearly a static one',
    'Compare static tokens in full, to the last character, and tell upper from lower case.',
    staticTokenAccepted,
  ],
] as const;

for (const [name, tried, how, fix, rightOne] of REFUSED) {
  const lead = rightOne === null ? 'a request ' : 'the token ';
  const noData: Check<void> = listingAccess.check(
    {
      id: `listing-access.${name}-no-data`,
      level: 'must',
      section: 'listing §1',
      requirement: `A request ${how} gets no data.`,
      fix,
      needs: { attempts: tried },
      prefers: {
        served: servedData,
        others: tried === withoutToken ? withGarbage : withoutToken,
        elsewhere: refusedElsewhere,
        asked: askedElsewhere,
        ...(rightOne === null ? {} : { rightOneServed: rightOne }),
      },
    },
    ({ attempts, served, others, elsewhere, asked, rightOneServed }) => {
      for (const attempt of attempts) {
        const { reply, how: one } = attempt;
        judgeable(reply);
        if (isGranted(reply))
          violation({ expected: 'a refusal', actual: answerTo(attempt, attempts, lead), replies: [reply] });
        noLeak(reply, { served, others, elsewhere }, ` to ${lead}${one}`);
      }
      const other = asked?.[name];
      if (other && isGranted(other))
        violation({
          expected: 'a refusal, whatever the template',
          actual: `${describe(other)} to a request ${how} for another one`,
          replies: [other],
        });
      // Where the right token opens nothing either, it was not the difference that was refused.
      if (rightOne !== null && rightOneServed === undefined) blockedBy(rightOne);
    },
  );
  listingAccess.check(
    {
      id: `listing-access.${name}-401`,
      level: 'should',
      section: 'listing §5',
      requirement: `A request ${how} is refused with 401.`,
      fix: 'Answer 401 where the token is missing or not valid.',
      needs: { attempts: tried, templateId },
      prefers: { shut: shutOut, served: servedData },
    },
    ({ attempts, templateId: { guessed }, shut, served }) => {
      for (const attempt of attempts) {
        const { reply } = attempt;
        judgeable(reply);
        if (isGranted(reply)) blockedBy(noData);
        if (guessed) knowsTemplate(reply, served !== undefined);
        if (reply.status === 401) continue;
        mayBeShutOut(shut, reply);
        violation({ expected: 'status 401', actual: answerTo(attempt, attempts, lead), replies: [reply] });
      }
    },
  );
}

listingAccess.check(
  {
    id: 'listing-access.bearer-scheme-only',
    level: 'must',
    section: 'listing §4.2',
    requirement: 'A credential that is not sent as `Bearer <token>` counts as missing.',
    fix: 'Take the token from `Authorization: Bearer <token>` only.',
    needs: { uses: otherSchemes },
    prefers: { fixed: listingToken, nothing: withoutToken },
  },
  ({ uses, fixed, nothing }) => {
    if (nothing?.some(({ reply }) => isGranted(reply))) blockedBy({ id: 'listing-access.no-token-no-data' });
    if (uses.length === 0) blockedBy(fixed === undefined ? exchangedTokenAccepted : staticTokenAccepted);
    for (const use of uses) {
      const { reply } = use;
      judgeable(reply);
      if (isGranted(reply)) violation({ expected: 'a refusal', actual: answerTo(use, uses), replies: [reply] });
    }
  },
);

/** What tells data from what any refusal carries. */
interface Beside {
  readonly served: Reply | undefined;
  /** Refusals of the same template, for another reason. */
  readonly others: readonly Attempt[] | undefined;
  readonly elsewhere: Elsewhere | undefined;
}

/** A refusal holds nothing of what a good credential is served. */
export function noLeak(refusal: Reply, { served, others, elsewhere }: Beside, circumstance = ''): void {
  const same = others?.[0]?.reply;
  const leaked = served && same ? leakedData(refusal, served, { same, elsewhere }) : [];
  if (leaked.length > 0)
    violation({
      expected: 'a refusal without data',
      actual: `status ${refusal.status ?? 0} with data${circumstance}: ${cut(leaked.slice(0, 3).join(', '), 200)}`,
      replies: [refusal],
    });
}

/** Several at once would stand in each other's way where data calls are limited tightly. */
async function oneByOne(misses: readonly NearMiss[], ask: (as: Secret) => Promise<Reply>): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const { secret, how } of misses) attempts.push({ how, reply: await ask(secret) });
  return attempts;
}

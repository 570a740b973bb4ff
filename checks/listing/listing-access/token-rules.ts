import { every } from '../../../src/engine/excuse.ts';
import { otherAnswer, violation, describe } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { isDropped, type Reply } from '../../../src/http/reply.ts';
import { rulesOfAddress, validHttpOf } from '../../address-rules.ts';
import { listingAddress, listingCredentials, templateId } from '../../givens.ts';
import type { Secret } from '../../../src/secrets/secret.ts';
import { expectServed, expectStillAccepted, requireAllowlisted, expectRefusal } from '../expectations.ts';
import { claimsIn, isGranted, isLetIn, scopesOf, TOPLIST_SCOPE } from '../readers/answers.ts';
import { firstExchange, firstUses, granted, laterUses } from '../token-exchange/right-credential-requests.ts';
import {
  certificateSeen,
  listingAccess,
  momentsOf,
  staticUse,
  usedAt,
  type Mode,
  type Moment,
  goodTokens,
  servedData,
} from './requests.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { wrongCredentials } from '../token-exchange/wrong-credential-requests.ts';
import * as requests from './requests.ts';

rulesOfAddress(listingAccess, {
  base: listingAddress,
  certificate: certificateSeen,
  sections: { https: 'listing §1', version: 'listing §4.1' },
});

listingAccess.everyAnswer({
  id: 'listing-access.answers-are-http',
  section: 'listing §1',
  provokedBy: { uses: firstUses, staticUse },
  ...validHttpOf(({ endpoint }) => endpoint === 'token' || endpoint === 'toplists'),
});

export const exchangedTokenAccepted = listingAccess.rule({
  id: 'listing-access.exchanged-token-accepted',
  section: 'listing §5',
  requirement: '`GET /toplists` is served to an exchanged token.',
  problem: 'An exchanged token is refused',
  alike: { holds: 'The service accepts', through: 'exchanged tokens' },
  fix: 'Accept `Authorization: Bearer <token>` with every token that the exchange issued, at every machine behind this address and for its full hour, and give each the scopes of the key that it was issued for.',
  of: { uses: firstUses, exchange: granted, templateId },
  maybe: { later: laterUses },
  judge: ({ uses, later, exchange, templateId: { guessed } }) => {
    const scoped = scopesOf(exchange)?.includes(TOPLIST_SCOPE) ?? false;
    expectServed(uses.first, { guessed, scoped, grant: exchange, later: [uses.second, later?.older] });
    // If the older one is refused now, too, something else ended both.
    if (later !== undefined && isLetIn(later.older))
      expectServed(later.newer, { guessed, scoped }, 'to the token of a second exchange');
  },
});

export const staticTokenAccepted = listingAccess.rule({
  id: 'listing-access.static-token-accepted',
  section: 'listing §5',
  requirement: '`GET /toplists` is served to a static token.',
  problem: 'The static token is refused',
  alike: { holds: 'The service accepts', through: 'static tokens' },
  fix: 'Accept the issued static token as it is, as `Authorization: Bearer <token>`, without any exchange. If there is an allowlist, see that this machine is on it.',
  of: { reply: staticUse, templateId },
  maybe: { exchange: firstExchange },
  judge: ({ reply, exchange, templateId: { guessed } }) => {
    requireAllowlisted(reply, exchange);
    expectServed(reply, { guessed, scoped: false });
  },
});

listingAccess.everyAnswer({
  id: 'listing-access.every-request-answered',
  ofWholeRun: true,
  section: 'listing §7',
  requirement: '`GET /toplists` answers every request, whatever its token.',
  problem: 'Some requests for lists get no answer',
  fix: 'Look into your log and that of the gateway for these requests: refuse a token with a status and an error, and do not close the connection.',
  provokedBy: { uses: firstUses, staticUse },
  concerns: (reply) => reply.endpoint === 'toplists',
  together: (replies) => {
    // After the last answer it may be an outage or a lockout.
    const last = replies.findLastIndex(({ status }) => status !== null);
    // What is asked once may meet any trouble.
    const dropped = replies.slice(0, Math.max(last, 0)).filter((reply) => isDropped(reply) && reply.callIds.length > 1);
    const [first] = dropped;
    if (first === undefined || dropped.length < FEWEST_DROPPED) return;
    const circumstance = `${dropped.length} times, while other requests were answered`;
    violation(otherAnswer(first, 'an answer', { circumstance }));
  },
});

/** Fewer may be chance. */
const FEWEST_DROPPED = 2;

export const goodTokenAcceptedThroughout = listingAccess.everyAnswer({
  id: 'listing-access.good-token-accepted-throughout',
  ofWholeRun: true,
  section: 'listing §5',
  requirement: 'A good token is accepted with every request, not only with most of them.',
  problem: 'A good token is refused now and then',
  fix: 'Make sure that every machine behind this address knows every token.',
  provokedBy: { uses: firstUses, staticUse },
  concerns: (reply) => reply.endpoint === 'toplists' && isGranted(reply),
  judge: (reply) => {
    for (const denied of reply.denied) violation(otherAnswer(denied, 'data', { slip: 'in-turn' }));
  },
});

export const exchangedTokenLasts = listingAccess.rule({
  id: 'listing-access.exchanged-token-lasts',
  ofWholeRun: true,
  section: 'listing §8',
  requirement: 'An exchanged token works for its whole hour, whatever else is exchanged, used or refused.',
  problem: 'An exchanged token stops working within its hour',
  fix: 'Let a token end only when its time is up, 3600 s after its exchange: check whether your library takes seconds or milliseconds. Other exchanges (refused, throttled, or with other credentials), other tokens, wrong tokens and the number of uses must not affect it.',
  of: { uses: firstUses, grant: granted, ...usedAt },
  once: true,
  judge: ({ uses: { first }, grant, ...uses }) => {
    expectLasting(first, 'exchanged', momentsOf(uses), grant);
  },
});

export const staticTokenLasts = listingAccess.rule({
  id: 'listing-access.static-token-lasts',
  ofWholeRun: true,
  section: 'listing §5',
  requirement: 'A static token keeps working, whatever else is exchanged, used or refused.',
  problem: 'The static token stops working',
  fix: 'Accept a static token for any number of requests. Exchanges (also refused and throttled ones), other tokens and wrong tokens must not affect it.',
  of: { first: staticUse, ...usedAt },
  once: true,
  judge: ({ first, ...uses }) => {
    expectLasting(first, 'static', momentsOf(uses));
  },
});

function expectLasting(first: Reply, ofMode: Mode, moments: readonly Moment[], grant?: Reply): void {
  if (!isGranted(first)) inconclusive('The token was not served the first time it was used.', first);
  const full = moments.filter(({ mode, isLimited }) => mode === ofMode && !isLimited);
  every(full.entries(), ([place, { reply, when, recognised }]) => {
    const about = { ...(grant && { grant }), later: full.slice(place + 1).map((other) => other.reply) };
    expectStillAccepted(first, reply, recognised ? `${when}, while another token was recognised` : when, about);
  });
}

/** Names all requests that got the same status: `to the static token with characters appended`. */
function toAlike({ reply }: requests.Attempt, attempts: readonly requests.Attempt[], lead = ''): string {
  const alike = attempts.filter((other) => other.reply.status === reply.status);
  return `to ${lead}${inWords(alike.map(({ how }) => how))}`;
}

interface Refused {
  readonly attempts: typeof requests.withoutToken;
  /** As in `A request without a token gets no data`. */
  readonly how: string;
  readonly fix: string;
  /** For tokens that are nearly right: the mode of the right one. */
  readonly near?: Mode;
}

function refused(name: string, { attempts, how, fix, near }: Refused) {
  const lead = near ? `the ${near} token ` : 'a request ';
  return listingAccess.rule({
    id: `listing-access.${name}-no-data`,
    section: 'listing §1',
    requirement: `A request ${how} gets no data.`,
    problem: `Data is served to a request ${how}`,
    fix,
    of: { attempts, served: servedData, tokens: goodTokens },
    judge: ({ attempts, served, tokens }) => {
      every(attempts, (attempt) => {
        expectRefusal(attempt.reply, toAlike(attempt, attempts, lead), served);
      });
      if (near && !tokens.some(({ mode, isLimited }) => mode === near && !isLimited))
        inconclusive('The right token opens nothing either.');
    },
  });
}

export const noToken = refused('no-token', {
  attempts: requests.withoutToken,
  how: 'without a token',
  fix: 'Ask for a bearer token before anything else.',
});

refused('garbage-token', {
  attempts: requests.withGarbage,
  how: 'with a token that was never issued',
  fix: 'Look up every token, and refuse any that you did not issue. Keys and secrets are for the exchange only.',
});

export const nearExchangedToken = refused('near-exchanged-token', {
  attempts: requests.nearExchanged,
  how: 'with a token that is almost an exchanged token',
  fix: 'Check the signature over the whole token, and never take a token without one.',
  near: 'exchanged',
});

export const nearStaticToken = refused('near-static-token', {
  attempts: requests.nearStatic,
  how: 'with a token that is almost a static token',
  fix: 'Compare static tokens in full, to the last character, and tell upper from lower case.',
  near: 'static',
});

export const bearerSchemeOnly = listingAccess.rule({
  id: 'listing-access.bearer-scheme-only',
  level: 'should',
  section: 'listing §4.2',
  requirement: 'A credential that is not sent as `Bearer <token>` counts as missing.',
  problem: 'A token that is not sent as `Bearer <token>` is accepted',
  fix: 'Take the token from `Authorization: Bearer <token>` only.',
  of: { attempts: requests.otherSchemes },
  judge: ({ attempts }) => every(attempts, (attempt) => expectRefusal(attempt.reply, toAlike(attempt, attempts))),
});

/** A shorter one may be in an error by chance. */
const SHORTEST = 8;

export const noSecretInErrors = listingAccess.rule({
  id: 'listing-access.errors-repeat-no-secret',
  level: 'should',
  section: 'listing §7',
  requirement: 'No error repeats the secret or the token of its request, and no granted exchange its secret.',
  problem: 'An answer repeats a secret or a token',
  fix: 'Leave secrets and tokens out of answers: callers log them. A key may be named.',
  of: { garbage: requests.withGarbage },
  maybe: { wrongCredentials, uses: usedAt.again, granted, credentials: listingCredentials },
  judge: ({ garbage, wrongCredentials, uses, granted, credentials }) => {
    expectWithout(credentials?.secret, granted);
    const pairs = (wrongCredentials?.wrong ?? []).map(({ pair: { secret }, reply }) => ({ secret, reply }));
    const tokens = (uses?.all ?? []).map(({ as: secret, reply }) => ({ secret, reply }));
    every([...garbage, ...pairs, ...tokens], ({ secret, reply }) => {
      if (secret && !isGranted(reply)) expectWithout(secret, reply);
    });
  },
});

function expectWithout(secret: Secret | undefined, reply: Reply | undefined): void {
  if (secret === undefined || reply === undefined || secret.reveal().length < SHORTEST) return;
  const body = Buffer.from(reply.body).toString();
  // Anybody who holds a JWT can read its claims.
  const where = body.includes(secret.reveal()) ? '' : ' in the claims of a JWT';
  if (![body, ...claimsIn(body)].some((text) => text.includes(secret.reveal()))) return;
  violation({
    expected: 'an answer without the secret or the token that was sent',
    actual: `${describe(reply)}, which repeats ${secret.toString()}${where}`,
    replies: [reply],
  });
}

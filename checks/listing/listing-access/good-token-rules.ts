import { every } from '../../../src/engine/excuse.ts';
import { otherAnswer, violation } from '../../../src/engine/expect.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import { isDropped, type Reply } from '../../../src/http/reply.ts';
import {
  alternativeName,
  expectAlternativeName,
  expectHttps,
  expectValid,
  expectVersion,
  unexpected,
  validCertificate,
  validHttp,
  validHttpOf,
} from '../../expectations.ts';
import { listingAddress, templateId } from '../../givens.ts';
import { expectServed, expectStillAccepted, mayBeOffAllowlist } from '../expectations.ts';
import { isGranted, isLetIn } from '../readers/answers.ts';
import { scopesOf, TOPLIST_SCOPE } from '../readers/grant.ts';
import { firstExchange, firstUses, granted, laterUses } from '../token-exchange/right-credential-requests.ts';
import {
  certificateSeen,
  listingAccess,
  momentsOf,
  staticUse,
  usedAt,
  type Mode,
  type Moment,
} from './good-token-requests.ts';

listingAccess.rule({
  id: 'listing-access.https-only',
  section: 'listing §1',
  requirement: 'The base address starts with `https://`.',
  problem: 'The base address is not https://',
  fix: 'Serve the listing API over HTTPS, and hand out that address.',
  relaxation: 'local',
  of: { base: listingAddress },
  judge: ({ base }) => expectHttps(base),
});

const handshake = { of: { seen: certificateSeen }, maybe: { exchange: firstExchange, use: staticUse } };
const shown = (replies: readonly (Reply | undefined)[]) => replies.filter((reply) => reply !== undefined);

listingAccess.rule({
  id: 'listing-access.certificate-is-valid',
  conditional: true,
  section: 'listing §1',
  ...validCertificate,
  ...handshake,
  judge: ({ seen, exchange, use }) => {
    expectValid(seen, ...shown([exchange, use]));
  },
});

listingAccess.rule({
  id: 'listing-access.certificate-has-alternative-name',
  conditional: true,
  section: 'listing §1',
  ...alternativeName,
  ...handshake,
  judge: ({ seen, exchange, use }) => {
    expectAlternativeName(seen, ...shown([exchange, use]));
  },
});

listingAccess.rule({
  id: 'listing-access.version-segment',
  section: 'listing §4.1',
  requirement: 'The base address ends in the version segment `/api/v1`.',
  problem: 'The base address does not end in /api/v1',
  fix: 'Serve `POST /api/v1/auth/token` and `GET /api/v1/toplists`, and give the base address as `https://{tenant_domain}/api/v1`: the endpoint paths are appended to it.',
  of: { base: listingAddress },
  judge: ({ base }) => expectVersion(base),
});

listingAccess.everyAnswer(
  {
    id: 'listing-access.answers-are-http',
    section: 'listing §1',
    ...validHttp,
    provokedBy: { uses: firstUses, staticUse },
  },
  validHttpOf(({ endpoint }) => endpoint === 'token' || endpoint === 'toplists'),
);

export const exchangedTokenAccepted = listingAccess.rule({
  id: 'listing-access.exchanged-token-accepted',
  section: 'listing §5',
  requirement: '`GET /toplists` is served to an exchanged token.',
  problem: 'An exchanged token is refused',
  fix: 'Accept `Authorization: Bearer <token>` with every token that the exchange issued, for its full hour.',
  of: { uses: firstUses, exchange: granted, templateId },
  maybe: { later: laterUses },
  judge: ({ uses, later, exchange, templateId: { guessed } }) => {
    const scoped = scopesOf(exchange)?.includes(TOPLIST_SCOPE) ?? false;
    expectServed(uses.first, { guessed, scoped });
    // If both are refused now, it is earlier tokens that were taken back.
    if (later !== undefined && isLetIn(later.older))
      expectServed(later.newer, { guessed, scoped }, 'to the token of a second exchange');
  },
});

export const staticTokenAccepted = listingAccess.rule({
  id: 'listing-access.static-token-accepted',
  section: 'listing §5',
  requirement: '`GET /toplists` is served to a static token.',
  problem: 'The static token is refused',
  fix: 'Accept the issued static token as it is, as `Authorization: Bearer <token>`, without any exchange. If there is an allowlist, see that this machine is on it.',
  of: { reply: staticUse, templateId },
  maybe: { exchange: firstExchange },
  judge: ({ reply, exchange, templateId: { guessed } }) => {
    mayBeOffAllowlist(reply, exchange);
    expectServed(reply, { guessed, scoped: false });
  },
});

listingAccess.everyAnswer(
  {
    id: 'listing-access.every-request-answered',
    ofWholeRun: true,
    section: 'listing §7',
    requirement: '`GET /toplists` answers every request, whatever its token.',
    problem: 'Some requests for lists get no answer',
    fix: 'Look into your log and that of the gateway for these requests: refuse a token with a status and an error, and do not close the connection.',
    provokedBy: { uses: firstUses, staticUse },
  },
  {
    concerns: (reply) => reply.endpoint === 'toplists',
    together: (replies) => {
      // What comes after the last answer may be an outage, or a lockout.
      const last = replies.findLastIndex(({ status }) => status !== null);
      const dropped = replies.slice(0, Math.max(last, 0)).filter(isDropped);
      const [first] = dropped;
      if (first === undefined || dropped.length < FEWEST_DROPPED) return;
      const circumstance = `${dropped.length} times, while other requests were answered`;
      violation(otherAnswer(first, 'an answer', { circumstance }));
    },
  },
);

/** Fewer may be chance. */
const FEWEST_DROPPED = 2;

export const goodTokenAcceptedThroughout = listingAccess.everyAnswer(
  {
    id: 'listing-access.good-token-accepted-throughout',
    ofWholeRun: true,
    section: 'listing §5',
    requirement: 'A good token is accepted with every request, not only with most of them.',
    problem: 'A good token is refused now and then',
    fix: 'Make sure that every machine behind this address knows every token, and looks tokens up in the same place: the same request was denied once, and served when it was sent again.',
    provokedBy: { uses: firstUses, staticUse },
  },
  {
    concerns: (reply) => reply.endpoint === 'toplists' && isGranted(reply),
    judge: (reply) => {
      const expected = 'data, as when the same request was sent again';
      for (const denied of reply.denied) unexpected(denied, expected);
    },
  },
);

export const exchangedTokenLasts = listingAccess.rule({
  id: 'listing-access.exchanged-token-lasts',
  ofWholeRun: true,
  section: 'listing §8',
  requirement: 'An exchanged token goes on being served for its hour, whatever else is exchanged, used or refused.',
  problem: 'An exchanged token stops working within its hour',
  fix: 'Let a token end only when its time is up. Other exchanges (refused, throttled, or with other credentials), other tokens, wrong tokens and the number of uses must not affect it.',
  of: { uses: firstUses, ...usedAt },
  once: true,
  judge: ({ uses: { first }, ...uses }) => {
    expectLasting(first, 'exchanged', momentsOf(uses));
  },
});

export const staticTokenLasts = listingAccess.rule({
  id: 'listing-access.static-token-lasts',
  ofWholeRun: true,
  section: 'listing §5',
  requirement: 'A static token goes on being served, whatever else is exchanged, used or refused.',
  problem: 'The static token stops working',
  fix: 'Accept a static token for any number of requests. Exchanges (also refused and throttled ones), other tokens and wrong tokens must not affect it.',
  of: { first: staticUse, ...usedAt },
  once: true,
  judge: ({ first, ...uses }) => {
    expectLasting(first, 'static', momentsOf(uses));
  },
});

function expectLasting(first: Reply, ofMode: Mode, moments: readonly Moment[]): void {
  if (!isGranted(first)) inconclusive('The token was not served the first time it was used.', first);
  const full = moments.filter(({ mode, isLimited }) => mode === ofMode && !isLimited);
  every(full, ({ reply, when, recognised }) => {
    expectStillAccepted(first, reply, recognised ? `${when}, while another token was recognised` : when);
  });
}

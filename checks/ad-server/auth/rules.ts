import { expect, describe, violation, because, unexpected } from '../../../src/engine/expect.ts';
import type { Rule } from '../../../src/engine/rule.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { hasFailed, isSuccess, type Reply } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { anyFormerKey } from '../../givens.ts';
import { OTHER_HEADERS } from '../../near-misses.ts';
import { isRefusedForValues, asForExisting } from '../readers/booking.ts';
import type { Presentation } from './wrong-keys.ts';
import { auth, authorised, draftAttempts, readWithoutScope, reportWithoutScope, wrongCredentials } from './requests.ts';
import * as verdicts from './wrong-keys.ts';

export const needsReadScope = auth.rule({
  id: 'auth.inventory-needs-read-scope',
  section: 'ad-server §7',
  requirement: 'A valid key that lacks the read scope is answered 403 at `GET /inventory`.',
  problem: 'A key without the read scope is not answered 403',
  alike: { holds: 'The scope is checked at', through: '`GET /inventory`' },
  fix: 'Check the scopes of the key at `GET /inventory`, including pages reached by a cursor, and answer 403 if read is missing: 401 is for keys that are not valid at all. Check them before any cache answers.',
  of: { replies: readWithoutScope },
  ifThere: { wrong: wrongCredentials },
  judge: ({ replies: { first, next }, wrong }) => {
    // A service may refuse a cursor to any key but the one that got it.
    const isJudged = next !== undefined && (isSuccess(next) || next.status === 401 || hasFailed(next));
    const behind = isJudged ? [['the page behind a cursor', next] as const] : [];
    expectForbidden([['the first page', first], ...behind], wrong);
  },
});

export const needsReportScope = auth.rule({
  id: 'auth.reports-need-report-scope',
  section: 'ad-server §7',
  requirement: 'A valid key that lacks the report scope is answered 403 at `POST /reports`.',
  problem: 'A key without the report scope is not answered 403',
  alike: { holds: 'The scope is checked at', through: '`POST /reports`' },
  fix: 'Check the scopes of the key at `POST /reports`, and answer 403 if report is missing: 401 is for keys that are not valid at all. Check them before any cache answers.',
  of: { reply: reportWithoutScope },
  ifThere: { wrong: wrongCredentials },
  judge: ({ reply, wrong }) => expectForbidden([['the report', reply]], wrong),
});

export const needsDraftScope = auth.rule({
  id: 'auth.orders-need-draft-scope',
  section: 'ad-server §7',
  requirement:
    'A valid key that lacks the create-draft scope is answered 403 at `POST /orders`, including repeats and updates.',
  problem: 'A key without the create-draft scope is not answered 403',
  alike: { holds: 'The scope is checked at', through: '`POST /orders`' },
  fix: 'Check the scopes of the key at `POST /orders` before anything else, and answer 403 if create-draft is missing.',
  of: { attempts: draftAttempts },
  ifThere: { wrong: wrongCredentials },
  judge: ({ attempts: { created, repeated, updated }, wrong }) => {
    const asked = [['a new order', created] as const, ['a repeat', repeated] as const, ['an update', updated] as const];
    expectForbidden(asked, wrong);
  },
});

export const restrictedKeyIsValid = auth.rule({
  id: 'auth.restricted-key-is-valid',
  section: 'ad-server §5 rule 7',
  requirement: 'A key that lacks the read scope is valid: `GET /health` does not answer it 401.',
  problem: 'A key without the read scope is treated as invalid',
  fix: 'Look keys up in the same way at every endpoint. Answer 403 if a scope is missing, and 401 only if the key is missing, unknown or expired.',
  of: { attempts: readWithoutScope },
  judge: ({ attempts: { first, health } }) => {
    if (first.status !== 403) inconclusive(because('GET /inventory does not answer the key 403', first), first);
    const expected = `status 200 or 403 from GET /health: other endpoints know the key, and answered ${describe(first)}`;
    if (health.status === 401) unexpected(health, expected, first);
  },
});

function expectForbidden(
  asked: readonly (readonly [what: string, Reply])[],
  wrong: verdicts.Attempts | undefined,
): void {
  const odd = asked.filter(([, { status }]) => status !== 403 && status !== 429);
  const [[, first] = []] = odd;
  if (first !== undefined && wrong !== undefined && odd.every(([, reply]) => verdicts.isAsForWrongKey(reply, wrong)))
    inconclusive(because('A key that was never issued gets the same answer', first), first);
  const refused = asked.flatMap(([what, { status }]) => (status === 403 ? [what] : []));
  const others =
    refused.length === 0 ? '' : `; ${inWords(refused, 'and')} ${refused.length === 1 ? 'was' : 'were'} refused`;
  for (const [what, reply] of odd) expect(reply, `${verdicts.holding(reply)}for ${what}${others}`).status(403);
  for (const [, reply] of asked) {
    expect(reply).status(403);
    verdicts.expectNothingServed(reply);
  }
}

function refuses(
  presentations: readonly Presentation[],
  rule: Pick<Rule, 'id' | 'requirement' | 'problem' | 'fix'> &
    Partial<Pick<Rule, 'level'>> & { readonly conditional?: true },
) {
  const needs = presentations.includes('expired') ? { anyFormerKey } : {};
  return auth.rule({
    ...rule,
    section: 'ad-server §5 rule 7',
    of: { attempts: wrongCredentials, ...needs },
    judge: ({ attempts }, note) => {
      const own = attempts.list.filter(({ presentation }) => presentations.includes(presentation));
      if (own.length === 0) notApplicable('The key has no such variant.');
      const same = own.filter((attempt) => verdicts.isSameMistake(attempt, attempts));
      const others = own.filter((attempt) => !same.includes(attempt));
      const refusedBy = verdicts.expectUnauthorised(others, attempts.lockedOut);
      const [first] = same.flatMap(({ reply }) => reply ?? []);
      if (first !== undefined) inconclusive(because('A plainer credential gets the same answer', first), first);
      note(refusedBy);
    },
  });
}

export const missingKey = refuses(['none'], {
  id: 'auth.missing-key-is-401',
  requirement: 'A request without an `Authorization` header is answered 401 at every endpoint.',
  problem: 'A request without a key is not answered 401',
  fix: 'Require the header at every endpoint, including `GET /health` and repeats of an order, before anything else is checked, caches of answers included. Send only the error with the 401.',
});

export const wrongKey = refuses(['wrong', 'altered-last'], {
  id: 'auth.wrong-key-is-401',
  requirement: 'A key that was never issued is answered 401 at every endpoint.',
  problem: 'A wrong key is not answered 401',
  fix: 'Look up the whole key, and answer 401 if it is not known. If you cache key lookups, cache them by the whole key. If only the end of a long key is not compared: bcrypt compares only the first 72 bytes. If it is let in only beside the right one: keep the key with its request, not in a variable that requests share.',
});

export const placeholderKey = refuses(['null', 'undefined'], {
  id: 'auth.placeholder-key-is-401',
  requirement: 'The words null and undefined in place of a key are answered 401.',
  problem: 'The word null or undefined in place of a key is not answered 401',
  fix: 'Look up whatever follows `Bearer`, and answer 401 if it is not a key that was issued. Do not store or compare null as text, nor let an account have a key that is null.',
});

export const truncatedKey = refuses(['truncated'], {
  id: 'auth.truncated-key-is-401',
  requirement: 'The key without its last character is answered 401 at every endpoint.',
  problem: 'A truncated key is not answered 401',
  fix: 'Compare whole keys, in constant time, not a part of them.',
});

export const extendedKey = refuses(['extended'], {
  id: 'auth.extended-key-is-401',
  requirement: 'The key with one more character at its end is answered 401 at every endpoint.',
  problem: 'A key with an extra character is not answered 401',
  fix: 'Compare whole keys, in constant time, not a part of them.',
});

export const keyInOtherCase = refuses(['other-case'], {
  id: 'auth.key-is-case-sensitive',
  conditional: true,
  requirement: 'The key in another letter case is answered 401 at every endpoint.',
  problem: 'A key in another letter case is not answered 401',
  fix: 'Compare keys exactly; check the collation of the column that they are stored in.',
});

export const otherScheme = refuses(['token-scheme', 'digest-scheme', 'bare', 'other-header'], {
  id: 'auth.other-scheme-or-header-is-401',
  level: 'should',
  requirement:
    'The key under a scheme other than `Bearer` or in another header is answered 401 at every endpoint, and without a scheme 401 or 400.',
  problem: 'A key that is not sent as a bearer token is not answered 401',
  fix: `Read the key from \`Authorization: Bearer <key>\` only, not from ${inWords(Object.keys(OTHER_HEADERS), 'or')}: they were tried together.`,
});

const MALFORMED: readonly Presentation[] = ['empty', 'two-words'];

export const malformedHeader = refuses(MALFORMED, {
  id: 'auth.malformed-header-is-refused',
  requirement: '`Bearer` without a key, or with two words after it, is refused at every endpoint with 401 or 400.',
  problem: 'A malformed `Authorization` header is not refused',
  fix: 'Treat an empty key as a missing one, and never look it up; the key is the whole text after `Bearer `, not its first or last word.',
});

export const expiredKeyRefused = refuses(['expired', 'revoked'], {
  id: 'auth.expired-key-is-401',
  requirement: 'An expired or revoked key is answered 401 at every endpoint.',
  problem: 'An expired or revoked key is not answered 401',
  fix: 'Whenever a key is used, check that it has neither expired (compared in one time zone) nor been revoked, and keep no answer of that check in a cache for long.',
});

export const refusedCallHasNoEffect = auth.rule({
  id: 'auth.refused-call-has-no-effect',
  section: 'ad-server §5 rule 7',
  requirement: 'A call that is refused with 401 or 403 has no effect.',
  problem: 'A call that was refused took effect',
  fix: 'Check the credential before the request is read, let alone carried out. A refused call must not use up an idempotency key either.',
  of: { authorised },
  judge: ({ authorised: { refused, reply } }) => {
    if (reply.status === 200 && reply.callIds.length > 1)
      inconclusive('The first answer to the order was lost, so 200 may be the answer to a repeat.', reply);
    if (reply.status === 200) violation(asForExisting(reply, refused));
    if (!isRefusedForValues({ reply }))
      expect(reply, 'to the request that was refused, with the right key').status(201, 422);
  },
});

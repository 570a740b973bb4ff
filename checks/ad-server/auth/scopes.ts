import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy } from '../../../src/engine/signal.ts';
import { isSuccess, type Reply } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { auth, draftAttempts, readWithoutScope, reportWithoutScope, wrongCredentials } from './attempts.ts';
import { ruleOf } from './credentials.ts';
import { wrongKeyLike } from './same-mistake.ts';
import { expectNothingServed } from './served-anyway.ts';
import type { Attempts } from './wrong-keys.ts';

const needsReadScope = auth.check(
  {
    id: 'auth.inventory-needs-read-scope',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A valid key that lacks the read scope is answered 403 at `GET /inventory`.',
    fix: 'Check the scopes of the key at `GET /inventory`, on the pages behind a cursor too, and answer 403 where read is missing: 401 is for keys that are not valid at all.',
    needs: { replies: readWithoutScope },
    prefers: { wrong: wrongCredentials },
  },
  ({ replies: { first, probe, next }, wrong }) => {
    // A cursor may be good for the key alone that it was given to.
    const behind = next !== undefined && isSuccess(next) ? [['the page behind a cursor', next] as const] : [];
    expectForbidden([['the first page', first], ['the first page with limit=1', probe], ...behind], wrong);
  },
);

auth.check(
  {
    id: 'auth.reports-need-report-scope',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A valid key that lacks the report scope is answered 403 at `POST /reports`.',
    fix: 'Check the scopes of the key at `POST /reports`, and answer 403 where report is missing: 401 is for keys that are not valid at all.',
    needs: { reply: reportWithoutScope },
    prefers: { wrong: wrongCredentials },
  },
  ({ reply, wrong }) => {
    expectForbidden([['the report', reply]], wrong);
  },
);

export const needsDraftScope = auth.check(
  {
    id: 'auth.orders-need-draft-scope',
    level: 'must',
    section: 'ad-server §7',
    requirement:
      'A valid key that lacks the create-draft scope is answered 403 at `POST /orders`, repeats and updates included.',
    fix: 'Check the scopes of the key at `POST /orders` before anything else, and answer 403 where create-draft is missing.',
    needs: { attempts: draftAttempts },
    prefers: { wrong: wrongCredentials },
  },
  ({ attempts: { created, repeated, updated }, wrong }) => {
    expectForbidden(
      [
        ['a new order', created],
        ['a repeat', repeated],
        ['an update', updated],
      ],
      wrong,
    );
  },
);

auth.check(
  {
    id: 'auth.restricted-key-is-valid',
    level: 'must',
    section: 'ad-server §5 rule 7',
    requirement: 'A key that lacks the read scope is valid: `GET /health` does not answer it 401.',
    fix: 'Look keys up alike at every endpoint. Answer 403 where a scope is missing, and 401 only where the key is missing, unknown or expired.',
    needs: { attempts: readWithoutScope },
  },
  ({ attempts: { first, health } }) => {
    if (first.status !== 403) blockedBy(needsReadScope);
    if (health.status === 401)
      violation({
        expected: `status 200 or 403 from GET /health: elsewhere the key is known, and answered ${describe(first)}`,
        actual: describe(health),
        replies: [first, health],
      });
  },
);

/** Expects 403 for all of these, each with what was asked for, and says what else was refused where one was not. */
function expectForbidden(asked: readonly (readonly [what: string, Reply])[], wrong: Attempts | undefined): void {
  const odd = asked.filter(([, { status }]) => status !== 403 && status !== 429);
  const causes = odd.map(([, reply]) => wrong && wrongKeyLike(reply, wrong));
  const [cause] = causes;
  if (cause && causes.every(Boolean)) blockedBy({ id: `auth.${ruleOf(cause.presentation).id}` });
  const refused = asked.flatMap(([what, { status }]) => (status === 403 ? [what] : []));
  const others =
    refused.length === 0 ? '' : `; ${inWords(refused, 'and')} ${refused.length === 1 ? 'was' : 'were'} refused`;
  for (const [what, reply] of odd) expect(reply, `for ${what}${others}`).status(403);
  for (const [, reply] of asked) {
    expect(reply).status(403);
    expectNothingServed(reply);
  }
}

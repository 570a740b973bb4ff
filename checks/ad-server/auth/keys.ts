import { expect, violation } from '../../../src/engine/expect.ts';
import type { Needs } from '../../../src/engine/node.ts';
import { blockedBy, inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { isDenied } from '../../../src/http/reply.ts';
import { expiredKey, maxPages } from '../../givens.ts';
import { material } from '../orders/basic.ts';
import { createdIs201 } from '../orders/rules.ts';
import { auth, draftAttempts, orderAttempts, readingAttempts, together, unauthorised } from './attempts.ts';
import { needsDraftScope } from './scopes.ts';
import { isAccepted, send } from '../readers/booking.ts';
import { PRESENTATIONS, ruleOf } from './credentials.ts';
import { causeOf } from './same-mistake.ts';
import { expectStillListed } from '../desk/still-listed.ts';
import { expectUnauthorised, orLimits } from './wrong-keys.ts';

for (const { id, requirement, fix, presentations } of PRESENTATIONS) {
  const needs: Needs = id === 'expired-key-is-401' ? { expiredKey } : {};
  auth.check(
    {
      id: `auth.${id}`,
      level: 'must',
      section: 'ad-server §5 rule 7',
      requirement,
      fix,
      needs: { reading: readingAttempts, ...needs },
      prefers: { ordering: orderAttempts },
    },
    ({ reading, ordering, note }) => {
      const all = together(reading, ordering);
      const own = all.list.filter(({ presentation }) => presentations.includes(presentation));
      if (own.length === 0) notApplicable('The key has no such variant.');
      const causes = own.map((attempt) => causeOf(attempt, all));
      const refusedBy = expectUnauthorised(
        own.filter((_attempt, index) => causes[index] === null),
        all.lockedOut,
      );
      const cause = causes.find((one) => one !== null);
      if (cause) blockedBy({ id: `auth.${ruleOf(cause.presentation).id}` });
      note(refusedBy);
    },
  );
}

auth.check(
  {
    id: 'auth.refused-call-has-no-effect',
    level: 'must',
    section: 'ad-server §5 rule 7',
    requirement: 'A call that is refused with 401 or 403 has no effect.',
    fix: 'Check the credential before the request is read, let alone carried out. What is refused uses up no idempotency key either.',
    needs: { orders: unauthorised, material, attempts: orderAttempts, createdIs201, maxPages },
    prefers: { drafting: draftAttempts },
    sends: { orders: 1, inventory: 0 },
    drafts: 1,
  },
  async ({ http, orders: { order }, material: { campaigns }, attempts, drafting, maxPages }) => {
    const accepted = attempts.list.find(({ reply }) => reply !== null && isAccepted({ reply }));
    if (accepted !== undefined)
      blockedBy({ id: `auth.${ruleOf((causeOf(accepted, attempts) ?? accepted).presentation).id}` });
    if (drafting !== undefined && isAccepted({ reply: drafting.created })) blockedBy(needsDraftScope);
    if (attempts.lockedOut !== null)
      inconclusive(
        `The service locked this client out after wrong keys${orLimits(attempts.lockedOut)}.`,
        attempts.lockedOut,
      );
    const same = await send(http, order);
    // A service may keep refusals under the idempotency key as well: then a key of its own shows what was done.
    const isKept = isDenied(same.reply);
    const authorised = isKept ? await send(http, campaigns.update(order)) : same;
    await expectStillListed({ http, maxPages }, authorised, 201, 422);
    const { reply } = authorised;
    const refused = drafting?.created ?? attempts.list.at(-1)?.reply ?? reply;
    if (reply.status === 200 && reply.exchanges.length > 1)
      inconclusive('The first answer to the order was lost, so 200 may be the answer to a repeat.', reply);
    if (reply.status === 200)
      violation({
        expected: 'status 201: an order of this reference was only ever refused',
        actual: 'status 200, as for an order that exists',
        replies: [refused, reply],
      });
    expect(reply, 'to the request that was refused, with the right key').status(201, 422);
  },
);

import { violation } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { booked, expectAccepted, isAccepted, isCreated, type Sent } from '../readers/booking.ts';
import { expectSameIds } from '../readers/same-ids.ts';
import { idempotency } from './records.ts';
import { expectConflict } from './conflict.ts';
import { lastRace, sameKey, twoKeys } from './race-requests.ts';

// Rules about requests that are in flight at once.

export const retryWhileRunning = idempotency.rule({
  id: 'idempotency.retry-while-running',
  section: 'ad-server §4.4 rule 2',
  requirement: 'Equal requests in flight at once all return the same ids, and only one of them is answered 201.',
  problem: 'Equal requests in flight at once return different ids',
  fix: 'Take a lock on the key, or insert it under a unique constraint, before the order is created; let the second request wait for the first, and answer it with 200.',
  of: { sameKey },
  judge: ({ sameKey }) => expectOneOrder(sameKey),
});

export const twoKeysOneOrder = idempotency.rule({
  id: 'idempotency.two-keys-one-order',
  section: 'ad-server §4.4 rule 5',
  requirement:
    'Requests in flight at once for one `order.external_ref`, under different keys, make one order: only one is answered 201.',
  problem: 'Requests in flight at once make two orders of one reference',
  fix: 'Put a unique constraint on `order.external_ref` and on the lines of an order, and treat the request that comes second as an update, with status 200.',
  of: { twoKeys },
  judge: ({ twoKeys }) => expectOneOrder(twoKeys),
});

function expectOneOrder(sent: readonly Sent[]): void {
  every(sent, ({ reply }) => expectAccepted(reply));
  const [one, ...others] = sent.map(booked);
  for (const other of others) if (one !== undefined) expectSameIds(one, other);
  const created = sent.filter(isCreated).map(({ reply }) => reply);
  if (created.length > 1)
    violation({
      expected: 'status 201 once: the first request creates the order, the others find it',
      actual: `status 201 to ${created.length} of ${sent.length} requests in flight at once, with the same ids`,
      replies: created,
    });
}

export const conflictWhileRunning = idempotency.rule({
  id: 'idempotency.conflict-while-running',
  section: 'ad-server §4.4 rule 3',
  requirement:
    'Of two different bodies in flight at once under one key, only one is applied; the other is answered 409.',
  problem: 'Two bodies in flight at once under one key are both applied',
  fix: 'Store the fingerprint of the body together with the key, before the order is created, and lock the key, not only the order.',
  of: { lastRace },
  judge: ({ lastRace }) => {
    const winner = lastRace.find(isAccepted) ?? lastRace[0];
    const loser = lastRace.find((one) => one !== winner);
    if (winner === undefined || loser === undefined) throw new Error('a race takes two requests');
    expectAccepted(winner.reply);
    const circumstance = 'to an order sent at once with another, which was accepted under the same key';
    expectConflict({ ...loser, first: winner }, circumstance);
  },
});

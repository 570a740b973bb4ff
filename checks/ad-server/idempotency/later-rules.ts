import { expect } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { expectAccepted, isAccepted, isRefusedForValues, booked, type Sent } from '../readers/booking.ts';
import { expectRepeated, expectSameIds } from '../readers/same-ids.ts';
import { afterUpdate, almostUsedKeys, lastConflict, laterConflicts, laterRetries } from './later-requests.ts';
import { lastRace, sameKey, twoKeys } from './race-requests.ts';
import { idempotency, retry } from './records.ts';

// What holds of keys later: after updates, after many other requests, and while a request is running.

export const retryLater = idempotency.rule({
  id: 'idempotency.retry-after-other-requests',
  section: 'ad-server §4.4 rule 2',
  requirement: 'A literal retry also returns the same ids after many other requests.',
  fix: 'Keep idempotency keys for days, not for the last few requests, and each with its own result.',
  of: { retry, laterRetries },
  judge: ({ retry, laterRetries }) =>
    every(laterRetries, ({ before, again }) => expectRepeated(before, again, retry.reply.status)),
});

export const retryAfterUpdate = idempotency.rule({
  id: 'idempotency.retry-after-update',
  section: 'ad-server §4.4 rule 2',
  requirement: 'A literal retry of the first request also returns the same ids, with 200, after the order was updated.',
  fix: 'Keep the result of the first request under its key, whatever happened to the order since.',
  of: { retry, afterUpdate },
  judge: ({ retry, afterUpdate: { ofFirst } }) => expectRepeated(ofFirst.before, ofFirst.again, retry.reply.status),
});

export const retryOfUpdate = idempotency.rule({
  id: 'idempotency.retry-of-update',
  section: 'ad-server §4.4 rule 2',
  requirement: 'A literal retry of an update returns the same ids, with 200.',
  fix: 'Also store the result of an update under its key.',
  of: { retry, afterUpdate },
  judge: ({ retry, afterUpdate: { ofUpdate } }) => expectRepeated(ofUpdate.before, ofUpdate.again, retry.reply.status),
});

export const conflictOnUpdateKey = idempotency.rule({
  id: 'idempotency.conflict-on-update-key-is-409',
  section: 'ad-server §4.4 rule 3',
  requirement: 'The key of an update with a different body is also answered 409.',
  fix: 'Store the key and the fingerprint of every accepted request, of updates as of creations.',
  of: { afterUpdate },
  judge: ({ afterUpdate: { otherBody } }) => expect(otherBody.reply).status(409),
});

export const conflictLater = idempotency.rule({
  id: 'idempotency.conflict-after-other-requests',
  section: 'ad-server §4.4 rule 3',
  requirement:
    'A key is still known after an update and after many other requests: with a different body it is answered 409.',
  fix: 'Keep keys and fingerprints for days; neither an update of the order nor other requests make them obsolete.',
  of: { laterConflicts },
  judge: ({ laterConflicts: { ofUpdated, ofOldest } }) => {
    expect(ofUpdated.reply, 'to the key of an order that was updated, with a body that was refused before').status(409);
    expect(ofOldest.reply, 'to the oldest key of the run').status(409);
  },
});

export const keptThroughout = idempotency.rule({
  id: 'idempotency.kept-throughout',
  section: 'ad-server §4.4 rule 3',
  requirement: 'At the end of a run its first key is still known: with a different body it is answered 409.',
  fix: 'Keep idempotency keys for days: a key does not become free after some seconds or some hundred requests.',
  of: { lastConflict },
  judge: ({ lastConflict: { reply } }) => expect(reply, 'to the oldest key of the run').status(409),
});

export const keysComparedExactly = idempotency.rule({
  id: 'idempotency.keys-compared-exactly',
  section: 'ad-server §4.4 rule 4',
  requirement:
    'A key that differs from a used one only in upper and lower case, only in its first or last characters, or only in how a number is written, is a new key.',
  fix: 'Compare keys character by character and whole: watch for case-insensitive collations, columns that truncate, and languages that compare strings as numbers.',
  of: { almostUsedKeys },
  judge: ({ almostUsedKeys }) =>
    every(almostUsedKeys, ({ how, ...again }) => {
      if (!isRefusedForValues(again)) expectAccepted(again.reply, `to a used key ${how}`);
    }),
});

export const retryWhileRunning = idempotency.rule({
  id: 'idempotency.retry-while-running',
  section: 'ad-server §4.4 rule 2',
  requirement: 'Equal requests in flight at once all return the same ids.',
  fix: 'Take a lock on the key, or insert it under a unique constraint, before the order is created; let the second request wait for the first.',
  of: { sameKey },
  judge: ({ sameKey }) => expectOneOrder(sameKey),
});

export const twoKeysOneOrder = idempotency.rule({
  id: 'idempotency.two-keys-one-order',
  section: 'ad-server §4.4 rule 5',
  requirement: 'Requests in flight at once for one `order.external_ref`, under different keys, make one order.',
  fix: 'Put a unique constraint on `order.external_ref` and on the lines of an order, and treat the request that comes second as an update.',
  of: { twoKeys },
  judge: ({ twoKeys }) => expectOneOrder(twoKeys),
});

function expectOneOrder(sent: readonly Sent[]): void {
  every(sent, ({ reply }) => expectAccepted(reply));
  const [one, ...others] = sent.map(booked);
  for (const other of others) if (one !== undefined) expectSameIds(one, other);
}

export const conflictWhileRunning = idempotency.rule({
  id: 'idempotency.conflict-while-running',
  section: 'ad-server §4.4 rule 3',
  requirement:
    'Of two different bodies in flight at once under one key, only one is applied; the other is answered 409.',
  fix: 'Store the fingerprint of the body together with the key, before the order is created.',
  of: { lastRace },
  judge: ({ lastRace }) => {
    const winner = lastRace.find(isAccepted) ?? lastRace[0];
    const loser = lastRace.find((one) => one !== winner);
    if (winner === undefined || loser === undefined) throw new Error('a race takes two requests');
    expectAccepted(winner.reply);
    expect(loser.reply).status(409);
  },
});

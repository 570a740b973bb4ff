import { expect, isErrorUnder2xx, otherAnswer, violation, because, unexpected } from '../../../src/engine/expect.ts';
import { every } from '../../../src/engine/excuse.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { failuresBefore, hasFailed, isSuccess, type Reply } from '../../../src/http/reply.ts';
import {
  expectAccepted,
  isAccepted,
  isConflict,
  isRefusal,
  isRefusedForValues,
  mayBeRepeat,
  type Sent,
  asForExisting,
  expectRepeated,
  unlessReplaced,
  expectSameIds,
  booked,
  isCreated,
} from '../readers/booking.ts';
import {
  almostUsedKeys,
  kinds,
  onOtherSlots,
  first,
  idempotency,
  retry,
  conflicts,
  retryAfterConflict,
} from '../booking-records.ts';
import { valueAt } from '../../json.ts';
import { isMissed, missedInWords } from './changed-bodies.ts';
import {
  afterUpdate,
  IN_UPPER_CASE,
  laterConflicts,
  laterRetries,
  sameKey,
  oddHeaders,
  retriesOfRefused,
  lastRace,
  twoKeys,
} from './requests.ts';

const FIX_OF_CONFLICT =
  'Recognise the key, find the stored result, and answer it with 200. 409 is only for a key that was used for another body: if you compare bodies, equal ones must have one fingerprint, without a time, a random id or the order of a map.';

export const retryIs200 = idempotency.rule({
  id: 'idempotency.retry-is-200',
  section: 'ad-server §4.4',
  requirement: 'A literal retry (the same key with the same body) is answered 200.',
  problem: 'A literal retry is not answered 200',
  fix: 'Recognise the key, find the stored result, and answer it with 200; 201 is for the first time only.',
  of: { retry },
  judge: ({ retry }) => expect(retry.reply, '', isConflict(retry) ? { fix: FIX_OF_CONFLICT } : {}).status(200),
});

export const retrySameIds = idempotency.rule({
  id: 'idempotency.retry-same-ids',
  section: 'ad-server §4.4 rule 2',
  requirement: 'A literal retry returns the same `order_id` and the same `line_item_id` values, and creates nothing.',
  problem: 'A literal retry returns other ids or creates a second order',
  fix: 'Store the result under its idempotency key, and return that result for every repeat.',
  of: { first, retry },
  judge: ({ first, retry }) => {
    if (!isAccepted(retry)) inconclusive(because('The retry was not accepted', retry.reply), retry.reply);
    expectSameIds(first, retry);
  },
});

export const conflictIs409 = idempotency.rule({
  id: 'idempotency.conflict-is-409',
  section: 'ad-server §4.4 rule 3',
  requirement: 'The same idempotency key with a different body is answered 409, wherever the body differs.',
  problem: 'A used key with a different body is not answered 409',
  fix: 'Store a fingerprint of the whole body with the key, lines and creatives included, where every process finds it, compare it before anything else, and answer 409 if it differs.',
  of: { conflicts },
  // Orders with a tag, with several lines and on other slots: this rule needs them even if it is run alone.
  maybe: { tag: kinds.tag, severalLines: kinds.severalLines, onOtherSlots },
  judge: ({ conflicts: { changed } }) => {
    const missed = changed.filter(isMissed);
    const shows = missed.find(isAccepted) ?? missed[0];
    const ofOther = missed.find(({ isOfOtherProcess }) => isOfOtherProcess);
    if (ofOther !== undefined) {
      const about = {
        circumstance: 'to a changed body',
        slip: 'key-of-process',
        beside: [ofOther.first.reply],
      } as const;
      violation(otherAnswer(ofOther.reply, [409], about));
    }
    if (shows === undefined) return;
    const isAlike = ({ reply }: Sent) =>
      reply.status === shows.reply.status && valueAt(reply, 'code') === valueAt(shows.reply, 'code');
    // A body that may be refused for its values was refused for the used key if this one was, too.
    const alike = changed.filter((one) => missed.includes(one) || isAlike(one));
    expectConflict(shows, missedInWords(alike, changed.length));
  },
});

export const otherOrderIs409 = idempotency.rule({
  id: 'idempotency.conflict-on-order-ref-is-409',
  section: 'ad-server §4.4 rule 3',
  requirement: 'The same idempotency key for another `order.external_ref` is answered 409.',
  problem: 'A used key for another order is not answered 409',
  fix: 'Look the key up by itself, not together with the order it was used for.',
  of: { conflicts },
  judge: ({ conflicts: { anotherOrder, anotherRef } }) => {
    every([anotherOrder], (second) => expectConflict(second));
    every([anotherRef], (second) => expectConflict(second, 'where nothing else differs'));
  },
});

export const conflictAppliesNothing = idempotency.rule({
  id: 'idempotency.conflict-applies-nothing',
  section: 'ad-server §4.4 rule 3',
  requirement: 'A request that is refused with 409 applies nothing.',
  problem: 'A request that was refused with 409 was applied',
  fix: 'Compare the key before you write anything, or write in one transaction that the conflict rolls back.',
  of: { conflicts, sameKey },
  judge: ({ conflicts: { anotherOrder: refused }, sameKey }) => {
    if (!isConflict(refused)) inconclusive('No order was refused with 409.', refused.reply);
    const [first] = sameKey;
    if (first?.request.order.external_ref !== refused.request.order.external_ref)
      inconclusive(
        'When the refused order was sent again, several times at once, some requests were accepted and some refused, so it does not show whether it existed before.',
        refused.reply,
      );
    if (sameKey.some(({ reply }) => reply.status === 201)) return;
    for (const { reply } of sameKey) {
      const why = because('The order that was refused could not be told from a new one', reply);
      if (reply.status !== 200 || mayBeRepeat(reply)) inconclusive(reply.excuse?.because ?? why, reply);
    }
    violation(asForExisting(first.reply, refused.reply));
  },
});

export const retryBehindConflict = idempotency.rule({
  id: 'idempotency.retry-after-conflict',
  section: 'ad-server §4.4 rule 3',
  requirement: 'A conflict leaves the stored result alone: a literal retry after it still returns the same ids.',
  problem: 'After a conflict, a retry no longer returns the stored result',
  fix: 'Do not overwrite what is stored under the key when a request is refused with 409.',
  of: { first, retry, retryAfterConflict, conflicts },
  judge: ({ first, retry, retryAfterConflict, conflicts }) => {
    unlessReplaced(first, retryAfterConflict, conflicts);
    expectRepeated(first, retryAfterConflict, retry.reply.status);
  },
});

export const retryOfRefused = idempotency.rule({
  id: 'idempotency.retry-of-refused',
  section: 'ad-server §4.4 rule 2',
  requirement: 'A literal retry of a request that was refused with 404 or 422 is refused again, not with 409.',
  problem: 'The retry of a refused request is not refused again in the same way',
  fix: 'Save the key in the same transaction as the order, so that a refused request leaves nothing under it; or keep the refusal itself, and answer it again.',
  of: { retriesOfRefused },
  judge: ({ retriesOfRefused }) =>
    every(retriesOfRefused, ({ before, reply }) => {
      const expected = `the same request refused again, as with status ${String(before.reply.status)} before`;
      const isStored = isErrorUnder2xx(reply) && valueAt(reply, 'code') === valueAt(before.reply, 'code');
      const slip = isStored ? 'status-not-kept' : undefined;
      if (!isRefusal({ reply }) || isConflict({ reply }))
        violation(otherAnswer(reply, expected, { slip, beside: [before.reply] }));
    }),
});

export const headerRequired = idempotency.rule({
  id: 'idempotency.header-required',
  level: 'should',
  section: 'ad-server §4.4',
  requirement: 'An order without the `Idempotency-Key` header is refused.',
  problem: 'An order without the `Idempotency-Key` header is not refused',
  fix: 'Require the header; the client always sends it.',
  of: { oddHeaders },
  judge: ({ oddHeaders }) => expectRefused(oddHeaders.without),
});

export const headerMatchesBody = idempotency.rule({
  id: 'idempotency.header-matches-body',
  level: 'should',
  section: 'ad-server §4.4',
  requirement: 'An `Idempotency-Key` header that differs from the key in the body is refused.',
  problem: 'An `Idempotency-Key` that differs from the body is not refused',
  fix: 'Compare header and body, and refuse the request if they differ.',
  of: { oddHeaders },
  judge: ({ oddHeaders }) => expectRefused(oddHeaders.other),
});

function expectRefused(reply: Reply): void {
  if (isSuccess(reply) || hasFailed(reply)) unexpected(reply, 'a refusal (400)');
}

export const retryLater = idempotency.rule({
  id: 'idempotency.retry-after-other-requests',
  section: 'ad-server §4.4 rule 2',
  requirement: 'A literal retry also returns the same ids after many other requests.',
  problem: 'A retry after other requests does not return the same ids',
  fix: 'Keep idempotency keys in the database, not for the last few requests alone, and each with its own result.',
  of: { retry, laterRetries },
  judge: ({ retry, laterRetries }) =>
    every(laterRetries, ({ before, again }) => expectRepeated(before, again, retry.reply.status)),
});

export const retryAfterUpdate = idempotency.rule({
  id: 'idempotency.retry-after-update',
  section: 'ad-server §4.4 rule 2',
  requirement: 'A literal retry of the first request also returns the same ids, with 200, after the order was updated.',
  problem: 'After an update, a retry of the first request returns other ids',
  fix: 'Keep the result of the first request under its key, whatever happened to the order since.',
  of: { retry, afterUpdate },
  ifThere: { conflicts },
  judge: ({ retry, afterUpdate: { ofFirst }, conflicts }) => {
    unlessReplaced(ofFirst.before, ofFirst.again, conflicts);
    expectRepeated(ofFirst.before, ofFirst.again, retry.reply.status);
  },
});

export const retryOfUpdate = idempotency.rule({
  id: 'idempotency.retry-of-update',
  section: 'ad-server §4.4 rule 2',
  requirement: 'A literal retry of an update returns the same ids, with 200.',
  problem: 'The retry of an update does not return the same ids with 200',
  fix: 'Also store the result of an update under its key.',
  of: { retry, afterUpdate },
  judge: ({ retry, afterUpdate: { ofUpdate } }) => expectRepeated(ofUpdate.before, ofUpdate.again, retry.reply.status),
});

export const conflictOnUpdateKey = idempotency.rule({
  id: 'idempotency.conflict-on-update-key-is-409',
  section: 'ad-server §4.4 rule 3',
  requirement: 'The key of an update with a different body is also answered 409.',
  problem: 'The key of an update with a different body is not answered 409',
  fix: 'Store the key and the fingerprint of every accepted request, of updates as of creations.',
  of: { afterUpdate },
  judge: ({ afterUpdate: { otherBody } }) => expect(otherBody.reply).status(409),
});

export const conflictLater = idempotency.rule({
  id: 'idempotency.conflict-after-other-requests',
  section: 'ad-server §4.4 rule 3',
  requirement:
    'A key is still known after an update and after many other requests: with a different body it is answered 409.',
  problem: 'A key is forgotten after an update and other requests',
  fix: 'Keep keys and fingerprints in one table for orders and updates, also of updates that change nothing, and look them up by nothing but the key: neither an update of the order nor other requests make them obsolete.',
  of: { laterConflicts },
  judge: ({ laterConflicts: { ofUpdated, ofUpdate, earlier } }) => {
    expect(ofUpdated.reply, 'to the key of an order that was updated, with a body that was refused before').status(409);
    expect(ofUpdate.reply, `to the key of ${earlier}, with an update of another order`).status(409);
  },
});

export const keysComparedExactly = idempotency.rule({
  id: 'idempotency.keys-compared-exactly',
  section: 'ad-server §4.4 rule 4',
  requirement:
    'A key that differs from a used one only in its first or last characters, or only in how a number is written, is a new key.',
  problem: 'Two different idempotency keys are treated as one',
  fix: 'Compare keys character by character and whole: watch for columns that truncate, and languages that compare strings as numbers.',
  of: { almostUsedKeys },
  judge: ({ almostUsedKeys }) =>
    every(
      almostUsedKeys.sent.filter(({ how }) => how !== IN_UPPER_CASE),
      isNewKey,
    ),
});

export const keysDifferByCase = idempotency.rule({
  id: 'idempotency.keys-differ-by-case',
  conditional: true,
  level: 'should',
  section: 'ad-server §4.4 rule 4',
  requirement: 'A key that differs from a used one only in upper and lower case is a new key.',
  problem: 'Idempotency keys are compared without regard to case',
  fix: 'Compare keys letter by letter, in upper and lower case: watch for case-insensitive collations.',
  of: { almostUsedKeys },
  judge: ({ almostUsedKeys }) => {
    const inUpperCase = almostUsedKeys.sent.filter(({ how }) => how === IN_UPPER_CASE);
    if (inUpperCase.length === 0) notApplicable('The service takes no key in upper case.');
    every(inUpperCase, isNewKey);
  },
});

function isNewKey({ how, ...again }: Sent & { readonly how: string }): void {
  if (!isRefusedForValues(again)) expectAccepted(again.reply, `to a used key ${how}`);
}

idempotency.everyAnswer({
  id: 'idempotency.retry-after-server-error',
  section: 'ad-server §4.4 rule 2',
  requirement:
    'An order that got a 5xx or no answer is processed when it is sent again with the same key and body, not refused for ever.',
  problem: 'A key is used up by a request that failed',
  fix: 'Save the key in the same transaction as the order, so that a failure rolls back both; or delete it when the request fails: store no 5xx under it. The client sends a failed order again with the same key.',
  concerns: (reply, own) => own && reply.endpoint === 'orders' && reply.status !== null && failuresBefore(reply) > 0,
  judge: (reply) => {
    if (!reply.isKeyBurnt && !reply.isLeftBehind) return;
    const circumstance = 'to the same key and body as before, when the first attempt had failed';
    const slip = reply.isLeftBehind ? 'left-behind' : hasFailed(reply) ? 'stored-error' : undefined;
    violation(otherAnswer(reply, 'the order to be processed', { circumstance, slip, beside: reply.failed }));
  },
  conditional: true,
  leavesUnreadable: () => true,
});

function expectConflict({ first, ...second }: Sent & { readonly first: Pick<Sent, 'reply'> }, circumstance = ''): void {
  const { reply } = second;
  if (isAccepted(second)) violation(otherAnswer(reply, [409], { circumstance, beside: [first.reply] }));
  expect(reply, circumstance).status(409);
}

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
      slip: 'all-created',
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

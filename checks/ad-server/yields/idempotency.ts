import { follow, waits } from '../../../src/engine/yields.ts';
import { update } from '../idempotency/later-requests.ts';
import * as laterKeys from '../idempotency/later-rules.ts';
import * as keys from '../idempotency/rules.ts';
import { retriesOfRefused } from '../idempotency/requests.ts';
import { anyNameAndReferences, buyerBooksAgain, createdIs201 } from '../orders/rules.ts';
import { bodyIsOrder, members } from '../orders/answer-rules.ts';
import { canBeCorrected, refusals, unknownSlotIs404 } from '../orders/refusal-rules.ts';
import { everyLineOnce } from '../updates/lines-rules.ts';
import * as updates from '../updates/rules.ts';

const laterRetries = [
  keys.retryBehindConflict,
  laterKeys.retryLater,
  laterKeys.retryAfterUpdate,
  laterKeys.retryOfUpdate,
  laterKeys.retryWhileRunning,
];

export const idempotency = [
  // Idempotency: retries.
  ...follow(keys.retrySameIds).from(keys.retryIs200),
  ...follow(...laterRetries, keys.headerRequired, keys.headerMatchesBody).from(keys.retrySameIds, keys.retryIs200),
  ...waits(keys.retrySameIds, ...laterRetries, laterKeys.twoKeysOneOrder).on(
    bodyIsOrder,
    members['order-id'],
    members['line-external-ref'],
  ),
  ...waits(retriesOfRefused).on(unknownSlotIs404, refusals['reversed-range-is-422']),
  ...follow(keys.retryOfRefused).from(canBeCorrected),
  ...waits(update).on(updates.severalRenamed),
  ...follow(laterKeys.twoKeysOneOrder).from(buyerBooksAgain, anyNameAndReferences),
  ...follow(laterKeys.twoKeysOneOrder).from(updates.answers200, updates.kept['re-push'], everyLineOnce),
  // Idempotency: conflicts.
  ...follow(keys.otherOrderIs409, laterKeys.conflictOnUpdateKey).from(keys.conflictIs409),
  ...follow(laterKeys.conflictWhileRunning).from(
    keys.conflictIs409,
    laterKeys.conflictOnUpdateKey,
    updates.answers200,
    updates.severalRenamed,
  ),
  ...waits(keys.conflictAppliesNothing).on(keys.conflictIs409, keys.otherOrderIs409),
  ...follow(keys.conflictAppliesNothing).from(createdIs201, keys.conflictIs409),
  ...follow(laterKeys.conflictLater).from(keys.conflictIs409, keys.otherOrderIs409, laterKeys.conflictOnUpdateKey),
  ...follow(laterKeys.keptThroughout).from(keys.conflictIs409, laterKeys.conflictLater),
];

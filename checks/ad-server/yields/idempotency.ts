import { follow, waits } from '../../../src/engine/yields.ts';
import { afterConflict } from '../idempotency/conflict-requests.ts';
import { update } from '../idempotency/later-requests.ts';
import * as laterKeys from '../idempotency/later-rules.ts';
import * as keys from '../idempotency/rules.ts';
import { createdIs201 } from '../orders/kinds.ts';

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
    { id: 'orders.body-is-order' },
    { id: 'orders.order-id' },
    { id: 'orders.line-external-ref' },
  ),
  ...follow(keys.retryOfRefused).from({ id: 'orders.refused-can-be-mended' }),
  ...waits(update).on({ id: 'updates.rename-of-several-lines' }),
  ...follow(laterKeys.twoKeysOneOrder).from(
    { id: 'updates.answers-200' },
    { id: 'updates.re-push-keeps-ids' },
    { id: 'updates.every-line-once' },
  ),
  // Idempotency: conflicts.
  ...follow(keys.otherOrderIs409, laterKeys.conflictOnUpdateKey, laterKeys.conflictWhileRunning).from(
    keys.conflictIs409,
  ),
  ...waits(afterConflict).on(keys.conflictIs409, keys.otherOrderIs409),
  ...follow(keys.conflictAppliesNothing).from(createdIs201),
  ...follow(laterKeys.conflictLater).from(keys.conflictIs409, keys.otherOrderIs409, laterKeys.conflictOnUpdateKey),
  ...follow(laterKeys.keptThroughout).from(keys.conflictIs409, laterKeys.conflictLater),
];

import { follow } from '../../../src/engine/yields.ts';
import * as laterKeys from '../idempotency/later-rules.ts';
import * as keys from '../idempotency/rules.ts';
import { idsThroughout, oneIdThroughout } from '../orders/ids-throughout-rules.ts';
import { bodyIsOrder, lineItemIdsUnique, linesEchoed, members, orderIdsUnique } from '../orders/answer-rules.ts';
import { addedAtOnce, addedIsNew, everyLineOnce } from '../updates/lines-rules.ts';
import { impossibleRefused, largeHandled, leftAlone, unknownRefused } from '../updates/refused-rules.ts';
import * as updates from '../updates/rules.ts';

/** If a rule about one kind of request fails, it says more; the rules about all answers follow from it. */
export const throughout = [
  ...follow(idsThroughout, oneIdThroughout).from(
    ...[orderIdsUnique, lineItemIdsUnique, linesEchoed, bodyIsOrder, ...Object.values(members)],
    ...[addedIsNew, everyLineOnce, addedAtOnce, leftAlone, largeHandled],
    ...[updates.answers200, ...Object.values(updates.kept), updates.seriesKept, updates.slotKept],
    ...[updates.leftOutKept, updates.leftOutComesBack, updates.retried],
    ...[keys.conflictIs409, keys.otherOrderIs409, keys.retrySameIds, keys.retryBehindConflict],
    ...[laterKeys.keysComparedExactly, laterKeys.twoKeysOneOrder, laterKeys.retryWhileRunning],
    ...[laterKeys.conflictWhileRunning, laterKeys.conflictOnUpdateKey, laterKeys.conflictLater],
  ),
  ...follow(oneIdThroughout).from(
    ...[idsThroughout, keys.retryIs200, updates.severalRenamed, unknownRefused, impossibleRefused],
    ...[laterKeys.retryLater, laterKeys.retryAfterUpdate, laterKeys.retryOfUpdate],
  ),
];

import { follow, waits } from '../../../src/engine/yields.ts';
import { conflictIs409, retryBehindConflict, retryIs200, retrySameIds } from '../idempotency/rules.ts';
import { retryAfterUpdate, retryOfUpdate, retryWhileRunning } from '../idempotency/later-rules.ts';
import { rules as errors } from '../errors/rules.ts';
import { bodyIsOrder, lineItemIdsUnique, linesEchoed, members } from '../orders/answer-rules.ts';
import { namesInAnyScript, optionalMembers, severalLinesTaken } from '../orders/rules.ts';
import { takesCreatives as takesCreativesAtFirst } from '../orders/creative-rules.ts';
import { refusals, unknownSlotIs404 } from '../orders/refusal-rules.ts';
import * as reports from '../reports/rules.ts';
import { addedAtOnce, addedIsNew, everyLineOnce } from '../updates/lines-rules.ts';
import { impossibleRefused, largeHandled, leftAlone, unknownRefused } from '../updates/refused-rules.ts';
import { reportsKeepForm, reportsKeepIds, stillNoDelivery } from '../updates/reported-rules.ts';
import { reportedAgain } from '../updates/requests.ts';
import {
  answers200,
  kept,
  leftOutComesBack,
  leftOutKept,
  retried,
  severalRenamed,
  seriesKept,
  slotKept,
  attachesCreatives,
} from '../updates/rules.ts';

const { rename, 're-push': rePush, ...others } = kept;
const otherChanges = Object.values(others);
/** Rules that compare ids after updates of other kinds, or after all of them. */
const keptOtherwise = [leftOutKept, leftOutComesBack, seriesKept, slotKept];
const keptAtLast = [retried, addedAtOnce, leftAlone, largeHandled];

// Mistakes that are in every answer.
const linesOfOrders = [linesEchoed, members['line-external-ref'], bodyIsOrder];
const idsOfOrders = [members['order-id'], members['line-item-id'], bodyIsOrder];
const formOfReports = [reports.rowsIsArray, ...Object.values(reports.rowRules), reports.cursorForm];

/** If the plainest update changes ids, only that is reported. The other rules report what they alone show. */
export const updates = [
  ...follow(rename, ...otherChanges, ...keptOtherwise, ...keptAtLast).from(rePush),
  ...follow(...otherChanges, ...keptOtherwise, ...keptAtLast).from(rename),
  ...follow(others['added-line'], leftOutComesBack).from(leftOutKept),
  ...follow(seriesKept).from(...otherChanges, leftOutKept),
  ...follow(slotKept).from(others.sizes, seriesKept),
  ...follow(...keptAtLast).from(...otherChanges, leftOutKept, seriesKept, slotKept),
  ...follow(largeHandled).from(addedAtOnce, leftAlone, optionalMembers, namesInAnyScript),
  ...follow(severalRenamed, attachesCreatives, ...keptAtLast).from(answers200),
  ...waits(...Object.values(kept), ...keptOtherwise, addedIsNew, retried, reportedAgain).on(answers200),
  ...follow(addedAtOnce, leftAlone, largeHandled).from(everyLineOnce),
  ...waits(...Object.values(kept), ...keptOtherwise, ...keptAtLast).on(everyLineOnce),
  ...follow(leftAlone).from(impossibleRefused, unknownRefused, errors['line-missing-member-is-400']),
  ...waits(leftAlone).on(impossibleRefused, unknownRefused),
  ...waits(stillNoDelivery, reportsKeepIds).on(reportsKeepForm),
  // Mistakes that other modules report.
  ...follow(everyLineOnce, retried, addedAtOnce).from(...linesOfOrders),
  ...waits(...Object.values(kept), ...keptOtherwise, ...keptAtLast, everyLineOnce).on(...linesOfOrders, ...idsOfOrders),
  ...waits(others.creative, attachesCreatives).on(takesCreativesAtFirst),
  ...waits(others.advertiser).on(optionalMembers),
  ...waits(others['added-line'], addedIsNew, addedAtOnce, leftOutKept).on(severalLinesTaken),
  ...follow(addedIsNew).from(lineItemIdsUnique),
  ...follow(everyLineOnce).from(conflictIs409),
  ...follow(impossibleRefused).from(refusals['reversed-range-is-422'], refusals['unfitting-size-is-422']),
  ...follow(unknownRefused).from(unknownSlotIs404),
  ...follow(retried).from(retryIs200, retrySameIds, retryBehindConflict, retryOfUpdate, retryAfterUpdate),
  ...follow(addedAtOnce).from(retryWhileRunning, retried),
  ...waits(reportsKeepForm, stillNoDelivery, reportsKeepIds).on(reports.answers200),
  ...waits(reportsKeepForm).on(...formOfReports),
  ...waits(stillNoDelivery).on(reports.draftHasNoDelivery, members['line-item-id']),
];

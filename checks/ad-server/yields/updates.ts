import { follow, waits } from '../../../src/engine/yields.ts';
import { conflictIs409, retryBehindConflict, retryIs200, retrySameIds } from '../idempotency/rules.ts';
import { retryAfterUpdate, retryOfUpdate, retryWhileRunning } from '../idempotency/later-rules.ts';
import { lineItemIdsUnique } from '../orders/rules-on-answers.ts';
import { optionalMembers, severalLinesTaken } from '../orders/rules.ts';
import { refusalOf, unknownSlotIs404 } from '../orders/rules-on-refusals.ts';
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
  takesCreatives,
} from '../updates/rules.ts';

/** Rules of modules that name none of theirs. */
const named = (module: string, ...rules: readonly string[]) => rules.map((rule) => ({ id: `${module}.${rule}` }));

const ofChange = (...names: readonly string[]) =>
  kept.filter(({ id }) => names.some((name) => id === `updates.${name}-keeps-ids`));

const rename = ofChange('rename');
const rePush = ofChange('re-push');
const otherChanges = kept.filter((rule) => !rename.includes(rule) && !rePush.includes(rule));
/** Rules that compare ids after updates of some other kind, or at the end of them. */
const keptOtherwise = [leftOutKept, leftOutComesBack, seriesKept, slotKept];
const keptAtLast = [retried, addedAtOnce, leftAlone, largeHandled];

// What is odd in every answer, or was refused before.
const linesOfOrders = named('orders', 'lines-echoed', 'line-external-ref', 'body-is-order');
const idsOfOrders = named('orders', 'order-id', 'line-item-id', 'body-is-order');
const formOfReports = named(
  'reports',
  'rows-is-array',
  'row-line-item-id',
  'row-date',
  'row-impressions',
  'row-clicks',
  'cursor-form',
);

/** Ids that the plainest update changes are told of that one; the others tell of what they alone change. */
export const updates = [
  ...follow(...rename, ...otherChanges, ...keptOtherwise, ...keptAtLast).from(...rePush),
  ...follow(...otherChanges, ...keptOtherwise, ...keptAtLast).from(...rename),
  ...follow(...ofChange('added-line'), leftOutComesBack).from(leftOutKept),
  ...follow(seriesKept).from(...otherChanges, leftOutKept),
  ...follow(slotKept).from(...ofChange('sizes'), seriesKept),
  ...follow(...keptAtLast).from(...otherChanges, leftOutKept, seriesKept, slotKept),
  ...follow(largeHandled).from(addedAtOnce, leftAlone),
  ...follow(severalRenamed, takesCreatives, ...keptAtLast).from(answers200),
  ...waits(...kept, ...keptOtherwise, addedIsNew, retried, reportedAgain).on(answers200),
  ...follow(addedAtOnce, leftAlone, largeHandled).from(everyLineOnce),
  ...waits(...kept, ...keptOtherwise, ...keptAtLast).on(everyLineOnce),
  ...follow(leftAlone).from(impossibleRefused, unknownRefused, ...named('errors', 'line-missing-member-is-400')),
  ...waits(leftAlone).on(impossibleRefused, unknownRefused),
  ...waits(stillNoDelivery, reportsKeepIds).on(reportsKeepForm),
  // What other modules tell.
  ...follow(everyLineOnce, retried, addedAtOnce).from(...linesOfOrders),
  ...waits(...kept, ...keptOtherwise, ...keptAtLast, everyLineOnce).on(...linesOfOrders, ...idsOfOrders),
  ...waits(...ofChange('creative'), takesCreatives).on(...named('orders', 'takes-creatives')),
  ...waits(...ofChange('advertiser')).on(optionalMembers),
  ...waits(...ofChange('added-line'), addedIsNew, addedAtOnce, leftOutKept).on(severalLinesTaken),
  ...follow(addedIsNew).from(lineItemIdsUnique),
  ...follow(everyLineOnce).from(conflictIs409),
  ...follow(impossibleRefused).from(refusalOf('reversed-range-is-422'), refusalOf('unfitting-size-is-422')),
  ...follow(unknownRefused).from(unknownSlotIs404),
  ...follow(retried).from(retryIs200, retrySameIds, retryBehindConflict, retryOfUpdate, retryAfterUpdate),
  ...follow(addedAtOnce).from(retryWhileRunning, retried),
  ...waits(reportsKeepForm, stillNoDelivery, reportsKeepIds).on(...named('reports', 'answers-200')),
  ...waits(reportsKeepForm).on(...formOfReports),
  ...waits(stillNoDelivery).on(...named('reports', 'draft-has-no-delivery'), ...named('orders', 'line-item-id')),
];

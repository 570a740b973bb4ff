import { follow, waits } from '../../src/engine/yields.ts';
import * as auth from './auth/rules.ts';
import { authorised } from './auth/requests.ts';
import { access, healthAnswers, forecasts, forecastFlag, listed } from './records.ts';
import { firstReplies } from './connection/requests.ts';
import * as connection from './connection/rules.ts';
import { forecastModel } from './errors/requests.ts';
import * as errorForm from './errors/rules.ts';
import { ofUnknown, willing } from './forecast/refused-requests.ts';
import { served as servedForecasts } from './forecast/requests.ts';
import * as forecast from './forecast/rules.ts';
import { readings } from './health/requests.ts';
import * as health from './health/rules.ts';
import { update, retriesOfRefused } from './idempotency/requests.ts';
import * as keys from './idempotency/rules.ts';
import * as inventory from './inventory/rules.ts';
import { stable } from './inventory/requests.ts';
import * as answers from './orders/answer-rules.ts';
import { basic, corrected } from './booking-records.ts';
import * as refused from './orders/refusal-rules.ts';
import * as orders from './orders/rules.ts';
import { served } from './reports/requests.ts';
import * as reports from './reports/rules.ts';
import * as refusedUpdates from './updates/refused-rules.ts';
import { reportedAgain } from './updates/requests.ts';
import * as ofUpdated from './updates/report-rules.ts';
import * as updates from './updates/rules.ts';

const retriesInTurn = [keys.retryBehindConflict, keys.retryAfterUpdate, keys.retryOfUpdate];
const laterRetries = [...retriesInTurn, keys.retryLater, keys.retryWhileRunning];

const { rename, 're-push': rePush, slot: slotKept, 'left-out': leftOutKept, ...others } = updates.kept;
const otherChanges = Object.values(others);
const { 'reversed-range-is-422': reversed, 'unfitting-size-is-422': unfitting } = refused.refusals;
const { 'impossible-date-is-refused': impossibleDate } = refused.refusals;
const { impossibleRefused, unknownRefused, leftAlone, largeHandled } = refusedUpdates;
/** These compare ids after other kinds of updates; `keptAtLast`, after all of them. */
const keptOtherwise = [leftOutKept, updates.leftOutComesBack, updates.seriesKept, slotKept];
const keptAtLast = [updates.largeOrderKept, updates.retried, updates.addedAtOnce, leftAlone, largeHandled];
const rulesOfUpdates = [...Object.values(updates.kept), ...keptOtherwise, ...keptAtLast];

const flags = [health.exactlyThree, health.areBooleans];
const trueFlags = [health.reportingIsTrue, health.draftBookingIsTrue];
const slotIds = [inventory.idsStable, inventory.noSlotOnTwoPages];

// Mistakes that are in every answer.
const referencesOfOrders = [answers.bodyIsOrder, answers.members['order-id'], answers.members['line-external-ref']];
const linesOfOrders = [answers.bodyIsOrder, answers.members['line-external-ref'], answers.linesEchoed];
const idsOfOrders = [answers.members['order-id'], answers.members['line-item-id'], answers.bodyIsOrder];
const formOfForecasts = [forecast.bodyIsObject, ...forecast.members, forecast.echoesSlot, forecast.withinForecasted];
const formOfReports = [reports.rowsIsArray, ...Object.values(reports.rowRules), reports.cursorForm];

const noKeyOrWrong = [auth.missingKey, auth.wrongKey];
const nearlyRightKeys = [auth.truncatedKey, auth.extendedKey, auth.keyInOtherCase, auth.expiredKeyRefused];
const oddHeaders = [auth.malformedHeader, auth.placeholderKey, auth.otherScheme];
const scopes = [auth.needsReadScope, auth.needsReportScope, auth.needsDraftScope];

const { rules: errors, hasCode, hasMessage, jsonContentType, notEmpty, sameForAnyAccept } = errorForm;
const partsOfErrors = [hasCode, hasMessage, jsonContentType, ...notEmpty, sameForAnyAccept];

/** If several rows apply to a check, the first one counts. */
export const yields = [
  // Connection and health.
  ...waits(firstReplies).on(connection.certificateIsValid, connection.serviceAnswers),
  ...waits(access).on(connection.keyAccepted),
  ...waits(healthAnswers).on(connection.healthAnswers200),
  ...waits(readings).on(health.bodyIsObject),
  ...waits(health.zoneSpelling).on(health.bodyIsObject, ...health.members),
  ...waits(...trueFlags, health.areBooleans).on(...flags),
  ...waits(forecastFlag).on(health.areBooleans, health.exactlyThree),
  ...follow(health.rightThroughout).from(...health.members, ...flags, ...trueFlags),

  // Inventory.
  ...waits(inventory.dataIsArray).on(inventory.answers),
  ...waits(listed, inventory.walkEnds, inventory.sameAtEverySize, inventory.defaultLimit, inventory.limitRespected).on(
    inventory.answers,
    inventory.dataIsArray,
  ),
  ...waits(stable, inventory.idsStable).on(...slotIds),
  ...follow(inventory.sameAtEverySize).from(inventory.walkEnds, ...slotIds),
  ...follow(inventory.sameAtEverySize).from(inventory.cursorForm),
  ...follow(inventory.outOfRangeHandled).from(inventory.answers),
  ...follow(inventory.readThroughout).from(inventory.walkEnds),

  // Forecasts.
  ...waits(forecasts).on(forecast.bodyIsObject),
  ...waits(servedForecasts, forecast.archivedIsKnown, ofUnknown, willing).on(forecast.answered),
  ...waits(forecast.emptyGeo).on(orders.bookingAccepted),
  ...follow(orders.bookedIsForecast).from(
    forecast.answered,
    ...formOfForecasts,
    forecast.unsupported,
    forecast.emptyGeo,
  ),

  // Orders.
  ...waits(basic).on(orders.bookingAccepted),
  ...follow(answers.orderIdsUnique).from(orders.createdIs201),
  ...follow(orders.optionalMembers, refused.archivedIsKnown, refused.oneUnfittingSize).from(refused.anySlot),
  ...follow(orders.severalLinesTaken).from(orders.onTwoSlots),
  ...follow(orders.creativeOnOneLine).from(orders.severalLinesTaken, orders.takesCreatives),
  ...follow(orders.takesCreatives, orders.optionalMembers).from(orders.severalCountries, orders.severalSizes),
  ...follow(orders.inTwoCountries).from(orders.severalLinesTaken),
  ...follow(orders.anyNameAndReferences).from(orders.inTwoCountries, orders.takesCreatives, orders.creativeOnOneLine),
  ...follow(orders.anyNameAndReferences).from(orders.optionalMembers, orders.severalCountries, orders.severalSizes),
  ...follow(refused.oneUnfittingSize, refused.unfittingAnywhere).from(unfitting),
  ...follow(refused.unfittingAnywhere).from(refused.anySlot),
  ...waits(corrected).on(refused.unknownSlotIs404, errors['line-missing-member-is-400']),
  ...waits(corrected).on(reversed, unfitting, impossibleDate, refused.goalIsWhole),
  ...follow(refused.goalIsPositive).from(refused.goalIsWhole),
  ...follow(refused.refusedCreatesNothing).from(refused.canBeCorrected, orders.createdIs201),

  ...follow(orders.anyNameAndReferences).from(orders.namesInAnyScript),
  ...follow(refused.oddTextsHandled).from(orders.namesInAnyScript, orders.anyNameAndReferences),
  ...follow(refused.oddTextsHandled).from(updates.answers200, rePush, rename, keys.twoKeysOneOrder),
  ...follow(refused.sharedLineRefHandled).from(updates.answers200, updates.everyLineOnce, answers.lineItemIdsUnique),

  // Idempotency: retries, then conflicts.
  ...follow(keys.retrySameIds).from(keys.retryIs200),
  ...follow(...laterRetries, keys.headerRequired, keys.headerMatchesBody).from(keys.retrySameIds, keys.retryIs200),
  ...waits(keys.retrySameIds, ...laterRetries, keys.twoKeysOneOrder).on(...referencesOfOrders),
  ...waits(retriesOfRefused).on(refused.unknownSlotIs404, reversed),
  ...follow(keys.retryOfRefused).from(refused.canBeCorrected),
  ...waits(update).on(updates.severalRenamed),
  ...follow(keys.twoKeysOneOrder).from(orders.buyerBooksAgain, orders.anyNameAndReferences),
  ...follow(keys.twoKeysOneOrder).from(updates.answers200, rePush, updates.everyLineOnce),
  ...follow(keys.keysDifferByCase).from(updates.answers200),
  ...follow(keys.otherOrderIs409, keys.conflictOnUpdateKey, keys.conflictWhileRunning).from(keys.conflictIs409),
  ...follow(keys.conflictWhileRunning).from(keys.otherOrderIs409, keys.conflictOnUpdateKey, keys.conflictLater),
  ...follow(keys.conflictWhileRunning).from(updates.answers200, updates.severalRenamed),
  ...follow(keys.conflictAppliesNothing).from(orders.createdIs201, keys.conflictIs409),
  ...waits(keys.conflictAppliesNothing).on(keys.otherOrderIs409),
  ...follow(keys.conflictLater).from(keys.conflictIs409, keys.otherOrderIs409, keys.conflictOnUpdateKey),

  // Updates: if the plainest one changes ids, only that is reported. The other rules report what they alone show.
  ...follow(...rulesOfUpdates).from(rePush),
  ...follow(...otherChanges, ...keptOtherwise, ...keptAtLast).from(rename),
  ...follow(others['added-line'], updates.leftOutComesBack).from(leftOutKept),
  ...follow(updates.seriesKept).from(...otherChanges, leftOutKept),
  ...follow(slotKept).from(others.sizes, updates.seriesKept),
  ...follow(...keptAtLast).from(...otherChanges, leftOutKept, updates.seriesKept, slotKept),
  ...follow(largeHandled).from(updates.addedAtOnce, leftAlone, orders.optionalMembers, orders.namesInAnyScript),
  ...follow(updates.severalRenamed, updates.attachesCreatives, ...keptAtLast).from(updates.answers200),
  ...waits(...rulesOfUpdates, updates.addedIsNew, reportedAgain).on(updates.answers200),
  ...follow(updates.largeOrderKept, updates.addedAtOnce, leftAlone, largeHandled).from(updates.everyLineOnce),
  ...waits(...rulesOfUpdates).on(updates.everyLineOnce),
  ...follow(updates.kept.flight).from(updates.everyLineOnce),
  ...follow(leftAlone).from(impossibleRefused, unknownRefused, errors['line-missing-member-is-400']),
  ...waits(ofUpdated.stillNoDelivery, ofUpdated.reportsKeepIds).on(ofUpdated.reportsKeepForm),

  // Updates: mistakes that other modules report.
  ...follow(updates.answers200).from(orders.buyerBooksAgain),
  ...follow(updates.largeOrderKept).from(
    orders.createdIs201,
    answers.orderIdsUnique,
    answers.lineItemIdsUnique,
    ...linesOfOrders,
  ),
  ...follow(updates.largeOrderKept).from(keys.retryIs200, keys.retrySameIds, ...retriesInTurn),
  ...follow(updates.everyLineOnce, updates.retried, updates.addedAtOnce).from(...linesOfOrders),
  ...waits(...rulesOfUpdates, updates.everyLineOnce).on(...linesOfOrders, ...idsOfOrders),
  ...waits(others.creative, updates.attachesCreatives).on(orders.takesCreatives),
  ...waits(others.advertiser).on(orders.optionalMembers),
  ...waits(others['added-line'], updates.addedIsNew, updates.addedAtOnce, leftOutKept).on(orders.severalLinesTaken),
  ...follow(updates.addedIsNew).from(answers.lineItemIdsUnique, ...linesOfOrders),
  ...follow(updates.everyLineOnce).from(keys.conflictIs409),
  ...follow(impossibleRefused).from(reversed, unfitting, impossibleDate, refused.oneUnfittingSize),
  ...follow(unknownRefused).from(refused.unknownSlotIs404),
  ...follow(updates.retried).from(keys.retryIs200, keys.retrySameIds, ...retriesInTurn),
  ...follow(updates.addedAtOnce).from(keys.retryWhileRunning, updates.retried),
  ...waits(ofUpdated.reportsKeepForm, ofUpdated.stillNoDelivery, ofUpdated.reportsKeepIds).on(reports.answers200),
  ...waits(ofUpdated.reportsKeepForm).on(...formOfReports),
  ...waits(ofUpdated.stillNoDelivery).on(reports.draftHasNoDelivery, answers.members['line-item-id']),

  // Reports.
  ...waits(served, reports.rowsIsArray).on(reports.answers200),
  ...follow(reports.linesAskedFor).from(reports.rowRules.line_item_id),
  ...waits(reports.cursorForm, ...Object.values(reports.rowRules), reports.draftHasNoDelivery).on(reports.rowsIsArray),
  ...waits(reports.draftHasNoDelivery).on(answers.members['line-item-id']),

  // Authentication.
  ...waits(auth.wrongKey, ...nearlyRightKeys, ...oddHeaders, ...scopes).on(...noKeyOrWrong),
  ...waits(auth.restrictedKeyIsValid).on(auth.needsReadScope),
  ...waits(authorised).on(...noKeyOrWrong, ...nearlyRightKeys, ...oddHeaders, auth.needsDraftScope),
  ...follow(auth.needsReadScope).from(inventory.answers),
  ...follow(auth.refusedCallHasNoEffect).from(orders.createdIs201, connection.keyAcceptedThroughout),

  // Errors.
  ...waits(...partsOfErrors).on(errorForm.bodyIsObject),
  ...follow(forecast.unsupported).from(errorForm.bodyIsObject, hasCode),
  ...waits(forecastModel).on(forecast.answered),
];

import { follow, waits } from '../../../src/engine/yields.ts';
import { readings } from '../health/requests.ts';
import { forecastFlag } from '../health/records.ts';
import * as rules from '../health/rules.ts';

export const health = [
  ...waits(readings).on(rules.bodyIsObject),
  ...waits(rules.reportingIsTrue, rules.draftBookingIsTrue).on(rules.exactlyThree, rules.areBooleans),
  ...waits(rules.areBooleans).on(rules.exactlyThree),
  ...waits(forecastFlag).on(rules.areBooleans, rules.exactlyThree),
  ...follow(rules.rightThroughout).from(
    ...rules.members,
    rules.exactlyThree,
    rules.areBooleans,
    rules.reportingIsTrue,
    rules.draftBookingIsTrue,
  ),
];

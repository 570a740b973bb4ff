import { waits } from '../../../src/engine/yields.ts';
import { members } from '../orders/answer-rules.ts';
import { served } from '../reports/requests.ts';
import * as rules from '../reports/rules.ts';

export const reports = [
  ...waits(served).on(rules.answers200),
  ...waits(rules.cursorForm, ...Object.values(rules.rowRules), rules.draftHasNoDelivery).on(rules.rowsIsArray),
  ...waits(rules.draftHasNoDelivery).on(members['line-item-id']),
];

import { follow, waits } from '../../../src/engine/yields.ts';
import * as rules from '../auth/rules.ts';
import { authorised } from '../auth/wrong-key-requests.ts';
import { keyAcceptedThroughout } from '../connection/rules.ts';
import { answers } from '../inventory/rules.ts';
import { createdIs201 } from '../orders/rules.ts';

export const auth = [
  ...follow(rules.malformedHeaderIs401).from(rules.missingKey),
  ...waits(rules.wrongKey).on(rules.missingKey),
  ...waits(rules.malformedHeader, rules.malformedHeaderIs401, rules.placeholderKey, rules.otherScheme).on(
    rules.missingKey,
    rules.wrongKey,
  ),
  ...waits(rules.truncatedKey, rules.extendedKey, rules.keyInOtherCase, rules.expiredKeyRefused).on(rules.wrongKey),
  ...waits(rules.needsReadScope, rules.needsReportScope, rules.needsDraftScope).on(rules.missingKey, rules.wrongKey),
  ...waits(rules.restrictedKeyIsValid).on(rules.needsReadScope),
  ...waits(authorised).on(
    rules.missingKey,
    rules.malformedHeader,
    rules.wrongKey,
    rules.placeholderKey,
    rules.truncatedKey,
    rules.extendedKey,
    rules.keyInOtherCase,
    rules.otherScheme,
    rules.expiredKeyRefused,
    rules.needsDraftScope,
  ),
  ...follow(rules.needsReadScope).from(answers),
  ...follow(rules.refusedCallHasNoEffect).from(createdIs201, keyAcceptedThroughout),
];

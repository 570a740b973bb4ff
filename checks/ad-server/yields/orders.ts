import { follow, waits } from '../../../src/engine/yields.ts';
import { rules as errors } from '../errors/rules.ts';
import { corrected } from '../orders/corrected-requests.ts';
import {
  anyNameAndReferences,
  bookingAccepted,
  createdIs201,
  inTwoCountries,
  optionalMembers,
  severalCountries,
  severalLinesTaken,
  severalSizes,
} from '../orders/rules.ts';
import { creativeOnOneLine, takesCreatives } from '../orders/creative-rules.ts';
import { orderIdsUnique } from '../orders/answer-rules.ts';
import {
  anySlot,
  archivedIsKnown,
  canBeCorrected,
  oneUnfittingSize,
  refusals,
  refusedCreatesNothing,
  unfittingAnywhere,
  unknownSlotIs404,
} from '../orders/refusal-rules.ts';
import { basic } from '../orders/records.ts';

export const orders = [
  ...waits(basic).on(bookingAccepted),
  ...follow(createdIs201).from(orderIdsUnique),
  ...follow(optionalMembers, archivedIsKnown, oneUnfittingSize).from(anySlot),
  ...follow(creativeOnOneLine).from(severalLinesTaken, takesCreatives),
  ...follow(takesCreatives, optionalMembers).from(severalCountries, severalSizes),
  ...follow(inTwoCountries).from(severalLinesTaken),
  ...follow(anyNameAndReferences).from(inTwoCountries),
  ...follow(oneUnfittingSize, unfittingAnywhere).from(refusals['unfitting-size-is-422']),
  ...follow(unfittingAnywhere).from(anySlot),
  ...waits(corrected).on(
    unknownSlotIs404,
    refusals['reversed-range-is-422'],
    errors['line-missing-member-is-400'],
    refusals['unfitting-size-is-422'],
    refusals['impossible-date-is-refused'],
    refusals['goal-is-whole'],
  ),
  ...follow(refusedCreatesNothing).from(canBeCorrected, createdIs201),
];

import { follow, waits } from '../../../src/engine/yields.ts';
import { corrected } from '../orders/corrected-requests.ts';
import {
  anyNameAndReferences,
  bookingAccepted,
  createdIs201,
  inTwoCountries,
  optionalMembers,
  severalLinesTaken,
} from '../orders/rules.ts';
import { creativeOnOneLine, takesCreatives } from '../orders/rules-on-creatives.ts';
import { orderIdsUnique } from '../orders/rules-on-answers.ts';
import {
  anySlot,
  archivedIsKnown,
  canBeCorrected,
  oneUnfittingSize,
  refusalOf,
  refusedCreatesNothing,
  unfittingAnywhere,
  unknownSlotIs404,
} from '../orders/rules-on-refusals.ts';
import { basic } from '../orders/records.ts';

export const orders = [
  ...waits(basic).on(bookingAccepted),
  ...follow(createdIs201).from(orderIdsUnique),
  ...follow(optionalMembers, archivedIsKnown, oneUnfittingSize).from(anySlot),
  ...follow(creativeOnOneLine).from(severalLinesTaken, takesCreatives),
  ...follow(inTwoCountries).from(severalLinesTaken),
  ...follow(anyNameAndReferences).from(inTwoCountries),
  ...follow(oneUnfittingSize, unfittingAnywhere).from(refusalOf('unfitting-size-is-422')),
  ...follow(unfittingAnywhere).from(anySlot),
  ...waits(corrected).on(
    unknownSlotIs404,
    refusalOf('reversed-range-is-422'),
    { id: 'errors.line-missing-member-is-400' },
    refusalOf('unfitting-size-is-422'),
    refusalOf('impossible-date-is-refused'),
    refusalOf('goal-is-whole'),
  ),
  ...follow(refusedCreatesNothing).from(canBeCorrected, createdIs201),
];

import { follow, waits, Yields } from '../../src/engine/yields.ts';
import {
  defaultLimit,
  idsStable,
  limitRespected,
  noSlotTwice,
  sameAtEverySize,
  walkEnds,
} from './inventory/paging-rules.ts';
import { readThroughout } from './inventory/later-rules.ts';
import { listed, stable } from './inventory/requests.ts';
import { answers, cursorForm, isPage } from './inventory/rules.ts';
import { basic, bookingAccepted } from './orders/basic.ts';

/**
 * Which checks tell of the same fault. One fault is told by the check that states its rule: others that break because of
 * it, or have nothing to judge because of it, name that one.
 */
export const yields = new Yields([
  // inventory
  ...waits(isPage).on(answers),
  ...waits(listed, walkEnds, sameAtEverySize, defaultLimit, limitRespected).on(answers, isPage),
  ...waits(idsStable).on(noSlotTwice),
  ...follow(sameAtEverySize).from(walkEnds, cursorForm, idsStable, noSlotTwice),
  ...waits(stable).on(idsStable, noSlotTwice),
  ...follow(readThroughout).from(walkEnds),

  // orders
  ...waits(basic).on(bookingAccepted),
]);

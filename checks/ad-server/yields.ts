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
import { ofUnknown, willing } from './forecast/more-requests.ts';
import { forecasts } from './forecast/requests.ts';
import {
  answered,
  archivedIsKnown,
  bodyIsObject,
  echoesSlot,
  members,
  unsupported,
  withinForecasted,
} from './forecast/rules.ts';
import { basic, bookingAccepted } from './orders/basic.ts';
import { bookedIsForecast } from './orders/forecast-booked.ts';

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

  // forecast
  ...waits(forecasts).on(bodyIsObject),
  ...waits(archivedIsKnown, ofUnknown, willing).on(answered),

  // orders
  ...waits(basic).on(bookingAccepted),
  ...waits(bookedIsForecast).on(answered, bodyIsObject, ...members, echoesSlot, withinForecasted, unsupported),
]);

import { waits } from '../../../src/engine/yields.ts';
import { ofUnknown, willing } from '../forecast/refused-requests.ts';
import {
  answered,
  archivedIsKnown,
  bodyIsObject,
  echoesSlot,
  members,
  unsupported,
  withinForecasted,
} from '../forecast/rules.ts';
import { bookedIsForecast } from '../orders/forecast-rules.ts';
import { forecasts } from '../forecast/records.ts';

export const forecast = [
  ...waits(forecasts).on(bodyIsObject),
  ...waits(archivedIsKnown, ofUnknown, willing).on(answered),
  ...waits(bookedIsForecast).on(answered, bodyIsObject, ...members, echoesSlot, withinForecasted, unsupported),
];

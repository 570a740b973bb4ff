import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { adServer } from '../phases.ts';
import type { Asked } from '../readers/forecast-answers.ts';
import type { Countries } from '../values/countries.ts';
import type { Flights } from '../values/flights.ts';

export const forecast = adServer.module('forecast', 'Forecast');

export interface ForecastMaterial {
  readonly first: InventorySlot;
  readonly slots: readonly InventorySlot[];
  readonly archived: readonly InventorySlot[];
  readonly flights: Flights;
  readonly countries: Countries;
}

/** What forecasts are requested for; missing if the service offers none. */
export const material = forecast.declares<ForecastMaterial>('forecast.material');

/** The forecast for the same three weeks of every chosen slot. */
export const askedUsual = forecast.declares<readonly Asked[]>('forecast.asked-usual');

/** Those of them that were served. */
export const servedUsual = forecast.declares<readonly Asked[]>('forecast.served-usual');

export const askedOfArchived = forecast.declares<readonly Asked[]>('forecast.asked-of-archived');
export const askedInEveryKind = forecast.declares<readonly Asked[]>('forecast.asked-in-every-kind');
export const asked = forecast.declares<readonly Asked[]>('forecast.asked');

/** The answers with a forecast that is a JSON object. */
export const forecasts = forecast.declares<readonly Asked[]>('forecast.forecasts');

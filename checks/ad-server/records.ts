import type { Reply } from '../../src/http/reply.ts';
import type { Countries, Flights } from './values/flights-and-countries.ts';
import type { Wire } from '../../src/engine/wire.ts';
import type { Walk } from './readers/inventory-summary.ts';
import type { InventorySlot } from '../../src/schema/generated/types.ts';
import type { Asked } from './readers/forecast-answers.ts';
import { contract } from '../../src/engine/node.ts';

/**
 * The order in which the ad server is asked. New orders that must be refused leave nothing behind, so they are sent
 * beside repeats and updates. Traffic of one phase shares no orders.
 */
export const adServer = contract('ad-server', {
  forecast: 'at once',
  book: { after: 'forecast' },
  read: 'at once',
  report: 'after bookings',
  repeat: 'after bookings',
  update: 'after bookings',
  'report again': 'after bookings',
  refuse: { after: 'book' },
  // They create nothing and their answers do not depend on bookings, so they fill the gaps between these.
  'refuse forecasts': 'at once',
  race: 'after everything',
  break: 'after bookings',
  'read again': 'after everything',
  'lock out': 'after everything',
});

export const connection = adServer.module('connection', 'Connection');

/** Missing if the service does not answer or refuses the key: then nothing more is sent. */
export const access = connection.declares<unknown>('connection.access');

/** The first answers to `GET /health`, if each is 200. */
export const healthAnswers = connection.declares<readonly Reply[]>('connection.health-answers');

/** What `GET /inventory?limit=1` answers once transient trouble is over. */
export const inventoryReply = connection.declares<Reply>('connection.inventory-reply');

export const health = adServer.module('health', 'Account context');

export const forecastFlag = health.declares<boolean>('health.forecast-flag');
export const flights = health.declares<Flights>('health.flights');

export const countries = health.declares<Countries>('health.countries');

export const inventory = adServer.module('inventory', 'Inventory');

export interface SizedWalk {
  readonly walk: Walk;
  readonly limit?: number | undefined;
  readonly size: string;
}

/** The list as far as it could be read: at least one valid page. */
export const listed = inventory.declares<Walk>('inventory.listed');

export const rereading = inventory.declares<{ readonly readAgain: (http: Wire) => Promise<Walk> }>(
  'inventory.rereading',
);

/** All walks. If the whole list could not be read, only those that do not depend on it. */
export const walks = inventory.declares<readonly SizedWalk[]>('inventory.walks');

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

export const askedUsual = forecast.declares<readonly Asked[]>('forecast.asked-usual');

export const servedUsual = forecast.declares<readonly Asked[]>('forecast.served-usual');

export const askedOfArchived = forecast.declares<readonly Asked[]>('forecast.asked-of-archived');
export const askedInEveryKind = forecast.declares<readonly Asked[]>('forecast.asked-in-every-kind');
export const asked = forecast.declares<readonly Asked[]>('forecast.asked');

/** The answers with a forecast that is a JSON object. */
export const forecasts = forecast.declares<readonly Asked[]>('forecast.forecasts');

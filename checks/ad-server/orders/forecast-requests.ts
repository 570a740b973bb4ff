import type { Flight } from '../../../src/contract/flight-date.ts';
import { askForecast, excuseGoneForecasts } from '../desk/forecasts.ts';
import { asked } from '../forecast/records.ts';
import { flights } from '../health/records.ts';
import { rereading } from '../inventory/records.ts';
import type { LineItem } from '../values/request-bodies.ts';
import { basic, created, kinds, orders } from './records.ts';

/** The forecast of a booked slot, for the booked days and for a week from today, and all forecasts from before. */
export const ofBooked = orders.traffic(
  {
    id: 'orders.forecast-of-booked',
    phase: 'book',
    uses: { asked, basic, rereading, flights },
    mayUse: { second: kinds.image, lines: kinds.severalLines },
    ifThere: { created },
    sends: { forecast: 2, inventory: 0 },
  },
  async ({ http, asked, basic: { request: order }, rereading: { readAgain }, flights: { fromToday } }) => {
    const ask = ({ inventory_id }: LineItem, flight: Flight) => askForecast(http, { inventory_id, flight });
    const lines = order.line_items.slice(0, 1);
    const sent = await Promise.all(lines.map((line) => ask(line, line.flight)));
    const today = await Promise.all(lines.map((line) => ask(line, fromToday)));
    return { before: asked, now: await excuseGoneForecasts(http, readAgain, sent), today };
  },
);

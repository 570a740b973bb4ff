import { daysOf, laterBy, type Flight } from '../../../src/contract/flight-date.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isServed } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { isObject } from '../../json.ts';
import { askAs, controlForecast, controlPromised, excuseGoneForecasts } from '../desk/forecasts.ts';
import {
  belowPart,
  belowUntargeted,
  isEmptyDay,
  isFarBelow,
  isForecastRefused,
  isTaken,
  usualOf,
  type Asked,
  type Pair,
} from '../readers/forecast-answers.ts';
import { permitTooShort } from '../desk/named-causes.ts';
import { otherFlights } from '../values/flights.ts';
import { unlike } from '../values/slots-of-other-kinds.ts';
import { spread } from '../values/spread.ts';
import { countries, flights, forecastFlag } from '../health/records.ts';
import { listed, rereading } from '../inventory/records.ts';
import {
  asked,
  askedInEveryKind,
  askedOfArchived,
  askedUsual,
  forecast,
  forecasts,
  material,
  servedUsual,
} from './records.ts';

// Requests valid forecasts of many slots, and all forecasts again that contradict others.

/** If one slot in nine is odd, 14 include one in four runs of five; slots of rare kinds are added. */
const SLOTS = 14;
const TRIED_AGAIN = 6;

const offered = forecast.record(
  { id: 'forecast.offered', of: { forecastFlag }, conditional: true },
  ({ forecastFlag }) => {
    if (!forecastFlag) notApplicable('The service says `forecast: false`: the client asks for no forecast.');
  },
);

forecast.record(
  { makes: material, of: { offered, listed, flights, countries } },
  ({ listed: { first: page, bookable, archived, wanted }, flights, countries }) => {
    // Stated slots come first, since they are the ones that get booked.
    const stated = [...wanted.values()]
      .filter(({ status, sizes }) => status !== 'archived' && sizes.length > 0)
      .slice(0, SLOTS);
    const others = bookable.filter((slot) => !wanted.has(slot.inventory_id));
    const [first] = [...stated, ...others];
    if (first === undefined)
      inconclusive('The inventory lists no active slot with a size, so there is none to forecast.', page);
    return {
      first,
      slots: [...new Set([...stated, ...spread(others, SLOTS - stated.length), ...unlike(first, others)])],
      archived: archived.filter((_, index) => index === 0 || index === archived.length - 1),
      flights,
      countries,
    };
  },
);

/** The same three weeks for every slot: bookings rest on these. If all are refused, other days are tried. */
forecast.traffic(
  { makes: askedUsual, phase: 'forecast', uses: { material }, sends: { forecast: SLOTS } },
  async ({ http, material: { slots, flights } }) => {
    const askFor = (flight: Flight, some: readonly InventorySlot[]) =>
      Promise.all(some.map((slot) => askAs(http, 'usual', slot, { flight })));
    const usual = await askFor(flights.usual, slots);
    if (!usual.every(isForecastRefused)) return usual;
    for (const flight of otherFlights(flights))
      if ((await askFor(flight, slots.slice(0, TRIED_AGAIN))).some(isTaken)) return askFor(flight, slots);
    return usual;
  },
);

forecast.record({ makes: servedUsual, of: { usual: askedUsual } }, ({ usual }) =>
  usual.filter(({ reply }) => isServed(reply)),
);

/** If all are refused for their values, looks for optional members with which a forecast is accepted. */
export const takenWithMore = forecast.traffic(
  { id: 'forecast.taken-with-more', phase: 'forecast', uses: { material, usual: askedUsual }, sends: { forecast: 0 } },
  async ({ http, material: { first, flights, countries }, usual }) => {
    const [plain] = usual;
    if (plain === undefined || !usual.every(isForecastRefused)) return null;
    const { sizes } = first;
    const targets = countries.slice(0, 4).map((country) => ({ targeting: { geo: [country] } }));
    for (const more of [{ sizes }, ...targets, ...targets.map((target) => ({ ...target, sizes }))]) {
      const asked = await askAs(http, 'sizes', first, { flight: flights.usual, ...more });
      if (!isTaken(asked)) continue;
      await controlForecast(http, plain, [asked.request]);
      return asked;
    }
    return null;
  },
);

forecast.traffic(
  { makes: askedOfArchived, phase: 'forecast', uses: { material }, sends: { forecast: 2 } },
  ({ http, material: { archived, flights } }) =>
    Promise.all(archived.map((slot) => askAs(http, 'archived', slot, { flight: flights.usual }))),
);

forecast.traffic(
  {
    makes: asked,
    phase: 'forecast',
    uses: { usual: askedUsual, askedOfArchived, askedInEveryKind, rereading },
    sends: { forecast: 0, inventory: 0 },
  },
  async ({ http, usual, askedOfArchived, askedInEveryKind, rereading: { readAgain } }) => {
    for (const one of askedInEveryKind) if (one.kind !== 'one-day') await controlPromised(http, one);
    const all: readonly Asked[] = [...usual, ...askedOfArchived, ...askedInEveryKind];
    return excuseGoneForecasts(http, readAgain, all);
  },
);

export const served = forecast.record({ id: 'forecast.served', of: { asked }, conditional: true }, ({ asked }) => {
  const served = asked.filter(({ reply }) => isServed(reply));
  if (served.length === 0) notApplicable('No slot that was tried can be forecast.');
  return served;
});

forecast.record({ makes: forecasts, of: { served } }, ({ served }) => {
  const forecasts = served.filter(({ reply }) => reply.json.ok && isObject(reply.json.value));
  if (forecasts.length === 0) inconclusive('No answer is a JSON object.', ...served.map(({ reply }) => reply));
  return forecasts;
});

export const oneDays = forecast.traffic(
  { id: 'forecast.one-days', phase: 'forecast', uses: { asked, forecasts }, sends: { forecast: 0 } },
  async ({ http, asked, forecasts }) => {
    const day = asked.find(({ kind, request: { flight } }) => kind === 'one-day' && daysOf(flight) === 1);
    if (day === undefined || !(isForecastRefused(day) || isEmptyDay(day, forecasts))) return { day, each: [] };
    const each = await eachDay(http, day, usualOf(asked, day) ?? day);
    if (each.every(isForecastRefused) && !permitTooShort(day.reply)) await controlPromised(http, day);
    return { day, each };
  },
);

/** Some slots, such as those of a newsletter, have no impressions or no forecast on most days. */
function eachDay(http: Wire, day: Asked, { request: { flight } }: Asked): Promise<Asked[]> {
  return Promise.all(
    Array.from({ length: daysOf(flight) }, async (_, after) => {
      const date = laterBy(flight.start_date, after);
      const request = { ...day.request, flight: { start_date: date, end_date: date } };
      return { ...day, request, reply: await http.forecast({ json: request }) };
    }),
  );
}

/** If the first is far below the second, each is requested four times: some services estimate anew each time. */
export interface Comparison {
  readonly low: readonly [Asked, ...Asked[]];
  readonly high: readonly [Asked, ...Asked[]];
}

export function staysFarBelow({ low, high }: Comparison): boolean {
  return low.every((one) => high.every((other) => isFarBelow(one, other)));
}

export const comparisons = forecast.traffic(
  { id: 'forecast.comparisons', phase: 'forecast', uses: { forecasts }, sends: { forecast: 0 } },
  async ({ http, forecasts }) => ({
    withUntargeted: await compare(http, belowUntargeted(forecasts)),
    withParts: await compare(http, belowPart(forecasts)),
  }),
);

/** Stops at the first confirmed contradiction. */
async function compare(http: Wire, pairs: readonly Pair[]): Promise<readonly Comparison[]> {
  const askAgain = async (one: Asked) => ({ ...one, reply: await http.forecast({ json: one.request }) });
  const compared: Comparison[] = [];
  for (const [low, high] of pairs) {
    let seen: Comparison = { low: [low], high: [high] };
    while (seen.low.length < 4 && staysFarBelow(seen))
      seen = { low: [...seen.low, await askAgain(low)], high: [...seen.high, await askAgain(high)] };
    compared.push(seen);
    if (staysFarBelow(seen)) break;
  }
  return compared;
}

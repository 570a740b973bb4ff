import { daysOf, laterBy, type Flight } from '../../../src/contract/flight-date.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isServed } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { isObject } from '../../json.ts';
import { controlForecast, controlPromised, excuseGoneForecasts } from '../desk/forecasts.ts';
import {
  belowPart,
  belowUntargeted,
  isEmptyDay,
  isFarBelow,
  isForecastRefused,
  isTaken,
  usualOf,
  type Asked,
  type ForecastKind,
  type Pair,
} from '../readers/forecast-answers.ts';
import { otherFlights } from '../values/flights.ts';
import { unlike } from '../values/slots-of-other-kinds.ts';
import type { ForecastRequest } from '../values/request-bodies.ts';
import { spread } from '../values/spread.ts';
import { countries, flights, forecastFlag } from '../health/records.ts';
import { listed, rereading } from '../inventory/records.ts';
import { askedOfArchived, forecast, material, askedUsual, asked, forecasts, type ForecastMaterial } from './records.ts';

// Requests valid forecasts: which slots, which days, which optional members; again if they contradict others.

/** If one slot in nine is odd, 14 include one in four runs of five; slots of rare kinds are added. */
const SLOTS = 14;
const TRIED_AGAIN = 6;
/** Flights of more than a month and of a quarter: sums over many days go wrong or are cut off. */
const LONG_FLIGHTS = [45, 90];

const offered = forecast.record({ id: 'forecast.offered', of: { forecastFlag } }, ({ forecastFlag }) => {
  if (!forecastFlag) notApplicable('The service says `forecast: false`: the client asks for no forecast.');
});

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

async function ask(
  http: Wire,
  kind: ForecastKind,
  slot: InventorySlot,
  about: Omit<ForecastRequest, 'inventory_id'>,
): Promise<Asked> {
  const request = { inventory_id: slot.inventory_id, ...about };
  return { kind, slot, request, reply: await http.forecast({ json: request }) };
}

/** The same three weeks for every slot: bookings rest on these. If all are refused, other days are tried. */
forecast.traffic(
  { makes: askedUsual, phase: 'read', uses: { material }, sends: { forecast: SLOTS } },
  async ({ http, material: { slots, flights } }) => {
    const askFor = (flight: Flight, some: readonly InventorySlot[]) =>
      Promise.all(some.map((slot) => ask(http, 'usual', slot, { flight })));
    const usual = await askFor(flights.usual, slots);
    if (!usual.every(isForecastRefused)) return usual;
    for (const flight of otherFlights(flights))
      if ((await askFor(flight, slots.slice(0, TRIED_AGAIN))).some(isTaken)) return askFor(flight, slots);
    return usual;
  },
);

/** If all are refused for their values, looks for optional members with which a forecast is accepted. */
export const takenWithMore = forecast.traffic(
  { id: 'forecast.taken-with-more', phase: 'read', uses: { material, usual: askedUsual }, sends: { forecast: 0 } },
  async ({ http, material: { first, flights, countries }, usual }) => {
    const [plain] = usual;
    if (plain === undefined || !usual.every(isForecastRefused)) return null;
    const { sizes } = first;
    const targets = countries.slice(0, 4).map((country) => ({ targeting: { geo: [country] } }));
    for (const more of [{ sizes }, ...targets, ...targets.map((target) => ({ ...target, sizes }))]) {
      const asked = await ask(http, 'sizes', first, { flight: flights.usual, ...more });
      if (!isTaken(asked)) continue;
      await controlForecast(http, plain, [asked.request]);
      return asked;
    }
    return null;
  },
);

forecast.traffic(
  { makes: askedOfArchived, phase: 'read', uses: { material }, sends: { forecast: 2 } },
  ({ http, material: { archived, flights } }) =>
    Promise.all(archived.map((slot) => ask(http, 'archived', slot, { flight: flights.usual }))),
);

const askedInEveryKind = forecast.traffic(
  { id: 'forecast.asked-in-every-kind', phase: 'read', uses: { material, usual: askedUsual }, sends: { forecast: 12 } },
  async ({ http, material, usual }) => {
    const served = usual.filter(({ reply }) => isServed(reply));
    const [one, other = one] = served;
    const askFor =
      ({ slot, request }: Asked): AskFor =>
      (kind, more) =>
        ask(http, kind, slot, { ...request, ...more });
    const geo = material.countries.slice(0, 1);
    const asked = await Promise.all([
      ...(one && other ? inEveryKind([one.slot, askFor(one)], [other.slot, askFor(other)], material) : []),
      ...usual
        .filter(({ reply }) => reply.status === 501)
        .slice(0, 1)
        .map((none) => askFor(none)('unsupported', { targeting: { geo }, sizes: none.slot.sizes.slice(0, 1) })),
      ...served.slice(-1).map((last) => askFor(last)('again', {})),
    ]);
    return asked.flat();
  },
);

type AskFor = (kind: ForecastKind, more: Partial<ForecastRequest>) => Promise<Asked>;

function inEveryKind(
  [slot, ofOne]: readonly [InventorySlot, AskFor],
  [{ sizes }, ofOther]: readonly [InventorySlot, AskFor],
  { flights, countries }: ForecastMaterial,
): Promise<Asked | Asked[]>[] {
  const geo = inSomeCountry(ofOne, countries);
  return [
    ofOne('one-day', { flight: flights.oneDay }),
    ofOne('month', { flight: flights.month, sizes: slot.sizes }),
    ofOne('sizes', { sizes: slot.sizes.slice(0, 1) }),
    ofOne('empty-targeting', { targeting: {} }),
    ofOne('empty-geo', { targeting: { geo: [] } }),
    geo,
    ofOne('countries', { targeting: { geo: countries.slice(0, 2) } }),
    ofOther('empty-sizes', { sizes: [] }),
    ...LONG_FLIGHTS.map((days) => ofOther('long', { flight: flights.long(days) })),
    geo.then(async (taken) => {
      // One slot that accepts no country does not stand for all slots.
      const again = isForecastRefused(taken) ? [await inSomeCountry(ofOther, countries)] : [];
      const [{ targeting } = {}] = [taken, ...again].filter(isTaken).map(({ request }) => request);
      return [...again, await ofOther('month', { flight: flights.wholeMonth, ...(targeting && { targeting }), sizes })];
    }),
  ];
}

/** A publisher need not serve every country; the first accepted one is enough. */
async function inSomeCountry(askFor: AskFor, [first, ...others]: ForecastMaterial['countries']): Promise<Asked> {
  const askIn = (country: string) => askFor('geo', { targeting: { geo: [country] } });
  let last = await askIn(first);
  for (const country of others) if (isForecastRefused(last)) last = await askIn(country);
  return last;
}

forecast.traffic(
  {
    makes: asked,
    phase: 'read',
    uses: { usual: askedUsual, askedOfArchived, askedInEveryKind, rereading },
    sends: { forecast: 0, inventory: 0 },
  },
  async ({ http, usual, askedOfArchived, askedInEveryKind, rereading: { readAgain } }) => {
    for (const one of askedInEveryKind) if (one.kind !== 'one-day') await controlPromised(http, one);
    const all: readonly Asked[] = [...usual, ...askedOfArchived, ...askedInEveryKind];
    return excuseGoneForecasts(http, readAgain, all);
  },
);

export const served = forecast.record({ id: 'forecast.served', of: { asked } }, ({ asked }) => {
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
  { id: 'forecast.one-days', phase: 'read', uses: { asked, forecasts }, sends: { forecast: 0 } },
  async ({ http, asked, forecasts }) => {
    const day = asked.find(({ kind }) => kind === 'one-day');
    if (day === undefined || !(isForecastRefused(day) || isEmptyDay(day, forecasts))) return { day, each: [] };
    const each = await eachDay(http, day, usualOf(asked, day) ?? day);
    if (each.every(isForecastRefused)) await controlPromised(http, day);
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
  { id: 'forecast.comparisons', phase: 'read', uses: { forecasts }, sends: { forecast: 0 } },
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

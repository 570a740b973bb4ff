import { daysOf, laterBy, type Flight } from '../../../src/contract/flight-date.ts';
import { because } from '../../../src/engine/expect.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import { expectUsableSlots } from '../readers/inventory-summary.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isServed } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { isObject } from '../../json.ts';
import { askAs, controlForecast, controlPromised, excuseGoneForecasts, askForecast } from '../desk/forecasts.ts';
import {
  belowPart,
  belowUntargeted,
  isEmptyDay,
  isFarBelow,
  isForecastBroken,
  neverForecast,
  isForecastRefused,
  isNoneServed,
  isTaken,
  usualOf,
  type Asked,
  type Pair,
  type Forecast,
  type ForecastKind,
} from '../readers/forecast-answers.ts';
import { permitTooShort } from '../desk/desk.ts';
import { otherFlights, type Flights } from '../values/flights-and-countries.ts';
import { unlike, spread } from '../values/choice.ts';
import {
  countries,
  flights,
  forecastFlag,
  listed,
  rereading,
  asked,
  askedInEveryKind,
  askedOfArchived,
  askedUsual,
  forecast,
  forecasts,
  material,
  servedUsual,
  type ForecastMaterial,
} from '../records.ts';
import type { ForecastRequest } from '../values/request-bodies.ts';

/** Of slots of which one in nine is odd, 14 include an odd one in four runs of five. Rare kinds are added. */
const SLOTS = 14;
const TRIED_AGAIN = 6;

const offered = forecast.record(
  { id: 'forecast.offered', of: { forecastFlag }, conditional: true },
  ({ forecastFlag }) => {
    if (!forecastFlag) notApplicable('The service says `forecast: false`: the client asks for no forecast.');
  },
);

forecast.record({ makes: material, of: { offered, listed, flights, countries } }, ({ listed, flights, countries }) => {
  const { first: page, bookable, archived, wanted } = listed;
  // Stated slots come first: they are booked.
  const stated = [...wanted.values()]
    .filter(({ status, sizes }) => status !== 'archived' && sizes.length > 0)
    .slice(0, SLOTS);
  const others = bookable.filter((slot) => !wanted.has(slot.inventory_id));
  const [first] = [...stated, ...others];
  if (first === undefined) {
    expectUsableSlots(listed);
    inconclusive('The inventory lists no active slot with a size, so there is none to forecast.', page);
  }
  return {
    first,
    slots: [...new Set([...stated, ...spread(others, SLOTS - stated.length), ...unlike(first, others)])],
    archived: archived.filter((_, index) => index === 0 || index === archived.length - 1),
    flights,
    countries,
  };
});

/** The same three weeks for every slot: bookings rest on these. If all are refused, other days are tried. */
const askedPlainly = forecast.traffic(
  { id: 'forecast.asked-plainly', phase: 'forecast', uses: { material }, sends: { forecast: SLOTS } },
  async ({ http, material: { slots, flights } }) => {
    const askFor = (flight: Flight, some: readonly InventorySlot[]) =>
      Promise.all(some.map((slot) => askAs(http, 'usual', slot, { flight })));
    const usual = await askFor(flights.usual, slots);
    if (!isNoneServed(usual)) return usual;
    const refused = usual.filter(isForecastRefused).map(({ slot }) => slot);
    for (const flight of otherFlights(flights))
      if ((await askFor(flight, refused.slice(0, TRIED_AGAIN))).some(isTaken)) return askFor(flight, slots);
    return usual;
  },
);

type Members = Pick<ForecastRequest, 'targeting' | 'sizes'>;

export interface TakenWithMore {
  readonly plain: Asked;
  readonly taken: Asked;
  readonly more: Members;
}

/** If every plain request is refused: one with optional members that is not. */
export const takenWithMore = forecast.traffic(
  { id: 'forecast.taken-with-more', phase: 'forecast', uses: { material, askedPlainly }, sends: { forecast: 0 } },
  async ({ http, material: { first, flights, countries }, askedPlainly }): Promise<TakenWithMore | null> => {
    const [plain] = askedPlainly;
    const isRefused = (one: Asked) => isForecastRefused(one) || one.reply.status === 400 || isForecastBroken(one.reply);
    if (plain === undefined || !askedPlainly.every(isRefused)) return null;
    const { sizes } = first;
    const targets = countries.slice(0, 4).map((country): Members => ({ targeting: { geo: [country] } }));
    for (const more of [{ sizes }, ...targets, ...targets.map((target) => ({ ...target, sizes }))]) {
      const taken = await askAs(http, 'sizes', first, { flight: flights.usual, ...more });
      if (!isTaken(taken)) continue;
      await controlForecast(http, plain, [taken.request]);
      return { plain, taken, more };
    }
    return null;
  },
);

forecast.traffic(
  { makes: askedUsual, phase: 'forecast', uses: { material, askedPlainly, takenWithMore }, sends: { forecast: 0 } },
  async ({ http, material: { slots, flights }, askedPlainly, takenWithMore }) => {
    if (takenWithMore === null || takenWithMore.plain.reply.excuse !== undefined) return askedPlainly;
    return Promise.all(slots.map((slot) => askAs(http, 'usual', slot, about(slot, flights, takenWithMore))));
  },
);

/** What is asked about every slot: the usual flight, and what the service demands besides. */
function about(slot: InventorySlot, { usual: flight }: Flights, demanded: TakenWithMore | null) {
  const { targeting, sizes } = demanded?.more ?? {};
  return { flight, ...(targeting && { targeting }), ...(sizes && { sizes: slot.sizes }) };
}

forecast.record({ makes: servedUsual, of: { usual: askedUsual } }, ({ usual }) =>
  usual.filter(({ reply }) => isServed(reply)),
);

forecast.traffic(
  { makes: askedOfArchived, phase: 'forecast', uses: { material, takenWithMore }, sends: { forecast: 2 } },
  ({ http, material: { archived, flights }, takenWithMore }) =>
    Promise.all(archived.map((slot) => askAs(http, 'archived', slot, about(slot, flights, takenWithMore)))),
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
  const refused = asked.find(isForecastRefused);
  if (refused !== undefined && isNoneServed(asked))
    inconclusive(because('No forecast was served, and some were refused', refused.reply), refused.reply);
  if (served.length === 0 && neverForecast(asked) === null) inconclusive('No forecast was served.');
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

/** As long as the first is far below the second, both are requested again, up to four times: estimates vary. */
interface Comparison {
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

// Forecasts with each optional member and with other flights, of slots of all formats; then with several of these at once.

/** More than two may be refused. */
const SEVERAL_COUNTRIES = 4;

forecast.traffic(
  {
    makes: askedInEveryKind,
    phase: 'forecast',
    uses: { material, usual: askedUsual, servedUsual },
    sends: { forecast: 11 },
  },
  async ({ http, material, usual, servedUsual }) => {
    const ask: Ask = (like, kind, more = {}) => askAs(http, kind, like.slot, { ...like.request, ...more });
    const places = oneOfEachFormatFirst(servedUsual);
    const [first, second = first, third = first] = places;
    const sized = places.slice(0, 4).findLast(({ slot }) => slot.sizes.length > 1) ?? first;
    const none = usual.find(({ reply }) => reply.status === 501);
    const geo = material.countries.slice(0, 1);
    const asked = await Promise.all([
      ...(first && second && third && sized ? inEveryKind(ask, { first, second, third, sized }, material) : []),
      ...(none ? [ask(none, 'unsupported', { targeting: { geo }, sizes: none.slot.sizes.slice(0, 1) })] : []),
      ...places.slice(-1).map((last) => ask(last, 'again')),
    ]);
    return asked.flat();
  },
);

export const fromToday = forecast.traffic(
  { id: 'forecast.from-today', phase: 'forecast', uses: { material, servedUsual }, sends: { forecast: 0 } },
  ({ http, material: { flights }, servedUsual: [like] }): Promise<Forecast> | null =>
    like === undefined || !flights.isOtherDayInUtc
      ? null
      : askForecast(http, { ...like.request, flight: flights.fromToday }),
);

type Ask = (like: Asked, kind: ForecastKind, more?: Partial<ForecastRequest>) => Promise<Asked>;

/** Slots of rare formats are where services fail. */
function oneOfEachFormatFirst(asked: readonly Asked[]): readonly Asked[] {
  const byFormat = new Map(asked.toReversed().map((one) => [one.slot.format, one] as const));
  const firsts = asked.filter((one) => byFormat.get(one.slot.format) === one);
  return [...new Set([...firsts, ...asked])];
}

function inEveryKind(
  ask: Ask,
  { first, second, third, sized }: Readonly<Record<'first' | 'second' | 'third' | 'sized', Asked>>,
  { flights, countries }: ForecastMaterial,
): Promise<Asked | Asked[]>[] {
  const lastSize = sized.slot.sizes.slice(-1);
  const among = (from: number, to: number) => ({ targeting: { geo: countries.slice(from, to) } });
  const askInSomeCountry = async (like: Asked) => {
    let last = await ask(like, 'geo', among(0, 1));
    for (const country of countries.slice(1))
      if (isForecastRefused(last)) last = await ask(like, 'geo', { targeting: { geo: [country] } });
    return last;
  };
  const inCountry = askInSomeCountry(first);
  const inTwo = ask(first, 'countries', among(0, 2));
  const withSizes = ask(sized, 'sizes', { sizes: lastSize });
  const oneDay = { flight: flights.shortest };
  const dayInCountry = ask(second, 'combined', { ...oneDay, ...among(0, 1), sizes: second.slot.sizes.slice(-1) });
  const combined = async () => {
    const [one, two] = await Promise.all([inCountry, inTwo]);
    // One slot that accepts no country does not stand for all slots, so another is tried.
    const again = isForecastRefused(one) ? [await askInSomeCountry(third)] : [];
    const targeting = [one, ...again].find(isTaken)?.request.targeting;
    const where = (from: number, to: number) => targeting && (isTaken(two) ? among(from, to) : { targeting });
    const last = await Promise.all([
      ask(third, 'month', { flight: flights.wholeMonth, ...where(1, 2), sizes: third.slot.sizes }),
      ask(first, 'combined', { ...where(0, SEVERAL_COUNTRIES), sizes: first.slot.sizes }),
    ]);
    return [...again, ...last];
  };
  return [
    ask(second, 'empty-targeting', { targeting: {} }),
    ask(sized, 'long', { flight: flights.long, sizes: sized.slot.sizes }),
    withSizes,
    withSizes.then((one) =>
      ask(sized, 'empty-geo', { targeting: { geo: [] }, ...(isTaken(one) && { sizes: lastSize }) }),
    ),
    // In a country first: a cache that ignores countries would answer it with the worldwide forecast.
    dayInCountry,
    dayInCountry.then(() => ask(second, 'one-day', oneDay)),
    inCountry,
    inTwo,
    combined(),
  ];
}

import type { Flight } from '../../../src/contract/flight-date.ts';
import type { ValueOf } from '../../../src/engine/node.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isServed } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { isObject } from '../../json.ts';
import { controlForecast, controlPromised, excuseGoneForecasts } from '../desk/forecasts.ts';
import { isForecastRefused, isTaken, type Asked, type ForecastKind } from '../readers/forecast-answers.ts';
import { otherFlights } from '../values/flights.ts';
import { unlike } from '../values/odd-slots.ts';
import type { ForecastRequest } from '../values/requests.ts';
import { evenly, spread } from '../values/spread.ts';
import { countries, flights, forecastFlag } from '../health/records.ts';
import { listed, rereading } from '../inventory/records.ts';
import { askedOfArchived, forecast, material, askedUsual, asked, forecasts } from './records.ts';

/** So many slots are asked about before anything is booked on one of them, and one of each format besides. */
const SLOTS = 18;
const FORMATS = 4;
/**
 * So many in all, spread over the inventory: services break a rule on the odd ones. Of one odd slot in seventeen some
 * sixty find one in all but a few runs, and while bookings wait for each other, they take no time of their own; more
 * would be a burden to a service that computes each forecast, or counts requests by the minute.
 */
const SLOTS_IN_ALL = 54;
const TRIED_AGAIN = 6;
/** So many of those that can be forecast are asked about in every kind. */
const IN_EVERY_KIND = 2;
const KINDS_BESIDES = 7;
/** Flights of more than a month, and of a quarter: sums over many days go wrong, or are cut off. */
const LONG = [45, 90];

const offered = forecast.record({ id: 'forecast.offered', of: { forecastFlag } }, ({ forecastFlag }) => {
  if (!forecastFlag) notApplicable('The service says `forecast: false`: the client asks for no forecast.');
});

forecast.record(
  { makes: material, of: { offered, listed, flights, countries } },
  ({ listed: { first: page, bookable, archived, wanted }, flights, countries }) => {
    // The slots that the publisher states come first: what is booked rests on these.
    const stated = [...wanted.values()].filter(({ status, sizes }) => status !== 'archived' && sizes.length > 0);
    const sample = spread(bookable, SLOTS).filter((slot) => !wanted.has(slot.inventory_id));
    const slots = withEveryFormat([...stated, ...sample].slice(0, SLOTS), bookable);
    const [first] = slots;
    if (first === undefined)
      inconclusive('The inventory lists no active slot with a size to ask a forecast for.', page);
    const left = bookable.filter((slot) => !slots.includes(slot) && !wanted.has(slot.inventory_id));
    const odd = unlike(first, left);
    const rest = left.filter((slot) => !odd.includes(slot));
    return {
      first,
      slots,
      others: [...odd, ...evenly(rest, SLOTS_IN_ALL - slots.length - odd.length)],
      archived: archived.filter((_, index) => index === 0 || index === archived.length - 1),
      flights,
      countries,
    };
  },
);

/** What cannot be forecast often is so for its format. */
function withEveryFormat(slots: readonly InventorySlot[], all: readonly InventorySlot[]): InventorySlot[] {
  const formats = new Map(all.map((slot) => [slot.format, slot] as const));
  for (const { format } of slots) formats.delete(format);
  return [...slots, ...[...formats.values()].slice(0, FORMATS)];
}

async function ask(http: Wire, kind: ForecastKind, slot: InventorySlot, request: ForecastRequest): Promise<Asked> {
  return { kind, slot, request, reply: await http.forecast({ json: request }) };
}

/** The same three weeks of every slot: what is booked rests on these. If a business rule refuses all, other days. */
forecast.traffic(
  { makes: askedUsual, phase: 'read', uses: { material }, sends: { forecast: SLOTS } },
  async ({ http, material: { slots, flights } }) => {
    const askFor = (flight: Flight, some: readonly InventorySlot[]) =>
      Promise.all(some.map((slot) => ask(http, 'usual', slot, { inventory_id: slot.inventory_id, flight })));
    const usual = await askFor(flights.usual, slots);
    if (!usual.every(isForecastRefused)) return usual;
    for (const flight of otherFlights(flights))
      if ((await askFor(flight, slots.slice(0, TRIED_AGAIN))).some(isTaken)) return askFor(flight, slots);
    return usual;
  },
);

/** Where all are refused for their values: one with optional members that is taken, if there is any. */
export const takenWithMore = forecast.traffic(
  { id: 'forecast.taken-with-more', phase: 'read', uses: { material, usual: askedUsual }, sends: { forecast: 0 } },
  async ({ http, material: { first, flights, countries }, usual }) => {
    const [plain] = usual;
    if (plain === undefined || !usual.every(isForecastRefused)) return null;
    const { sizes } = first;
    const targets = countries.slice(0, 4).map((country) => ({ targeting: { geo: [country] } }));
    for (const more of [{ sizes }, ...targets, ...targets.map((target) => ({ ...target, sizes }))]) {
      const request = { inventory_id: first.inventory_id, flight: flights.usual, ...more };
      const asked = await ask(http, 'sizes', first, request);
      if (!isTaken(asked)) continue;
      await controlForecast(http, plain, [request]);
      return asked;
    }
    return null;
  },
);

/** The same of more slots, which no booking waits for; what goes wrong for every slot need not be seen on more. */
const askedOfOthers = forecast.traffic(
  {
    id: 'forecast.asked-of-others',
    phase: 'read',
    uses: { material, usual: askedUsual },
    sends: { forecast: SLOTS_IN_ALL - SLOTS },
  },
  async ({ http, material: { others }, usual }) => {
    const like = usual.find(isTaken) ?? usual.find(isForecastRefused);
    if (like === undefined) return [];
    return Promise.all(
      others.map((slot) => ask(http, 'usual', slot, { ...like.request, inventory_id: slot.inventory_id })),
    );
  },
);

forecast.traffic(
  { makes: askedOfArchived, phase: 'read', uses: { material }, sends: { forecast: 2 } },
  ({ http, material: { archived, flights } }) =>
    Promise.all(
      archived.map((slot) => ask(http, 'archived', slot, { inventory_id: slot.inventory_id, flight: flights.usual })),
    ),
);

/** Slots that can be forecast, in every kind of request; one that cannot be, with all members. */
const askedInEveryKind = forecast.traffic(
  {
    id: 'forecast.asked-in-every-kind',
    phase: 'read',
    uses: { material, usual: askedUsual },
    sends: { forecast: IN_EVERY_KIND * (KINDS_BESIDES + 1) },
  },
  async ({ http, material, usual }) => {
    const served = usual.filter(({ reply }) => isServed(reply));
    const none = usual.find(({ reply }) => reply.status === 501);
    const asked = await Promise.all([
      ...served.slice(0, IN_EVERY_KIND).map((one, index) => inEveryKind(http, one, index > 0, material)),
      ...(none === undefined ? [] : [withAllMembers(http, none, material)]),
      askAgain(http, served.slice(-IN_EVERY_KIND)),
    ]);
    return asked.flat();
  },
);

type Material = ValueOf<typeof material>;

async function inEveryKind(
  http: Wire,
  { slot, request }: Asked,
  isSecond: boolean,
  { flights, countries }: Material,
): Promise<Asked[]> {
  const { sizes } = slot;
  const askFor = (kind: ForecastKind, more: Partial<ForecastRequest>) => ask(http, kind, slot, { ...request, ...more });
  const inOne = inSomeCountry((country) => askFor('geo', { targeting: { geo: [country] } }), countries);
  return Promise.all([
    askFor('one-day', { flight: flights.oneDay }),
    isSecond
      ? // With all members at once, if a country is taken by itself.
        inOne.then((one) => {
          const { targeting } = isTaken(one) ? one.request : request;
          return askFor('month', { flight: flights.wholeMonth, ...(targeting && { targeting }), sizes });
        })
      : askFor('month', { flight: flights.month, sizes }),
    isSecond ? askFor('empty-sizes', { sizes: [] }) : askFor('sizes', { sizes: sizes.slice(0, 1) }),
    ...(isSecond
      ? LONG.map((days) => askFor('long', { flight: flights.long(days) }))
      : [askFor('empty-targeting', { targeting: {} }), askFor('empty-geo', { targeting: { geo: [] } })]),
    inOne,
    askFor('countries', { targeting: { geo: countries.slice(0, isSecond ? 3 : 2) } }),
  ]);
}

/** A publisher need not serve every country: the first that is taken will do. */
async function inSomeCountry(
  askIn: (country: string) => Promise<Asked>,
  [first, ...others]: Material['countries'],
): Promise<Asked> {
  let last = await askIn(first);
  for (const country of others) {
    if (!isForecastRefused(last)) break;
    last = await askIn(country);
  }
  return last;
}

async function withAllMembers(http: Wire, { slot, request }: Asked, { countries }: Material): Promise<Asked[]> {
  const members = { targeting: { geo: countries.slice(0, 1) }, sizes: slot.sizes.slice(0, 1) };
  return [await ask(http, 'unsupported', slot, { ...request, ...members })];
}

/** One after the other: answers may come from a cache by now, and its key has to hold the slot. */
async function askAgain(http: Wire, earlier: readonly Asked[]): Promise<Asked[]> {
  const again: Asked[] = [];
  for (const { slot, request } of earlier) again.push(await ask(http, 'again', slot, request));
  return again;
}

/** Every forecast that a conformant service is asked for; refusals are put to the control. */
forecast.traffic(
  {
    makes: asked,
    phase: 'read',
    uses: { usual: askedUsual, askedOfOthers, askedOfArchived, askedInEveryKind, rereading },
    sends: { forecast: 0, inventory: 0 },
  },
  async ({ http, usual, askedOfOthers, askedOfArchived, askedInEveryKind, rereading: { readAgain } }) => {
    for (const one of askedInEveryKind) if (one.kind !== 'one-day') await controlPromised(http, one);
    const all: readonly Asked[] = [...usual, ...askedOfOthers, ...askedOfArchived, ...askedInEveryKind];
    return excuseGoneForecasts(http, readAgain, all);
  },
);

/** The answers with a forecast: there may be none where no slot can be forecast. */
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

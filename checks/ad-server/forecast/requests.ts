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
import { unlike } from '../values/slots-of-other-kinds.ts';
import type { ForecastRequest } from '../values/request-bodies.ts';
import { spread } from '../values/spread.ts';
import { countries, flights, forecastFlag } from '../health/records.ts';
import { listed, rereading } from '../inventory/records.ts';
import { askedOfArchived, forecast, material, askedUsual, asked, forecasts } from './records.ts';

// Requests valid forecasts: which slots, which days, which optional members.

/**
 * Slots spread over the inventory; slots of rare kinds are added, because services break rules on the odd ones. If one
 * slot in nine is odd, 14 slots include one in four runs of five.
 */
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

async function ask(http: Wire, kind: ForecastKind, slot: InventorySlot, request: ForecastRequest): Promise<Asked> {
  return { kind, slot, request, reply: await http.forecast({ json: request }) };
}

/** The same three weeks for every slot: bookings rest on these. If all are refused, other days are tried. */
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

/** If all are refused for their values, looks for optional members with which a forecast is accepted. */
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

forecast.traffic(
  { makes: askedOfArchived, phase: 'read', uses: { material }, sends: { forecast: 2 } },
  ({ http, material: { archived, flights } }) =>
    Promise.all(
      archived.map((slot) => ask(http, 'archived', slot, { inventory_id: slot.inventory_id, flight: flights.usual })),
    ),
);

/** Every kind of request for two slots that can be forecast; a complete request for one that cannot. */
const askedInEveryKind = forecast.traffic(
  { id: 'forecast.asked-in-every-kind', phase: 'read', uses: { material, usual: askedUsual }, sends: { forecast: 12 } },
  async ({ http, material, usual }) => {
    const served = usual.filter(({ reply }) => isServed(reply));
    const [one, other = one] = served;
    const none = usual.find(({ reply }) => reply.status === 501);
    const asked = await Promise.all([
      ...(one === undefined || other === undefined ? [] : inEveryKind(http, one, other, material)),
      ...(none === undefined ? [] : [withAllMembers(http, none, material)]),
      ...served.slice(-1).map(({ slot, request }) => ask(http, 'again', slot, request)),
    ]);
    return asked.flat();
  },
);

type Material = ValueOf<typeof material>;

function inEveryKind(
  http: Wire,
  one: Asked,
  other: Asked,
  { flights, countries }: Material,
): Promise<Asked | Asked[]>[] {
  const askFor =
    ({ slot, request }: Asked) =>
    (kind: ForecastKind, more: Partial<ForecastRequest>) =>
      ask(http, kind, slot, { ...request, ...more });
  const [ofOne, ofOther] = [askFor(one), askFor(other)];
  const geo = inSomeCountry((country) => ofOne('geo', { targeting: { geo: [country] } }), countries);
  return [
    ofOne('one-day', { flight: flights.oneDay }),
    ofOne('month', { flight: flights.month, sizes: one.slot.sizes }),
    ofOne('sizes', { sizes: one.slot.sizes.slice(0, 1) }),
    ofOne('empty-targeting', { targeting: {} }),
    ofOne('empty-geo', { targeting: { geo: [] } }),
    geo,
    ofOne('countries', { targeting: { geo: countries.slice(0, 2) } }),
    ofOther('empty-sizes', { sizes: [] }),
    ...LONG_FLIGHTS.map((days) => ofOther('long', { flight: flights.long(days) })),
    geo.then(async (taken) => {
      // One slot that accepts no country does not stand for all slots.
      const again = isForecastRefused(taken)
        ? [await inSomeCountry((country) => ofOther('geo', { targeting: { geo: [country] } }), countries)]
        : [];
      const [{ targeting } = {}] = [taken, ...again].filter(isTaken).map(({ request }) => request);
      const { sizes } = other.slot;
      return [...again, await ofOther('month', { flight: flights.wholeMonth, ...(targeting && { targeting }), sizes })];
    }),
  ];
}

/** A publisher need not serve every country; the first accepted one is enough. */
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

/** Every valid forecast; refusals are checked against a control. */
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

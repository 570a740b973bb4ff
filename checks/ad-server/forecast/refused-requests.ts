import type { Flight } from '../../../src/contract/flight-date.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isServed } from '../../../src/http/reply.ts';
import { askForecast, excuseGoneForecasts } from '../desk/forecasts.ts';
import {
  isForecastRefused,
  isTaken,
  lastServed,
  neverForecast,
  type Asked,
  type Forecast,
} from '../readers/forecast-answers.ts';
import type { ForecastRequest } from '../values/request-bodies.ts';
import { farUnknownSlot, unknownSlot, withOddLetters } from '../values/near-misses.ts';
import { listed, rereading, asked, forecast, material, servedUsual } from '../records.ts';

type OfUnknown = Forecast & { readonly allowed: readonly number[] };

export const ofUnknown = forecast.traffic(
  {
    id: 'forecast.of-unknown-slots',
    phase: 'refuse forecasts',
    uses: { asked, listed },
    sends: { forecast: 3 },
    odd: true,
  },
  async ({ http, asked, listed: { ids: known } }) => {
    const taken = asked.find(isTaken);
    if (taken === undefined)
      inconclusive('No forecast was taken that could be asked for of a slot that does not exist.');
    const { inventory_id: id } = taken.slot;
    const similar = await askUnknown(http, taken, unknownSlot(id, known), [404]);
    // A similar id may be that of a slot that is not listed.
    const told = isAsOfSlot(similar) ? await askUnknown(http, taken, farUnknownSlot(id, known), [404, 400]) : similar;
    const others = [withOddLetters(id), ''].map((other) => askUnknown(http, taken, other));
    return [told, ...(await Promise.all(others))];
  },
);

async function askUnknown(
  http: Wire,
  { request: like }: Asked,
  inventory_id: string,
  // It may be refused because it does not look like an id.
  allowed: readonly number[] = [404, 400, 422],
): Promise<OfUnknown> {
  const request = { ...like, inventory_id };
  return { request, reply: await http.forecast({ json: request }), allowed };
}

function isAsOfSlot(one: Forecast): boolean {
  return isTaken(one) || isForecastRefused(one);
}

/** Accepted requests, to be sent with an impossible flight: a refusal is then about the flight. */
export const willing = forecast.record(
  { id: 'forecast.willing-slots', of: { asked, servedUsual }, conditional: true },
  ({ asked, servedUsual }) => {
    const taken = servedUsual[0] ?? asked.find(({ reply }) => isServed(reply));
    if (taken === undefined) {
      if (neverForecast(asked) !== null) notApplicable('No slot that was tried can be forecast.');
      inconclusive('No slot was forecast.');
    }
    const last = (isOfKind: (request: ForecastRequest) => boolean) => (lastServed(asked, isOfKind) ?? taken).request;
    return {
      requests: (servedUsual.length > 0 ? servedUsual.slice(0, 3) : [taken]).map(({ request }) => request),
      withGeo: last(({ targeting, sizes }) => (targeting?.geo ?? []).length > 0 && sizes === undefined),
      withSizes: last(({ sizes = [] }) => sizes.length > 0),
    };
  },
);

export const impossibleFlights = forecast.traffic(
  {
    id: 'forecast.impossible-flights',
    phase: 'refuse forecasts',
    odd: true,
    uses: { material, willing, rereading },
    sends: { forecast: 9, inventory: 0 },
    atOnce: true,
  },
  async ({ http, material: { flights }, willing: { requests, withGeo, withSizes }, rereading: { readAgain } }) => {
    const askFor = async (some: readonly ForecastRequest[]) =>
      excuseGoneForecasts(http, readAgain, await Promise.all(some.map((request) => askForecast(http, request))));
    const [reversed, notInCalendar, misspelt] = await Promise.all([
      askFor([
        ...inFlights(requests.toReversed(), [flights.reversed]),
        { ...withGeo, ...withSizes, flight: flights.reversedByDay },
      ]),
      askFor(
        inFlights(requests, [
          flights.impossibleSoon,
          flights.impossible,
          flights.impossibleStart,
          flights.impossibleMonth,
        ]),
      ),
      askFor(inFlights(requests, flights.misspelt)),
    ]);
    return { reversed, notInCalendar, misspelt };
  },
);

/** Each flight for another slot, as far as there are enough. */
function inFlights(requests: readonly ForecastRequest[], flights: readonly Flight[]): ForecastRequest[] {
  return flights.flatMap((flight, index) => {
    const request = requests[index % requests.length];
    return request === undefined ? [] : [{ ...request, flight }];
  });
}

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
import { cutShort, farUnknownSlot, unknownSlot, withOddLetters } from '../values/unknown-slot.ts';
import { listed, rereading } from '../inventory/records.ts';
import { permit } from '../desk/excuses.ts';
import { asked, forecast, material, servedUsual } from './records.ts';

type OfUnknown = Forecast & { readonly allowed: readonly number[] };

export const ofUnknown = forecast.traffic(
  {
    id: 'forecast.of-unknown-slots',
    phase: 'read',
    uses: { material, asked, listed },
    sends: { forecast: 4 },
    odd: true,
  },
  async ({ http, material: { slots }, asked, listed: { ids: known } }) => {
    const taken = asked.find(isTaken);
    // If every slot is refused, the refusal of an unknown one shows nothing.
    if (taken === undefined)
      inconclusive('No forecast was taken that could be asked for of a slot that does not exist.');
    const { inventory_id: id } = taken.slot;
    // A service that takes it for the slot it begins with must have no other reason to refuse it, such as a size.
    const withMost = lastServed(asked, ({ sizes = [] }) => sizes.length > 0) ?? taken;
    const cut = [...new Set([taken.slot, ...slots].flatMap((slot) => cutShort(slot.inventory_id, known) ?? []))];
    const alike = [1, 2, 3].map(() => unknownSlot(id, known));
    const similar = await askUnknown(http, taken, alike, [404]);
    if (similar !== null && isAsOfSlot(similar)) await excuseUnlisted(http, similar, farUnknownSlot(id, known));
    const others = [
      await askUnknown(http, withMost, [withOddLetters(withMost.slot.inventory_id)]),
      await askUnknown(http, taken, ['']),
      await askUnknown(http, taken, cut.slice(0, 3)),
    ];
    return [similar, ...others].filter((one) => one !== null);
  },
);

/** Requests a made-up id. It may belong to an unlisted slot, so others are tried if it is answered like a slot. */
async function askUnknown(
  http: Wire,
  { request: like }: Asked,
  ids: readonly string[],
  // A service may also refuse it because it does not have the form of an id.
  allowed: readonly number[] = [404, 400, 422],
): Promise<OfUnknown | null> {
  let last: OfUnknown | null = null;
  for (const id of ids) {
    const request = { ...like, inventory_id: id };
    last = { request, reply: await http.forecast({ json: request }), allowed };
    if (!isAsOfSlot(last) || allowed.includes(last.reply.status ?? 0)) return last;
  }
  return last;
}

function isAsOfSlot(one: Forecast): boolean {
  return isTaken(one) || isForecastRefused(one);
}

/** If an id unlike any other is refused, similar made-up ids may belong to unlisted slots. */
async function excuseUnlisted(http: Wire, { request, reply }: Forecast, far: string): Promise<void> {
  const control = await http.forecast({ json: { ...request, inventory_id: far } });
  const why = `Answered as a slot, and taken for one that is not listed: ${JSON.stringify(request.inventory_id)}.`;
  if (control.status === 404 || control.status === 400) permit(reply, why, control);
}

/** Accepted requests, to be sent with an impossible flight: a refusal is then about the flight. */
export const willing = forecast.record(
  { id: 'forecast.willing-slots', of: { asked, servedUsual } },
  ({ asked, servedUsual: { all, spare } }) => {
    const taken = all[0] ?? asked.find(({ reply }) => isServed(reply));
    if (taken === undefined) {
      if (neverForecast(asked) !== null) notApplicable('No slot that was tried can be forecast.');
      inconclusive('No slot was forecast.');
    }
    // Of the other slots, some are booked meanwhile.
    const ofSlot = asked.filter(({ slot }) => slot === taken.slot);
    const last = (isOfKind: (request: ForecastRequest) => boolean) =>
      (lastServed(ofSlot, isOfKind) ?? lastServed(asked, isOfKind) ?? taken).request;
    const plain = spare.length > 0 ? spare : all;
    return {
      /** Each for another slot. */
      requests: (plain.length > 0 ? plain.slice(0, 3) : [taken]).map(({ request }) => request),
      withGeo: last(({ targeting, sizes }) => (targeting?.geo ?? []).length > 0 && sizes === undefined),
      withSizes: last(({ sizes = [] }) => sizes.length > 0),
    };
  },
);

export const impossibleFlights = forecast.traffic(
  {
    id: 'forecast.impossible-flights',
    phase: 'read',
    odd: true,
    uses: { material, willing, rereading },
    sends: { forecast: 12, inventory: 0 },
    atOnce: true,
  },
  async ({ http, material: { flights }, willing: { requests, withGeo, withSizes }, rereading: { readAgain } }) => {
    const { impossible, impossibleSoon, impossibleMonth, dayZero, misspelt: shared, unpaddedStart } = flights;
    const askFor = async (some: readonly ForecastRequest[]) =>
      excuseGoneForecasts(http, readAgain, await Promise.all(some.map((request) => askForecast(http, request))));
    const [reversed, notInCalendar, misspelt] = await Promise.all([
      askFor([
        ...inFlights(requests.toReversed(), [flights.reversed]),
        { ...withGeo, flight: flights.reversedFar },
        { ...withSizes, flight: flights.reversedByDay },
      ]),
      askFor(inFlights(requests, [impossibleSoon, impossible, dayZero, impossibleMonth])),
      // Orders leave the zeros out of the last day.
      askFor(inFlights(requests, [...shared.slice(0, -1), unpaddedStart])),
    ]);
    return { reversed, notInCalendar, misspelt };
  },
);

/** Each flight for another slot, as far as there are enough: services break rules on the odd ones. */
function inFlights(requests: readonly ForecastRequest[], flights: readonly Flight[]): ForecastRequest[] {
  return flights.flatMap((flight, index) => {
    const request = requests[index % requests.length];
    return request === undefined ? [] : [{ ...request, flight }];
  });
}

import type { Flight } from '../../../src/contract/flight-date.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { excuse, isServed } from '../../../src/http/reply.ts';
import { askAboutListed } from '../desk/forecasts.ts';
import {
  isForecastRefused,
  isTaken,
  lastServed,
  neverForecast,
  type Asked,
  type Forecast,
} from '../readers/forecast-answers.ts';
import type { ForecastRequest } from '../values/request-bodies.ts';
import { cutShort, farUnknownSlot, unknownSlot, withLetters } from '../values/unknown-slot.ts';
import { listed, rereading, walks } from '../inventory/records.ts';
import { asked, forecast, material } from './records.ts';

// Forecasts that must be refused: of unknown slots, and for impossible flights.

/** A forecast of a slot that does not exist, and how it may be refused. */
export interface OfUnknown extends Forecast {
  readonly allowed: readonly number[];
}

/** What does not have the form of an id may be refused as such. */
const FORMLESS: readonly number[] = [404, 400, 422];

export const ofUnknown = forecast.traffic(
  {
    id: 'forecast.of-unknown-slots',
    phase: 'read',
    uses: { material, asked, listed },
    ifThere: { walks },
    sends: { forecast: 4 },
  },
  async ({ http, material: { slots }, asked, listed, walks }) => {
    const taken = asked.find(isTaken);
    // What is refused of every slot may be refused of one that does not exist.
    if (taken === undefined)
      inconclusive('No forecast was taken that could be asked for of a slot that does not exist.');
    const seen = [listed.ids, ...(walks ?? []).map(({ walk }) => walk.ids)];
    const known = {
      has: (id: string) => seen.some((ids) => ids.has(id)),
      partial: seen.every((ids) => ids.partial),
      listed: listed.ids.listed,
    };
    const { inventory_id: id } = taken.slot;
    // Taken for the slot that it begins with, it must not be refused for sizes of another.
    const withMost = lastServed(asked, ({ sizes = [] }) => sizes.length > 0) ?? taken;
    const cut = [...new Set([taken.slot, ...slots].flatMap((slot) => cutShort(slot.inventory_id, known) ?? []))];
    const alike = threeOf(() => unknownSlot(id, known));
    const longer = threeOf(() => withLetters(withMost.slot.inventory_id));
    const similar = await askUnknown(http, taken, alike, [404]);
    if (similar !== null && isAsOfSlot(similar)) await excuseUnlisted(http, similar, farUnknownSlot(id, known));
    const others = [
      await askUnknown(http, withMost, longer),
      await askUnknown(http, taken, ['']),
      await askUnknown(http, taken, cut.slice(0, 3)),
    ];
    return [similar, ...others].filter((one) => one !== null);
  },
);

const threeOf = (make: () => string) => [make(), make(), make()];

/** Asks for a made-up id; as it may be that of a slot that is not listed, for others where it is answered as a slot. */
async function askUnknown(
  http: Wire,
  { request: like }: Asked,
  ids: readonly string[],
  allowed = FORMLESS,
): Promise<OfUnknown | null> {
  let last: OfUnknown | null = null;
  for (const id of ids) {
    const request = { ...like, inventory_id: id };
    last = { request, reply: await http.forecast({ json: request }), allowed };
    if (!isAsOfSlot(last) || allowed.includes(last.reply.status ?? 0)) return last;
  }
  return last;
}

/** Whether an answer could be that to a forecast of some slot. */
function isAsOfSlot(one: Forecast): boolean {
  return isTaken(one) || isForecastRefused(one);
}

/** Where an id that is far from all others is refused, every similar one that was made up may be of a slot that is not listed. */
async function excuseUnlisted(http: Wire, { request, reply }: Forecast, far: string): Promise<void> {
  const control = await http.forecast({ json: { ...request, inventory_id: far } });
  if (control.status === 404 || control.status === 400)
    excuse(reply, {
      why: `Answered as a slot, and taken for one that is not listed: ${JSON.stringify(request.inventory_id)}.`,
      shownBy: [reply, control],
      permitted: true,
    });
}

/** Requests that are taken, to be sent with an impossible flight: what is answered then is about the flight. */
export const willing = forecast.record({ id: 'forecast.willing-slots', of: { asked } }, ({ asked }) => {
  const taken = asked.find(({ reply }) => isServed(reply));
  if (taken === undefined) {
    if (neverForecast(asked) !== null) notApplicable('No slot that was tried can be forecast.');
    inconclusive('No slot was forecast.');
  }
  const ofSlot = asked.filter(({ slot }) => slot === taken.slot);
  const usual = asked.filter(({ kind, reply }) => kind === 'usual' && isServed(reply));
  return {
    slots: usual.map(({ slot }) => slot),
    /** Each of another slot; no more of them, for some are booked meanwhile. */
    requests: (usual.length > 0 ? usual.slice(0, 3) : [taken]).map(({ request }) => request),
    withGeo: (lastServed(ofSlot, ({ targeting }) => targeting?.geo !== undefined) ?? taken).request,
    withSizes: (lastServed(asked, ({ sizes = [] }) => sizes.length > 0) ?? taken).request,
  };
});

/** Flights that end before they start, that have a day which does not exist, and that are not written `YYYY-MM-DD`. */
export const impossibleFlights = forecast.traffic(
  {
    id: 'forecast.impossible-flights',
    phase: 'read',
    uses: { material, willing, rereading },
    sends: { forecast: 11, inventory: 0 },
    atOnce: true,
  },
  async ({
    http,
    material: { flights },
    willing: { slots, requests, withGeo, withSizes },
    rereading: { readAgain },
  }) => {
    const { impossible, impossibleSoon, impossibleStart } = flights;
    const askFor = (some: readonly ForecastRequest[]) => askAboutListed(http, readAgain, some, slots);
    const [reversed, notInCalendar, misspelt] = await Promise.all([
      askFor([
        ...inFlights(requests.toReversed(), [flights.reversed]),
        { ...withGeo, flight: flights.reversedFar },
        { ...withSizes, flight: flights.reversedByDay },
      ]),
      askFor(inFlights(requests, [impossibleSoon, impossible, impossibleStart])),
      askFor(inFlights(requests, flights.misspelt)),
    ]);
    return { reversed, notInCalendar, misspelt };
  },
);

/** Each flight of another slot, as far as there are some: a rule may be broken on the odd ones. */
function inFlights(requests: readonly ForecastRequest[], flights: readonly Flight[]): ForecastRequest[] {
  return flights.flatMap((flight, index) => {
    const request = requests[index % requests.length];
    return request === undefined ? [] : [{ ...request, flight }];
  });
}

import { adServer } from '../phases.ts';
import type { Flight } from '../../../src/contract/flight-date.ts';
import { inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { hasFailed, isServed, type Reply } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { countries, flights, forecastFlag } from '../health/requests.ts';
import { listed } from '../inventory/requests.ts';
import type { Countries } from '../values/countries.ts';
import type { ForecastRequest } from '../values/requests.ts';
import { otherFlights } from '../values/flights.ts';
import { unlike } from '../values/odd-slots.ts';
import { evenly, spread } from '../values/spread.ts';

export const forecast = adServer.module('forecast', 'Forecast');

/**
 * What a request is about: `again` repeats a usual one, `archived` is about a slot that need not be forecast,
 * `unsupported` has all members and is about one that cannot be.
 */
export type ForecastKind =
  | 'usual'
  | 'again'
  | 'archived'
  | 'unsupported'
  | 'month'
  | 'one-day'
  | 'sizes'
  | 'empty-sizes'
  | 'empty-targeting'
  | 'empty-geo'
  | 'geo'
  | 'countries';

/** A forecast that was asked for, and what came. */
export interface Asked {
  readonly kind: ForecastKind;
  readonly slot: InventorySlot;
  readonly request: ForecastRequest;
  readonly reply: Reply;
}

/** So many slots are asked about before anything is booked on one of them, and one of each format besides. */
const SLOTS = 18;
const FORMATS = 4;
/**
 * So many in all, spread over the inventory: services break a rule on the odd ones. Of one odd slot in seventeen some
 * sixty find one in all but a few runs, and while bookings wait for each other, they take no time of their own; more
 * would be a burden to a service that computes each forecast, or counts requests by the minute.
 */
const SLOTS_IN_ALL = 60;
/** So many slots are tried again for other days where all are refused. */
const TRIED_AGAIN = 6;
/** So many of those that can be forecast are asked about in every kind. */
const IN_EVERY_KIND = 2;
const KINDS_BESIDES = 7;

const offered = forecast.stage({ id: 'forecast.offered', needs: { flag: forecastFlag } }, ({ flag }) => {
  if (!flag) notApplicable('The service says `forecast: false`: the client asks for no forecast.');
});

export const material = forecast.stage(
  { id: 'forecast.material', needs: { offered, all: listed, flights, countries } },
  ({ all, flights, countries }) => {
    const slots = withEveryFormat(spread(all.bookable, SLOTS), all.bookable);
    const [first] = slots;
    if (first === undefined)
      inconclusive('The inventory lists no active slot with a size to ask a forecast for.', all.first);
    const left = all.bookable.filter((slot) => !slots.includes(slot));
    const odd = unlike(first, left);
    const rest = left.filter((slot) => !odd.includes(slot));
    const others = [...odd, ...evenly(rest, SLOTS_IN_ALL - slots.length - odd.length)];
    const archived = all.archived.filter((_, index) => index === 0 || index === all.archived.length - 1);
    return { first, slots, others, archived, flights, countries };
  },
);

/** What cannot be forecast often is so for its format. */
function withEveryFormat(slots: readonly InventorySlot[], all: readonly InventorySlot[]): InventorySlot[] {
  const formats = new Map(all.map((slot) => [slot.format, slot] as const));
  for (const { format } of slots) formats.delete(format);
  return [...slots, ...[...formats.values()].slice(0, FORMATS)];
}

/** The same three weeks of every slot: what is booked rests on these. Where a business rule refuses all, other days. */
export const askedUsual = forecast.stage(
  { id: 'forecast.asked-usual', needs: { material }, sends: { forecast: SLOTS } },
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
export const takenWithMore = forecast.stage(
  { id: 'forecast.taken-with-more', needs: { material, usual: askedUsual }, sends: { forecast: 0 } },
  async ({ http, material: { first, flights, countries }, usual }) => {
    if (!usual.every(isForecastRefused)) return null;
    const { sizes } = first;
    const targets = countries.slice(0, 4).map((country) => ({ targeting: { geo: [country] } }));
    for (const more of [{ sizes }, ...targets, ...targets.map((target) => ({ ...target, sizes }))]) {
      const request = { inventory_id: first.inventory_id, flight: flights.usual, ...more };
      const asked = await ask(http, 'sizes', first, request);
      if (isTaken(asked)) return asked;
    }
    return null;
  },
);

/** Refused for its values, as a business rule may. */
export function isForecastRefused({ reply }: Asked): boolean {
  return reply.status === 422;
}

/** What a conformant service says of a slot: its forecast, or that it has none. */
export function isTaken({ reply }: Pick<Asked, 'reply'>): boolean {
  return isServed(reply) || reply.status === 501;
}

/** An error of the server, or no answer; 501 says that there is no forecast. */
export function isForecastBroken(reply: Reply): boolean {
  return hasFailed(reply) && reply.status !== 501;
}

/** Those that may be expected to bring a forecast: not of an archived slot, nor of one that had none when less was asked. */
function expectable(asked: readonly Asked[]): Asked[] {
  return asked.filter(({ kind }) => kind !== 'archived' && kind !== 'unsupported');
}

/** The answers that say so, where no slot can be forecast; `null` where some can, or may. */
export function neverForecast(asked: readonly Asked[]): Reply[] | null {
  const replies = expectable(asked).map(({ reply }) => reply);
  return replies.every(({ status }) => status === 501) ? replies : null;
}

/** The same of more slots, which no booking waits for. */
const askedOfOthers = forecast.stage(
  {
    id: 'forecast.asked-of-others',
    needs: { material, usual: askedUsual },
    sends: { forecast: SLOTS_IN_ALL - SLOTS },
  },
  async ({ http, material: { others }, usual }) => {
    const like = usual.find(isTaken) ?? usual.find(isForecastRefused);
    // What goes wrong for every slot need not be seen on more.
    if (like === undefined) return [];
    return Promise.all(
      others.map((slot) => ask(http, 'usual', slot, { ...like.request, inventory_id: slot.inventory_id })),
    );
  },
);

const askedOfArchived = forecast.stage(
  { id: 'forecast.asked-of-archived', needs: { material }, sends: { forecast: 2 } },
  ({ http, material: { archived, flights } }) =>
    Promise.all(
      archived.map((slot) => ask(http, 'archived', slot, { inventory_id: slot.inventory_id, flight: flights.usual })),
    ),
);

/** Slots that can be forecast, in every kind of request; one that cannot be, with all members. */
const askedInEveryKind = forecast.stage(
  {
    id: 'forecast.asked-in-every-kind',
    needs: { material, usual: askedUsual },
    sends: { forecast: IN_EVERY_KIND * (KINDS_BESIDES + 1) },
  },
  async ({ http, material: { flights, countries }, usual }) => {
    const served = usual.filter(({ reply }) => isServed(reply));
    const others = served.slice(0, IN_EVERY_KIND).flatMap(({ slot, request }, index) => {
      const inOne = inSomeCountry(http, slot, request, countries);
      return [
        ask(http, 'one-day', slot, { ...request, flight: flights.oneDay }),
        index === 0
          ? ask(http, 'month', slot, { ...request, flight: flights.month, sizes: slot.sizes })
          : // With all members at once, where a country is taken by itself.
            inOne.then((one) =>
              ask(http, 'month', slot, {
                ...(isTaken(one) ? one.request : request),
                flight: flights.wholeMonth,
                sizes: slot.sizes,
              }),
            ),
        index === 0
          ? ask(http, 'sizes', slot, { ...request, sizes: slot.sizes.slice(0, 1) })
          : ask(http, 'empty-sizes', slot, { ...request, sizes: [] }),
        ask(http, 'empty-targeting', slot, { ...request, targeting: {} }),
        ask(http, 'empty-geo', slot, { ...request, targeting: { geo: [] } }),
        inOne,
        ask(http, 'countries', slot, { ...request, targeting: { geo: countries.slice(0, 2 + index) } }),
      ];
    });
    const none = usual.filter(({ reply }) => reply.status === 501).slice(0, 1);
    const [inEveryKind, again] = await Promise.all([
      Promise.all([
        ...others,
        ...none.map(({ slot, request }) =>
          ask(http, 'unsupported', slot, {
            ...request,
            targeting: { geo: countries.slice(0, 1) },
            sizes: slot.sizes.slice(0, 1),
          }),
        ),
      ]),
      inTurn(served.slice(-IN_EVERY_KIND), ({ slot, request }) => ask(http, 'again', slot, request)),
    ]);
    return [...inEveryKind, ...again];
  },
);

/** Every forecast that a conformant service is asked for. */
export const asked = forecast.stage(
  {
    id: 'forecast.asked',
    needs: {
      usual: askedUsual,
      ofOthers: askedOfOthers,
      ofArchived: askedOfArchived,
      inEveryKind: askedInEveryKind,
    },
  },
  ({ usual, ofOthers, ofArchived, inEveryKind }): readonly Asked[] => [
    ...usual,
    ...ofOthers,
    ...ofArchived,
    ...inEveryKind,
  ],
);

/** One after the other: answers may come from a cache by now, and its key has to hold the slot. */
async function inTurn(earlier: readonly Asked[], askAgain: (one: Asked) => Promise<Asked>): Promise<Asked[]> {
  const again: Asked[] = [];
  for (const one of earlier) again.push(await askAgain(one));
  return again;
}

async function ask(http: Wire, kind: ForecastKind, slot: InventorySlot, request: ForecastRequest): Promise<Asked> {
  return { kind, slot, request, reply: await http.forecast({ json: request }) };
}

/** A publisher need not serve every country: the first that is taken will do. */
async function inSomeCountry(
  http: Wire,
  slot: InventorySlot,
  request: ForecastRequest,
  countries: Countries,
): Promise<Asked> {
  const askIn = (country: string) => ask(http, 'geo', slot, { ...request, targeting: { geo: [country] } });
  const [first, ...others] = countries;
  let last = await askIn(first);
  for (const country of others) {
    if (!isForecastRefused(last)) break;
    last = await askIn(country);
  }
  return last;
}

import { describe, expect, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { blockedBy, inconclusive, notApplicable } from '../../src/engine/signal.ts';
import type { Wire } from '../../src/engine/wire.ts';
import type { Reply } from '../../src/http/reply.ts';
import { shown } from '../../src/schema/faults.ts';
import { forecastResult } from '../../src/schema/generated/validators.js';
import type { InventorySlot } from '../../src/schema/generated/types.ts';
import { run } from '../givens.ts';
import { forecastFlag, timezoneIsIana } from './02-health.ts';
import { listed, walks } from './03-inventory.ts';
import { flightsOf } from './flights.ts';
import { isObject, member } from './json.ts';
import { COUNTRIES, type ForecastRequest } from './requests.ts';
import { unknownSlot } from './unknown-slot.ts';

export const forecast = chapter('ad-server', 'forecast', 'Forecast');

type Kind = 'usual' | 'one-day' | 'month' | 'geo' | 'empty-geo' | 'sizes';

/** A forecast that was asked for, and what came. */
export interface Asked {
  readonly kind: Kind;
  readonly slot: InventorySlot;
  readonly request: ForecastRequest;
  readonly reply: Reply;
}

/** So many slots are asked about, spread over the inventory; the first two that can be forecast in every kind. */
const SLOTS = 8;

const offered = forecast.stage({ id: 'forecast.offered', needs: { flag: forecastFlag } }, ({ flag }) => {
  if (!flag) notApplicable('The service says `forecast: false`: the client asks for no forecast.');
});

const material = forecast.stage(
  { id: 'forecast.material', needs: { offered, all: listed, run }, prefers: { zone: timezoneIsIana } },
  ({ all, run, zone }) => {
    const slots = spread(all.bookable, SLOTS);
    const [first] = slots;
    if (first === undefined)
      inconclusive('The inventory lists no active slot with a size to ask a forecast for.', all.first);
    return { first, slots, flights: flightsOf(run, zone) };
  },
);

/** Below so many impressions a forecast says little: rounding and a minute's change weigh too much. */
const NOTABLE = 1000;

/** Every forecast that a conformant service is asked for. */
export const asked = forecast.stage(
  { id: 'forecast.asked', needs: { material }, sends: { forecast: SLOTS + 10 } },
  async ({ http, material: { slots, flights } }) => {
    const usual = await Promise.all(
      slots.map((slot) => ask(http, 'usual', slot, { inventory_id: slot.inventory_id, flight: flights.usual })),
    );
    const served = usual.filter(({ reply }) => reply.status === 200).slice(0, 2);
    const others = served.flatMap(({ slot, request }) => [
      ask(http, 'one-day', slot, { ...request, flight: flights.oneDay }),
      ask(http, 'month', slot, { ...request, flight: flights.month, sizes: slot.sizes.slice(0, 1), targeting: {} }),
      ask(http, 'empty-geo', slot, { ...request, targeting: { geo: [] } }),
      ask(http, 'sizes', slot, { ...request, sizes: slot.sizes }),
      inSomeCountry(http, slot, request),
    ]);
    return [...usual, ...(await Promise.all(others))];
  },
);

async function ask(http: Wire, kind: Kind, slot: InventorySlot, request: ForecastRequest): Promise<Asked> {
  return { kind, slot, request, reply: await http.forecast({ json: request }) };
}

/** A publisher need not serve every country: the first that is taken will do. */
async function inSomeCountry(http: Wire, slot: InventorySlot, request: ForecastRequest): Promise<Asked> {
  let last: Asked | null = null;
  for (const country of COUNTRIES) {
    last = await ask(http, 'geo', slot, { ...request, targeting: { geo: [country] } });
    if (last.reply.status !== 422) break;
  }
  if (last === null) throw new Error('no country to try');
  return last;
}

const answered = forecast.check(
  {
    id: 'forecast.answers-200',
    level: 'must',
    section: 'ad-server §4.3',
    requirement:
      'A valid forecast request for a listed slot is answered 200, or 501 where that slot cannot be forecast.',
    fix: 'Answer 200 with the forecast, or 501 with the code `forecast_unsupported` for a slot that cannot be forecast. Do not refuse optional members, nor slots that `GET /inventory` lists.',
    needs: { asked },
  },
  ({ asked, note }) => {
    const own = asked.filter(({ kind }) => ['usual', 'month', 'sizes'].includes(kind));
    for (const { reply } of own) if (reply.status !== 422) expect(reply).status(200, 501);
    const refused = own.filter(({ reply }) => reply.status === 422);
    if (refused.length === own.length)
      inconclusive(
        `Every forecast was refused: ${refused.map(({ slot, reply }) => `${JSON.stringify(slot.inventory_id)}: ${describe(reply)}`).join('; ')}.`,
        ...refused.map(({ reply }) => reply),
      );
    if (refused.length > 0)
      note(`${refused.length} of ${own.length} requests were refused with 422, as a business rule may.`);
    return asked;
  },
);

/** The answers that hold a forecast: there may be none where no slot can be forecast. */
const forecasts = forecast.check(
  {
    id: 'forecast.body-is-object',
    level: 'must',
    section: 'ad-server §4.3',
    requirement: 'The body of a forecast is a JSON object.',
    fix: 'Answer with one JSON object whose members are inventory_id, available_impressions and forecasted_impressions.',
    needs: { asked },
  },
  ({ asked }) => {
    const given = asked.filter(({ reply }) => reply.status === 200);
    if (given.length === 0) notApplicable('No slot that was tried can be forecast.');
    for (const { reply } of given) {
      const value = expect(reply).json();
      if (!isObject(value))
        violation({ expected: 'a JSON object', actual: shown(value), pointer: '', replies: [reply] });
    }
    return given;
  },
);

const ROWS = [
  [
    'inventory_id',
    'has-inventory-id',
    '`inventory_id` is there: a string.',
    'Repeat the id of the slot that was asked for in `inventory_id`.',
  ],
  [
    'available_impressions',
    'available-is-integer',
    '`available_impressions` is there: an integer.',
    'Send the impressions that can still be reserved as a JSON integer, without quotes and without decimals.',
  ],
  [
    'forecasted_impressions',
    'forecasted-is-integer',
    '`forecasted_impressions` is there: an integer.',
    'Send the predicted impressions as a JSON integer, without quotes and without decimals.',
  ],
  [
    'unit_type',
    'unit-type',
    '`unit_type`, where it is there, is `IMPRESSIONS`.',
    'Send `IMPRESSIONS`, or leave `unit_type` out; forecasts in other units are not used.',
  ],
] as const;

for (const [name, rule, requirement, fix] of ROWS)
  forecast.check(
    { id: `forecast.${rule}`, level: 'must', section: 'ad-server §2.4', requirement, fix, needs: { forecasts } },
    ({ forecasts }) => {
      for (const { reply } of forecasts) expect(reply).fits(forecastResult, `/${name}`);
    },
  );

forecast.check(
  {
    id: 'forecast.echoes-slot',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: '`inventory_id` is the slot that was asked for.',
    fix: 'Repeat the requested `inventory_id` exactly; check what a cache uses as its key.',
    needs: { forecasts },
  },
  ({ forecasts }) => {
    for (const { request, reply } of forecasts) {
      const id = valueAt(reply, 'inventory_id');
      if (typeof id === 'string' && id !== request.inventory_id)
        violation({
          expected: shown(request.inventory_id),
          actual: shown(id),
          pointer: '/inventory_id',
          replies: [reply],
        });
    }
  },
);

forecast.check(
  {
    id: 'forecast.available-within-forecasted',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: '`forecasted_impressions` is never below `available_impressions`.',
    fix: 'Available is what is left of the forecast after commitments: compute both for the same flight, geo and sizes, and cap the one by the other, after rounding too.',
    needs: { forecasts },
  },
  ({ forecasts }) => {
    for (const { kind, reply } of forecasts) {
      const available = valueAt(reply, 'available_impressions');
      const forecasted = valueAt(reply, 'forecasted_impressions');
      if (typeof available === 'number' && typeof forecasted === 'number' && available > forecasted)
        violation({
          expected: `available_impressions of at most ${forecasted}`,
          actual: `${available} (${kind} request)`,
          pointer: '/available_impressions',
          replies: [reply],
        });
    }
  },
);

forecast.check(
  {
    id: 'forecast.one-day-flight',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'A flight of one day is a valid, inclusive range.',
    fix: 'Treat `end_date` as the last day of the flight: a flight that starts and ends on one day lasts that day.',
    needs: { asked, forecasts },
  },
  ({ asked, forecasts }) => {
    const days = asked.filter(({ kind }) => kind === 'one-day');
    for (const { reply } of days) expect(reply).status(200, 501);
    const compared = days.map(
      (day) => [day, forecasts.find((usual) => usual.kind === 'usual' && usual.slot === day.slot)] as const,
    );
    const step = Math.max(NOTABLE, 2 * roundedTo(forecasts));
    const empty = compared.filter(
      ([day, usual]) => usual !== undefined && forecastOf(day) === 0 && forecastOf(usual) >= 21 * step,
    );
    const [one] = empty;
    if (one !== undefined && empty.length === days.length)
      violation({
        expected: `impressions for the one day, as the three weeks around it have ${one[1] === undefined ? '' : forecastOf(one[1])}`,
        actual: '0 for every slot that was tried',
        pointer: '/forecasted_impressions',
        replies: [one[0].reply],
      });
  },
);

forecast.check(
  {
    id: 'forecast.takes-geo',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: '`targeting.geo` with ISO 3166-1 alpha-2 codes is accepted.',
    fix: 'Accept two-letter country codes in `targeting.geo`.',
    needs: { asked, forecasts },
  },
  ({ asked }) => {
    const replies = asked.filter(({ kind }) => kind === 'geo').map(({ reply }) => reply);
    const taken = replies.some(({ status }) => status === 200 || status === 501);
    for (const reply of replies) if (!taken || reply.status !== 422) expect(reply).status(200, 501);
  },
);

forecast.check(
  {
    id: 'forecast.empty-geo-is-worldwide',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'An empty `targeting.geo` means worldwide, as its absence does.',
    fix: 'Treat an empty list of countries like no list: do not target, and do not match nothing.',
    needs: { asked, forecasts },
  },
  ({ asked, forecasts }) => {
    for (const empty of asked.filter(({ kind }) => kind === 'empty-geo')) {
      expect(empty.reply).status(200, 501);
      const usual = forecasts.find(({ kind, slot }) => kind === 'usual' && slot === empty.slot);
      if (usual === undefined || empty.reply.status !== 200) continue;
      const [worldwide, got] = [forecastOf(usual), forecastOf(empty)];
      if (worldwide >= NOTABLE && got * 2 < worldwide)
        violation({
          expected: `about as many impressions as without geo: ${worldwide}`,
          actual: String(got),
          pointer: '/forecasted_impressions',
          replies: [usual.reply, empty.reply],
        });
    }
  },
);

forecast.check(
  {
    id: 'forecast.unsupported-is-501-with-code',
    level: 'must',
    section: 'ad-server §4.3',
    requirement: 'A slot that cannot be forecast is answered 501 with the code `forecast_unsupported`.',
    fix: 'Send `{ "code": "forecast_unsupported", "message": … }` with status 501. Use 501 for nothing else.',
    needs: { asked },
  },
  ({ asked }) => {
    const unsupported = asked.filter(({ reply }) => reply.status === 501);
    if (unsupported.length === 0) notApplicable('No slot that was tried answers 501.');
    for (const { reply } of unsupported) {
      const code = reply.json.ok ? member(reply.json.value, 'code') : undefined;
      if (code !== 'forecast_unsupported')
        violation({
          expected: 'the code "forecast_unsupported"',
          actual: shown(code),
          pointer: code === undefined ? '' : '/code',
          replies: [reply],
        });
    }
  },
);

forecast.check(
  {
    id: 'forecast.flag-tells-ability',
    level: 'should',
    section: 'ad-server §4.3',
    requirement: 'A service that can forecast no slot at all says `forecast: false` in `GET /health`.',
    fix: 'Set `capabilities.forecast` to `false` as long as no slot can be forecast.',
    needs: { asked },
  },
  ({ asked }) => {
    const replies = asked.map(({ reply }) => reply);
    if (replies.every(({ status }) => status === 501))
      violation({
        expected: 'a forecast for some slot, or `forecast: false`',
        actual: `501 for all ${replies.length} slots that were tried`,
        replies: replies.slice(0, 1),
      });
  },
);

forecast.check(
  {
    id: 'forecast.answers-fast',
    level: 'should',
    section: 'ad-server §8',
    requirement: 'A forecast is answered well under one second.',
    fix: 'Forecast from precomputed numbers; results may be some minutes old, and rounded.',
    needs: { forecasts },
  },
  ({ forecasts, note }) => {
    const times = forecasts.map(({ reply }) => reply.durationMs).sort((one, other) => one - other);
    const median = Math.round(times[Math.floor(times.length / 2)] ?? 0);
    if (median >= 1000)
      violation({
        expected: 'well under 1,000 ms',
        actual: `${median} ms (median of ${times.length})`,
        replies: forecasts.slice(0, 1).map(({ reply }) => reply),
      });
    note(`Median of ${times.length} answers: ${median} ms.`);
  },
);

forecast.check(
  {
    id: 'forecast.unknown-slot-is-404',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'An unknown `inventory_id` is answered 404.',
    fix: 'Answer 404 where the slot does not exist, before any other judgement about its values.',
    needs: { material, walks },
    sends: { forecast: 1 },
  },
  async ({ http, material: { first, flights }, walks }) => {
    const known = {
      has: (id: string) => walks.some(({ walk }) => walk.ids.has(id)),
      partial: walks.every(({ walk }) => walk.ids.partial),
    };
    const ask = () =>
      http.forecast({ json: { inventory_id: unknownSlot(first.inventory_id, known), flight: flights.usual } });
    let reply = await ask();
    // The made-up id may be that of a slot which is not listed: another one tells.
    for (let tries = 1; tries < 3 && isAsOfSlot(reply); tries++) reply = await ask();
    expect(reply).status(404);
  },
);

/** Whether an answer could be that to a forecast of some slot. */
function isAsOfSlot({ status }: Reply): boolean {
  return status === 200 || status === 422 || status === 501;
}

/** A slot that takes a valid request: what it answers to an invalid one is about the request. */
const willing = forecast.stage({ id: 'forecast.willing-slot', needs: { material, asked } }, ({ material, asked }) => {
  const taken = asked.find(({ kind, reply }) => kind === 'usual' && reply.status === 200);
  if (asked.every(({ reply }) => reply.status === 501)) notApplicable('No slot that was tried can be forecast.');
  if (taken === undefined) blockedBy(answered);
  return { request: taken.request, flights: material.flights };
});

forecast.check(
  {
    id: 'forecast.reversed-range-is-422',
    level: 'must',
    section: 'ad-server §7',
    requirement: 'A flight that ends before it starts is answered 422.',
    fix: 'Check that `start_date` is not behind `end_date`, and answer 422 with a clear message: the shape is right, the values are not.',
    needs: { willing },
    sends: { forecast: 1 },
  },
  async ({ http, willing: { request, flights } }) => {
    expect(await http.forecast({ json: { ...request, flight: flights.reversed } })).status(422);
  },
);

forecast.check(
  {
    id: 'forecast.impossible-date-is-refused',
    level: 'must',
    section: 'ad-server §2.4',
    requirement: 'A date that no calendar has is refused with 400 or 422.',
    fix: 'Parse dates strictly as `YYYY-MM-DD`: do not roll 30 February over into March, and catch what the parser throws.',
    needs: { willing },
    sends: { forecast: 1 },
  },
  async ({ http, willing: { request, flights } }) => {
    expect(await http.forecast({ json: { ...request, flight: flights.impossible } })).status(400, 422);
  },
);

function valueAt(reply: Reply, name: string): unknown {
  return reply.json.ok ? member(reply.json.value, name) : undefined;
}

/** The forecast of an answer; not a number where it has none. */
function forecastOf({ reply }: Asked): number {
  const forecasted = valueAt(reply, 'forecasted_impressions');
  return typeof forecasted === 'number' ? forecasted : Number.NaN;
}

/** What all forecasts are multiples of: rounding is allowed, and may leave nothing of a day. */
function roundedTo(forecasts: readonly Asked[]): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  return forecasts.map(forecastOf).filter(Number.isSafeInteger).reduce(divisor, 0);
}

/**
 * Up to so many items: some neighbours from the front, some from the end, the others from between. Even steps alone
 * could pass by every third or fourth item, which may be odd in the same way.
 */
export function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  const front = Math.ceil(count / 2.5);
  const end = Math.min(3, count - front);
  const between = count - front - end;
  const step = (items.length - end - front) / (between + 1);
  const inner = Array.from({ length: between }, (_, index) => front + Math.floor((index + 1) * step));
  const chosen = new Set(inner);
  return items.filter((_, index) => index < front || index >= items.length - end || chosen.has(index));
}

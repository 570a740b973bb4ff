import { describe, expect, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { inconclusive, notApplicable } from '../../src/engine/signal.ts';
import type { Wire } from '../../src/engine/wire.ts';
import type { Reply } from '../../src/http/reply.ts';
import { shown } from '../../src/schema/faults.ts';
import { forecastResult } from '../../src/schema/generated/validators.js';
import type { InventorySlot } from '../../src/schema/generated/types.ts';
import { maxPages } from '../givens.ts';
import { flights, forecastFlag } from './02-health.ts';
import { listed } from './03-inventory.ts';
import { isObject, member } from './json.ts';
import { COUNTRIES, type ForecastRequest } from './requests.ts';
import { spread } from './spread.ts';
import { goneSlots } from './still-listed.ts';

export const forecast = chapter('ad-server', 'forecast', 'Forecast');

/** What a request is about: `again` repeats a usual one, `archived` is about a slot that need not be forecast. */
type Kind = 'usual' | 'again' | 'archived' | 'month' | 'one-day' | 'sizes' | 'empty-targeting' | 'empty-geo' | 'geo';

/** A forecast that was asked for, and what came. */
export interface Asked {
  readonly kind: Kind;
  readonly slot: InventorySlot;
  readonly request: ForecastRequest;
  readonly reply: Reply;
}

/** So many slots are asked about, spread over the inventory, and one of each format besides. */
const SLOTS = 18;
const FORMATS = 4;
/** So many of those that can be forecast are asked about in every kind. */
const IN_EVERY_KIND = 2;
const KINDS_BESIDES = 6;

const offered = forecast.stage({ id: 'forecast.offered', needs: { flag: forecastFlag } }, ({ flag }) => {
  if (!flag) notApplicable('The service says `forecast: false`: the client asks for no forecast.');
});

export const material = forecast.stage(
  { id: 'forecast.material', needs: { offered, all: listed, flights } },
  ({ all, flights }) => {
    const slots = withEveryFormat(spread(all.bookable, SLOTS), all.bookable);
    const [first] = slots;
    if (first === undefined)
      inconclusive('The inventory lists no active slot with a size to ask a forecast for.', all.first);
    return { first, slots, archived: all.archived.slice(0, 1), flights };
  },
);

/** What cannot be forecast often is so for its format. */
function withEveryFormat(slots: readonly InventorySlot[], all: readonly InventorySlot[]): InventorySlot[] {
  const formats = new Map(all.map((slot) => [slot.format, slot] as const));
  for (const { format } of slots) formats.delete(format);
  return [...slots, ...[...formats.values()].slice(0, FORMATS)];
}

/** The same three weeks of every slot: what is booked rests on these. */
export const askedUsual = forecast.stage(
  { id: 'forecast.asked-usual', needs: { material }, sends: { forecast: SLOTS } },
  ({ http, material: { slots, flights } }) =>
    Promise.all(
      slots.map((slot) => ask(http, 'usual', slot, { inventory_id: slot.inventory_id, flight: flights.usual })),
    ),
);

const askedOfArchived = forecast.stage(
  { id: 'forecast.asked-of-archived', needs: { material }, sends: { forecast: 1 } },
  ({ http, material: { archived, flights } }) =>
    Promise.all(
      archived.map((slot) => ask(http, 'archived', slot, { inventory_id: slot.inventory_id, flight: flights.usual })),
    ),
);

/** Slots that can be forecast, in every kind of request. */
const askedInEveryKind = forecast.stage(
  {
    id: 'forecast.asked-in-every-kind',
    needs: { material, usual: askedUsual },
    sends: { forecast: IN_EVERY_KIND * (KINDS_BESIDES + 1) },
  },
  async ({ http, material: { flights }, usual }) => {
    const served = usual.filter(({ reply }) => reply.status === 200);
    const others = served
      .slice(0, IN_EVERY_KIND)
      .flatMap(({ slot, request }) => [
        ask(http, 'one-day', slot, { ...request, flight: flights.oneDay }),
        ask(http, 'month', slot, { ...request, flight: flights.month, sizes: slot.sizes }),
        ask(http, 'sizes', slot, { ...request, sizes: slot.sizes.slice(0, 1) }),
        ask(http, 'empty-targeting', slot, { ...request, targeting: {} }),
        ask(http, 'empty-geo', slot, { ...request, targeting: { geo: [] } }),
        inSomeCountry(http, slot, request),
      ]);
    const [inEveryKind, again] = await Promise.all([
      Promise.all(others),
      inTurn(served.slice(-IN_EVERY_KIND), ({ slot, request }) => ask(http, 'again', slot, request)),
    ]);
    return [...inEveryKind, ...again];
  },
);

/** Every forecast that a conformant service is asked for. */
export const asked = forecast.stage(
  {
    id: 'forecast.asked',
    needs: { usual: askedUsual, ofArchived: askedOfArchived, inEveryKind: askedInEveryKind },
  },
  ({ usual, ofArchived, inEveryKind }): readonly Asked[] => [...usual, ...ofArchived, ...inEveryKind],
);

/** One after the other: answers may come from a cache by now, and its key has to hold the slot. */
async function inTurn(earlier: readonly Asked[], askAgain: (one: Asked) => Promise<Asked>): Promise<Asked[]> {
  const again: Asked[] = [];
  for (const one of earlier) again.push(await askAgain(one));
  return again;
}

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

/** Kinds that a business rule may refuse with 422. */
const BUSINESS: readonly Kind[] = ['usual', 'again', 'month'];
/** Kinds that add an optional member to a request that was taken: no business rule is left. */
const OPTIONAL: readonly Kind[] = ['sizes', 'empty-targeting'];

export const answered = forecast.check(
  {
    id: 'forecast.answers-200',
    level: 'must',
    section: 'ad-server §4.3',
    requirement:
      'A valid forecast request for a listed slot is answered 200, or 501 where that slot cannot be forecast.',
    fix: 'Answer 200 with the forecast, or 501 with the code `forecast_unsupported` for a slot that cannot be forecast. Do not refuse optional members, nor slots that `GET /inventory` lists.',
    needs: { asked, maxPages },
    sends: { inventory: 0 },
  },
  async ({ http, asked, maxPages, note }) => {
    const all = asked.filter(({ kind }) => [...BUSINESS, ...OPTIONAL].includes(kind));
    const askedOf = all.map(({ slot, reply }) => ({ slots: [slot.inventory_id], reply }));
    const gone = await goneSlots(http, maxPages, askedOf, 200, 501);
    const own = all.filter(({ reply }) => !gone.includes(reply));
    for (const { kind, reply } of own)
      if (reply.status !== 422 || OPTIONAL.includes(kind)) expect(reply, `to the ${kind} request`).status(200, 501);
    const refused = own.filter(({ reply }) => reply.status === 422);
    if (refused.length === own.length)
      inconclusive(
        `Every forecast was refused: ${refused.map(({ slot, reply }) => `${JSON.stringify(slot.inventory_id)}: ${describe(reply)}`).join('; ')}.`,
        ...refused.map(({ reply }) => reply),
      );
    if (refused.length > 0)
      note(`${refused.length} of ${own.length} requests were refused with 422, as a business rule may.`);
    if (gone.length > 0) note(`Slots that were answered 404 are not listed any more: ${gone.length}.`);
    return asked;
  },
);

/** The answers that hold a forecast: there may be none where no slot can be forecast. */
export const forecasts = forecast.check(
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
      if (typeof id === 'string' && id !== '' && id !== request.inventory_id)
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
    const replies = asked.filter(({ kind }) => kind !== 'archived').map(({ reply }) => reply);
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

/** A member of an answer. */
export function valueAt(reply: Reply, name: string): unknown {
  return reply.json.ok ? member(reply.json.value, name) : undefined;
}

import { describe, expect, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { inconclusive, notApplicable } from '../../src/engine/signal.ts';
import type { Wire } from '../../src/engine/wire.ts';
import type { Reply } from '../../src/http/reply.ts';
import { shown } from '../../src/schema/faults.ts';
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
type Kind =
  | 'usual'
  | 'again'
  | 'archived'
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
const KINDS_BESIDES = 7;

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
      .flatMap(({ slot, request }, index) => [
        ask(http, 'one-day', slot, { ...request, flight: flights.oneDay }),
        ask(http, 'month', slot, { ...request, flight: flights.month, sizes: slot.sizes }),
        index === 0
          ? ask(http, 'sizes', slot, { ...request, sizes: slot.sizes.slice(0, 1) })
          : ask(http, 'empty-sizes', slot, { ...request, sizes: [] }),
        ask(http, 'empty-targeting', slot, { ...request, targeting: {} }),
        ask(http, 'empty-geo', slot, { ...request, targeting: { geo: [] } }),
        inSomeCountry(http, slot, request),
        ask(http, 'countries', slot, { ...request, targeting: { geo: COUNTRIES.slice(0, 2) } }),
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
/** Kinds of which the contract does not say whether they are valid: any refusal is right. */
const OPEN: readonly Kind[] = ['empty-sizes'];

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
    const all = asked.filter(
      ({ kind, reply: { status } }) =>
        [...BUSINESS, ...OPTIONAL].includes(kind) || (OPEN.includes(kind) && status !== 400 && status !== 422),
    );
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

/** A member of an answer. */
export function valueAt(reply: Reply, name: string): unknown {
  return reply.json.ok ? member(reply.json.value, name) : undefined;
}

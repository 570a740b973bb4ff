import { expect, violation } from '../../src/engine/expect.ts';
import { chapter } from '../../src/engine/node.ts';
import { inconclusive, notApplicable } from '../../src/engine/signal.ts';
import type { Wire } from '../../src/engine/wire.ts';
import type { Reply } from '../../src/http/reply.ts';
import { shown } from '../../src/schema/faults.ts';
import type { InventorySlot } from '../../src/schema/generated/types.ts';
import { orderResult } from '../../src/schema/generated/validators.js';
import { run } from '../givens.ts';
import { timezoneIsIana } from './02-health.ts';
import { listed } from './03-inventory.ts';
import { asked, spread } from './04-forecast.ts';
import { attemptsInWords, booked, isAccepted, send, type Booking, type Sent } from './booking.ts';
import { Campaigns, imageCreative, tagCreative, USUAL_GOAL, type Bookable } from './campaign.ts';
import { flightsOf } from './flights.ts';
import { isObject, member } from './json.ts';
import { COUNTRIES, type LineItem, type OrderRequest } from './requests.ts';

export const orders = chapter('ad-server', 'orders', 'Draft orders');

/** Slots that are worth trying, the likeliest first, and the run's way of making orders. */
export const material = orders.stage(
  { id: 'orders.material', needs: { all: listed, run }, prefers: { zone: timezoneIsIana, asked } },
  ({ all, run, zone, asked }) => {
    const availability = new Map((asked ?? []).map(({ slot, reply }) => [slot, availableIn(reply)] as const));
    const slots = [...new Set([...availability.keys(), ...spread(all.bookable, 12)])];
    const [first, ...others] = slots
      .map((slot) => ({ slot, available: availability.get(slot) ?? 0 }))
      .sort((one, other) => suitability(other) - suitability(one))
      .map(({ slot, available }): Bookable => ({
        slot,
        goal: available > 0 ? Math.min(USUAL_GOAL, Math.ceil(available / 4)) : USUAL_GOAL,
      }));
    if (first === undefined)
      inconclusive('The inventory lists no active slot with a size that could be booked.', all.first);
    return {
      bookable: [first, ...others] as const,
      archived: all.archived,
      ids: all.ids,
      campaigns: new Campaigns(run, flightsOf(run, zone)),
    };
  },
);

/** Room for all the goals of a run counts most; several sizes allow more kinds of edits. */
function suitability({ slot, available }: { slot: InventorySlot; available: number }): number {
  const room = available >= 50 * USUAL_GOAL ? 4 : available >= 4 * USUAL_GOAL ? 2 : 0;
  return room + (slot.sizes.length > 1 ? 1 : 0);
}

function availableIn(reply: Reply): number {
  const available =
    reply.status === 200 && reply.json.ok ? member(reply.json.value, 'available_impressions') : undefined;
  return typeof available === 'number' && available > 0 ? available : 0;
}

/** So many slots are tried before requests become gentler. */
const TRIED_SLOTS = 10;
const GENTLE_GOAL = 1000;
/** Some services have a smallest campaign. */
const LARGE_GOAL = 25_000;

/** The plainest booking there is: one line, all optional members left out. */
const firstBooking = orders.stage(
  { id: 'orders.first-booking', needs: { material }, sends: { orders: 1 }, drafts: 1 },
  async ({ http, material: { bookable, campaigns } }) => {
    const slots = bookable.slice(0, TRIED_SLOTS);
    const candidates = [
      ...slots,
      ...slots.slice(0, 2).flatMap(({ slot }) => [GENTLE_GOAL, LARGE_GOAL].map((goal) => ({ slot, goal }))),
    ];
    const attempts: Sent[] = [];
    for (const [index, candidate] of candidates.entries()) {
      const label = `basic-${index + 1}`;
      const sent = await send(http, campaigns.order(label, campaigns.line(label, candidate)));
      attempts.push(sent);
      if (sent.reply.status !== 422) return { attempts, sent, on: candidate };
    }
    return { attempts, sent: null, on: bookable[0] };
  },
);

/** The order that most of the following chapters build on. */
export const basic = orders.check(
  {
    id: 'orders.booking-accepted',
    level: 'must',
    section: 'ad-server §4.4',
    requirement: 'A valid order is accepted and saved, without any of the optional members.',
    fix: 'Accept an order with one line on an active slot, with no targeting, no creatives and no advertiser reference. Refuse with 422 only what a business rule forbids.',
    needs: { first: firstBooking },
  },
  ({ first: { attempts, sent, on } }) => {
    if (sent === null)
      inconclusive(
        `No booking was accepted. Tried: ${attemptsInWords(attempts)}.`,
        ...attempts.map(({ reply }) => reply),
      );
    return { ...booked(sent), on };
  },
);

/** The kinds of order that the contract promises to take, each booked once, on the slot that is known to take one. */
export const kinds = orders.stage(
  { id: 'orders.kinds', needs: { material, basic }, sends: { orders: 6 }, drafts: 6 },
  async ({ http, material: { bookable, campaigns }, basic: { on } }) => {
    const size = on.slot.sizes[0] ?? '300x250';
    const other = bookable.find(({ slot }) => slot.inventory_id !== on.slot.inventory_id);
    const one = (label: string, change: Partial<LineItem>) =>
      send(http, campaigns.order(label, campaigns.line(label, on, change)));
    const [oneDay, severalLines, tag, image, allMembers, script] = await Promise.all([
      firstTaken(http, campaigns, 'one-day', oneDayLines(campaigns, on)),
      firstTaken(http, campaigns, 'several-lines', linesOnOneSlot(campaigns, on)),
      one('creative-tag', { creatives: [tagCreative(size)] }),
      one('creative-image', { creatives: [imageCreative(size)] }),
      firstTaken(http, campaigns, 'all-members', linesWithAllMembers(campaigns, on, other), {
        external_ref: campaigns.ref('advertiser'),
      }),
      withOtherScripts(http, campaigns, on),
    ]);
    return { oneDay, severalLines, tag, image, allMembers, script };
  },
);

/** Sends orders of one kind, each under references of its own, until one is not refused by a business rule. */
async function firstTaken(
  http: Wire,
  campaigns: Campaigns,
  label: string,
  candidates: readonly (readonly LineItem[])[],
  advertiser: Partial<OrderRequest['advertiser']> = {},
): Promise<Sent> {
  let sent: Sent | null = null;
  for (const [index, lines] of candidates.entries()) {
    const order = campaigns.order(`${label}-${index + 1}`, ...lines);
    sent = await send(http, { ...order, advertiser: { ...order.advertiser, ...advertiser } });
    if (sent.reply.status !== 422) break;
  }
  if (sent === null) throw new Error(`no order to send for ${label}`);
  return sent;
}

/** A day has less room than three weeks, so several goals are tried. */
function oneDayLines(campaigns: Campaigns, on: Bookable): LineItem[][] {
  const goals = [GENTLE_GOAL, on.goal, Math.ceil(on.goal / 30)];
  return [...new Set(goals)].map((goal) => [
    campaigns.line(`one-day-${goal}`, { ...on, goal }, { flight: campaigns.flights.oneDay }),
  ]);
}

/** Two lines that differ in geo and in flight; then in geo alone. */
function linesOnOneSlot(campaigns: Campaigns, on: Bookable): LineItem[][] {
  const { usual, later } = campaigns.flights;
  return [later, usual].flatMap((flight) =>
    COUNTRIES.map((country) => [
      campaigns.line('several-1', on, { targeting: { geo: [country] } }),
      campaigns.line('several-2', on, { flight }),
    ]),
  );
}

/** Every optional member is there, empty where it may be; on two slots, then on the one that is known to be bookable. */
function linesWithAllMembers(campaigns: Campaigns, on: Bookable, other: Bookable | undefined): LineItem[][] {
  const first = campaigns.line('all-members-1', on, { targeting: { geo: [] }, creatives: [], sizes: on.slot.sizes });
  const second = other && campaigns.line('all-members-2', other, { targeting: {}, creatives: [] });
  return [
    ...(second === undefined ? [] : [[first, second]]),
    [first],
    [{ ...first, sizes: on.slot.sizes.slice(0, 1) }],
  ];
}

function withOtherScripts(http: Wire, campaigns: Campaigns, on: Bookable): Promise<Sent> {
  const order = campaigns.order('other-scripts', campaigns.line('other-scripts', on));
  const name = `${campaigns.name('Größe & <Änderung> "東京" — مرحبا')} 🎈`;
  return send(http, {
    ...order,
    order: { ...order.order, name },
    advertiser: { name: `${order.advertiser.name} «Ünïcode» 広告主` },
  });
}

/** All orders that were made by creating, for the rules about every created order. */
export const created = orders.stage(
  { id: 'orders.created', needs: { basic }, prefers: { kinds } },
  ({ basic, kinds }): readonly Booking[] => [
    basic,
    ...Object.values(kinds ?? {})
      .filter(isAccepted)
      .map(booked),
  ],
);

orders.check(
  {
    id: 'orders.created-is-201',
    level: 'must',
    section: 'ad-server §4.4',
    requirement: 'An order that is created is answered 201.',
    fix: 'Answer 201 when a new order was saved; keep 200 for a repeat and for an update.',
    needs: { created },
  },
  ({ created }) => {
    for (const { reply } of created) {
      // The client's own retry of a lost first answer finds the order there already.
      if (reply.exchanges.length === 1) expect(reply).status(201);
    }
  },
);

const KINDS = [
  [
    'oneDay',
    'one-day-flight',
    'A line with a flight of one day is accepted.',
    'Treat `end_date` as the last day: a flight that starts and ends on one day is valid.',
    'ad-server §2.5',
  ],
  [
    'severalLines',
    'several-lines-on-one-slot',
    'Several lines on one slot, differing in geo or month, are accepted.',
    'Tell lines apart by `external_ref`, never by their slot; accept country codes in `targeting.geo`.',
    'ad-server §2.5',
  ],
  [
    'allMembers',
    'optional-members',
    'An order with all optional members is accepted, also where they are empty.',
    'Accept `targeting.geo` and `creatives` as empty arrays, and an `advertiser.external_ref`.',
    'ad-server §2.5',
  ],
] as const;

for (const [kind, rule, requirement, fix, section] of KINDS)
  orders.check({ id: `orders.${rule}`, level: 'must', section, requirement, fix, needs: { kinds } }, ({ kinds }) => {
    booked(kinds[kind]);
  });

orders.check(
  {
    id: 'orders.names-in-any-script',
    level: 'must',
    section: 'ad-server §2.5',
    requirement: 'Names in any script are taken as text.',
    fix: 'Store names as Unicode, and escape them where you show them; a 422 with a clear message is the way to refuse one.',
    needs: { kinds },
  },
  ({ kinds: { script }, note }) => {
    if (script.reply.status === 422) note('Refused with 422, as a business rule may.');
    else expect(script.reply).status(200, 201);
  },
);

orders.check(
  {
    id: 'orders.takes-creatives',
    level: 'must',
    section: 'ad-server §2.6',
    requirement: 'A line with a creative of at least one of the two shapes is accepted.',
    fix: 'Accept `third_party_tag` creatives; fall back to `image` where your platform cannot serve a tag.',
    needs: { kinds },
  },
  ({ kinds: { tag, image } }) => {
    for (const { reply } of [tag, image]) if (reply.status !== 422) expect(reply).status(200, 201);
    if (!isAccepted(tag) && !isAccepted(image))
      violation({
        expected: 'one of the two creative shapes accepted',
        actual: 'both refused with 422',
        replies: [image.reply, tag.reply],
      });
  },
);

orders.check(
  {
    id: 'orders.takes-both-creative-shapes',
    level: 'should',
    section: 'ad-server §2.6',
    requirement: 'Both creative shapes are accepted: tags first, images as a fallback.',
    fix: 'Accept the other shape too; the client supplies whichever it has.',
    needs: { kinds },
  },
  ({ kinds: { tag, image } }) => {
    if (isAccepted(tag) === isAccepted(image)) return;
    const refused = isAccepted(tag) ? image : tag;
    expect(refused.reply).status(200, 201);
  },
);

/** Rules about every order that any request of the run was answered with, updates and repeats included. */
const accepted = (reply: Reply): boolean =>
  reply.endpoint === 'orders' && (reply.status === 200 || reply.status === 201);

const ANSWERS = [
  [
    'order-id',
    '/order_id',
    '`order_id` is there: a string that is not empty.',
    'Send the id of the order in your system in `order_id`, as a JSON string.',
  ],
  [
    'line-external-ref',
    '/line_items/*/external_ref',
    'Every line in an answer has its `external_ref`: a string.',
    'Repeat the `external_ref` that the client sent for each line.',
  ],
  [
    'line-item-id',
    '/line_items/*/line_item_id',
    'Every line in an answer has a `line_item_id`: a string that is not empty.',
    'Send the id of the line in your system in `line_item_id`, as a JSON string.',
  ],
] as const;

for (const [rule, pointer, requirement, fix] of ANSWERS)
  orders.watch(
    { id: `orders.${rule}`, level: 'must', section: 'ad-server §2.7', requirement, fix, prefers: { basic } },
    {
      concerns: (reply) => accepted(reply) && lines(reply) !== null,
      judge: (reply) => {
        expect(reply).fits(orderResult, pointer);
      },
    },
  );

orders.watch(
  {
    id: 'orders.body-is-order',
    level: 'must',
    section: 'ad-server §2.7',
    requirement: 'The answer to an accepted order is a JSON object with an array of lines in `line_items`.',
    fix: 'Answer `{ "order_id": …, "status": "DRAFT", "line_items": [ … ] }`, with one object for each line.',
    prefers: { basic },
  },
  {
    concerns: accepted,
    judge: (reply) => {
      const value = expect(reply).json();
      if (!isObject(value))
        violation({ expected: 'a JSON object', actual: shown(value), pointer: '', replies: [reply] });
      const given = member(value, 'line_items');
      if (!Array.isArray(given))
        violation({
          expected: 'an array in line_items',
          actual: shown(given),
          pointer: given === undefined ? '' : '/line_items',
          replies: [reply],
        });
      given.forEach((line: unknown, index) => {
        if (!isObject(line))
          violation({
            expected: 'an object for each line',
            actual: shown(line),
            pointer: `/line_items/${index}`,
            replies: [reply],
          });
      });
    },
  },
);

for (const [rule, pointer, what] of [
  ['status-is-draft', '/status', 'order'],
  ['line-status-is-draft', '/line_items/*/status', 'line item'],
] as const)
  orders.watch(
    {
      id: `orders.${rule}`,
      level: 'must',
      section: 'ad-server §1',
      requirement: `Every ${what} in an answer has the status \`DRAFT\`.`,
      fix: `Create each ${what} in a state that does not serve (draft, paused, inactive), and answer \`DRAFT\`. Nothing that this endpoint creates or updates may be activated.`,
      prefers: { basic },
    },
    {
      concerns: (reply) => accepted(reply) && lines(reply) !== null,
      judge: (reply) => {
        expect(reply).fits(orderResult, pointer);
      },
      stopsBooking: (reply) => statuses(reply).some((status) => typeof status === 'string' && status !== 'DRAFT'),
    },
  );

/** The lines of an answer; `null` where the answer has no such shape, which is judged as such. */
function lines(reply: Reply): readonly unknown[] | null {
  const given = reply.json.ok ? member(reply.json.value, 'line_items') : undefined;
  return Array.isArray(given) ? given : null;
}

function statuses(reply: Reply): unknown[] {
  const own = reply.json.ok ? member(reply.json.value, 'status') : undefined;
  return [own, ...(lines(reply) ?? []).map((line) => member(line, 'status'))];
}

orders.check(
  {
    id: 'orders.lines-echoed',
    level: 'must',
    section: 'ad-server §2.7',
    requirement:
      'A created order is answered with each line that was sent, once, under the same `external_ref`, and no other.',
    fix: 'Answer one element for each line of the request, with its `external_ref` exactly as it came.',
    needs: { created },
  },
  ({ created }) => {
    for (const { request, reply } of created) {
      const sent = request.line_items.map((line) => line.external_ref).sort();
      const got = (lines(reply) ?? []).map((line) => member(line, 'external_ref'));
      if (got.some((ref) => typeof ref !== 'string')) continue;
      if (JSON.stringify([...got].sort()) !== JSON.stringify(sent))
        violation({
          expected: `lines ${sent.join(', ')}`,
          actual: got.length === 0 ? 'no line' : `lines ${got.join(', ')}`,
          pointer: '/line_items',
          replies: [reply],
        });
    }
  },
);

orders.check(
  {
    id: 'orders.line-item-ids-unique',
    level: 'must',
    section: 'ad-server §2.5',
    requirement: 'Every line has a `line_item_id` of its own, also where lines share a slot.',
    fix: 'Give each line of an order an id of its own: delivery is reconciled line by line.',
    needs: { created },
  },
  ({ created }) => {
    const owners = new Map<string, string>();
    for (const { reply } of created)
      for (const [index, line] of (lines(reply) ?? []).entries()) {
        const id = member(line, 'line_item_id');
        const ref = String(member(line, 'external_ref'));
        if (typeof id !== 'string' && typeof id !== 'number') continue;
        const owner = owners.get(String(id));
        if (owner !== undefined && owner !== ref)
          violation({
            expected: 'an id that no other line has',
            actual: `${shown(id)} for ${ref}, as for ${owner}`,
            pointer: `/line_items/${index}/line_item_id`,
            replies: [reply],
          });
        owners.set(String(id), ref);
      }
  },
);

orders.check(
  {
    id: 'orders.order-ids-unique',
    level: 'must',
    section: 'ad-server §2.7',
    requirement: 'Orders with different `order.external_ref` have different `order_id` values.',
    fix: 'Recognise an order by `order.external_ref` alone: not by its name, its advertiser or its slots.',
    needs: { created },
  },
  ({ created }) => {
    const owners = new Map<string, string>();
    for (const { request, reply, ids } of created) {
      if (typeof ids.order !== 'string' && typeof ids.order !== 'number') continue;
      const owner = owners.get(String(ids.order));
      if (owner !== undefined)
        violation({
          expected: `an id other than that of ${owner}`,
          actual: shown(ids.order),
          pointer: '/order_id',
          replies: [reply],
        });
      owners.set(String(ids.order), request.order.external_ref);
    }
  },
);

orders.check(
  {
    id: 'orders.archived-slot-is-not-404',
    level: 'must',
    section: 'ad-server §4.4 rule 6',
    requirement: 'A slot that exists is never answered 404, an archived one neither.',
    fix: 'Keep 404 for slots that do not exist; refuse a booking on an archived slot with 422.',
    needs: { material, basic },
    sends: { orders: 1 },
    drafts: 1,
  },
  async ({ http, material: { archived, campaigns }, note }) => {
    const slot = archived.find(({ sizes }) => sizes.length > 0);
    if (slot === undefined) notApplicable('The inventory lists no archived slot.');
    const { reply } = await send(
      http,
      campaigns.order('archived-slot', campaigns.line('archived-slot', { slot, goal: USUAL_GOAL })),
    );
    expect(reply).status(200, 201, 400, 409, 422);
    note(`Answered ${reply.status ?? 'nothing'}.`);
  },
);

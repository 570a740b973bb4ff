import type { Behaviour } from '../../../fixtures/publisher/behaviour.ts';
import type { Exchange } from '../../../fixtures/publisher/exchange.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { isObject, listOf, member } from '../../../fixtures/publisher/json.ts';
import type { OrderRequest } from '../../../fixtures/publisher/orders/request.ts';
import { badValue, type Refusal } from '../../../fixtures/publisher/refusal.ts';
import { set } from '../../../fixtures/json-edits.ts';
import { lineRule } from '../../../fixtures/publisher/orders/value-rules.ts';
import { unknownSlot } from '../../../fixtures/publisher/forecast-rules.ts';
import type { Circumstance } from './circumstance.ts';
import { refusing } from './refusing.ts';

const UNKNOWN = 'orders.unknown-slot-is-404';
const LEFT = 'orders.refused-leaves-nothing';
const ACCEPTED = 'orders.booking-accepted';
const ONE_DAY = 'orders.one-day-flight';
const COUNTRIES = 'orders.lines-in-two-countries';
const SLOTS = 'orders.lines-on-two-slots';
const ARCHIVED = 'orders.archived-slot-is-not-404';
const CREATIVES = 'orders.takes-creatives';
const only = { only: ['orders'] };

const slotOf = (line: unknown): string => String(member(line, 'inventory_id'));

/** Whether a slot is listed. */
function listing(base: Behaviour, exchange: Exchange): (id: string) => boolean {
  const ids = new Set(base.slots(exchange).map(({ inventoryId }) => inventoryId));
  return (id) => ids.has(id);
}

const closed = badValue('business-rule', 'Closed until noon.');

/** Has slots that are not listed, under the first so many ids that are made up; takes orders on them, or refuses those. */
const hiding =
  (ids: number, refused?: Refusal): BehaviourChange =>
  (base) => {
    const hidden = new Set<string>();
    return {
      onRefused: (refusal, exchange, carryOn) => {
        if (refusal.reason !== 'slot-unknown' || exchange.request.route !== 'orders')
          return base.onRefused(refusal, exchange, carryOn);
        const isListed = listing(base, exchange);
        const lines = listOf(member(JSON.parse(exchange.request.body), 'line_items'));
        const made = lines.map(slotOf).filter((id) => !isListed(id));
        for (const id of made) if (hidden.size < ids) hidden.add(id);
        return made.every((id) => hidden.has(id)) ? (refused ?? carryOn()) : refusal;
      },
    };
  };

/** Books what is right about an order that it refuses for an unknown slot. */
const leaving: BehaviourChange = (base) => ({
  onRefused: async (refusal, exchange, carryOn) => {
    if (refusal.reason !== 'slot-unknown' || exchange.request.route !== 'orders')
      return base.onRefused(refusal, exchange, carryOn);
    const isListed = listing(base, exchange);
    const body: unknown = JSON.parse(exchange.request.body);
    const line_items = listOf(member(body, 'line_items')).filter((line) => isListed(slotOf(line)));
    if (line_items.length > 0) await carryOn({ ...(isObject(body) ? body : {}), line_items });
    return refusal;
  },
});

/** Takes slots off the list, for good, from the first order on for which this holds. */
const takingOff =
  (isMeant: (tried: readonly string[], orders: number, inventoryId: string) => boolean): BehaviourChange =>
  (base) => {
    const gone = new Set<string>();
    const tried: string[] = [];
    return {
      slots: (exchange) => base.slots(exchange).filter(({ inventoryId }) => !gone.has(inventoryId)),
      orderRules: [
        lineRule('gone', ({ inventoryId }, index, { exchange }) => {
          if (!tried.includes(inventoryId)) tried.push(inventoryId);
          if (isMeant(tried, exchange.store.orders.length, inventoryId)) gone.add(inventoryId);
          return gone.has(inventoryId) ? unknownSlot(inventoryId, index) : undefined;
        }),
        ...base.orderRules,
      ],
    };
  };

/** Answers every order with a status of its own, or with that in its last line. */
const answering =
  (pointer: '/status' | '/line_items/0/status', status: unknown): BehaviourChange =>
  (base) => ({
    orderView: (...booking) => set(base.orderView(...booking), pointer, status),
  });

export const ordersCircumstances: readonly Circumstance[] = [
  ...(
    [
      ['/status', 'orders.status-is-draft'],
      ['/line_items/0/status', 'orders.line-status-is-draft'],
    ] as const
  ).flatMap(([pointer, id]): Circumstance[] => [
    {
      name: `nothing more is booked once ${pointer} is not DRAFT`,
      behaviour: answering(pointer, 'ACTIVE'),
      run: { certify: only },
      fails: [id],
      verdict: 'failed',
      ends: { [ACCEPTED]: 'pass', [ONE_DAY]: 'skip', [UNKNOWN]: 'skip', 'orders.created-is-201': 'pass' },
    },
    {
      name: `what is no status at ${pointer} stops no booking`,
      behaviour: answering(pointer, null),
      run: { certify: only },
      fails: [id],
      verdict: 'failed',
      ends: { [ONE_DAY]: 'pass' },
    },
  ]),
  {
    name: 'where every order is refused, no rule is broken, and what was tried is said',
    behaviour: refusing(() => true),
    run: { certify: only },
    verdict: 'inconclusive',
    ends: { [ACCEPTED]: 'inconclusive' },
    says: {
      [ACCEPTED]:
        /^No booking was accepted, with or without .*Tried: slot "slot-0004" with a goal of 3000 from [\d-]{10} to [\d-]{10}: status 422 \(invalid_value: This is not taken here\.\)(; slot [^;]*){17}\.$/,
    },
  },
  {
    name: 'a plain order that is refused for a while, and then taken, is no fault',
    behaviour: () => {
      let orders = 0;
      return { orderRules: [{ name: 'closed', check: () => ((orders += 1) <= 20 ? closed : undefined) }] };
    },
    run: { certify: { only: [ACCEPTED] } },
    verdict: 'passed',
    ends: { [ACCEPTED]: 'pass' },
  },
  {
    name: 'two slots that are taken off the list when they are tried are said',
    behaviour: takingOff((tried, _orders, inventoryId) => tried.indexOf(inventoryId) < 2),
    run: { certify: only },
    verdict: 'passed',
    says: { [ACCEPTED]: /^Slots that were answered 404 are not listed any more: 2\.$/ },
  },
  {
    name: 'slots that are taken off the list one by one leave nothing to judge',
    behaviour: takingOff(() => true),
    run: { certify: only },
    verdict: 'inconclusive',
    ends: { [ACCEPTED]: 'inconclusive' },
  },
  {
    name: 'a slot that is taken off the list behind the first order leaves the others unjudged',
    behaviour: takingOff((_tried, orders) => orders > 0),
    run: { certify: only },
    verdict: 'passed',
    ends: {
      [ACCEPTED]: 'pass',
      [ONE_DAY]: 'inconclusive',
      [CREATIVES]: 'inconclusive',
      'orders.names-in-any-script': 'inconclusive',
      'orders.reversed-range-is-422': 'inconclusive',
      'orders.one-unfitting-size-among-fitting': 'inconclusive',
      [UNKNOWN]: 'pass',
    },
    says: { [ONE_DAY]: /^The slot that was asked for is not listed any more\./ },
  },
  {
    name: 'kinds of order are not judged where a plain one is refused by then',
    behaviour: refusing((_request, { exchange }) => exchange.store.orders.length > 0),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ACCEPTED]: 'pass', [ONE_DAY]: 'inconclusive', [CREATIVES]: 'inconclusive', [COUNTRIES]: 'skip' },
    says: { [ONE_DAY]: /^A plain order is refused by now as well: status 422 / },
  },
  {
    name: 'a publisher of one country is not asked for two',
    behaviour: refusing(({ lines }) => lines.some(({ geo }) => geo.some((country) => country !== 'GB'))),
    run: { certify: only },
    verdict: 'passed',
    ends: { [COUNTRIES]: 'not-applicable' },
  },
  ...(
    [
      [COUNTRIES, 'countries', ({ lines }: OrderRequest) => new Set(lines.flatMap(({ geo }) => geo)).size > 1],
      [SLOTS, 'slots', ({ lines }: OrderRequest) => new Set(lines.map(({ inventoryId }) => inventoryId)).size > 1],
    ] as const
  ).flatMap(([id, what, isTogether]): Circumstance[] => [
    {
      name: `two ${what} are not judged where one of them is refused alone by then`,
      behaviour: refusing((order) => isTogether(order) || order.name.includes(`${what}-after-1`)),
      run: { certify: only },
      verdict: 'passed',
      ends: { [id]: 'not-applicable' },
      says: { [id]: new RegExp(`^There is no room left for two ${what} in one order\\.`) },
    },
    {
      name: `two ${what} are asked for with half as much where there is no room for twice as much`,
      behaviour: refusing((order) => isTogether(order) || order.lines.some((line) => line.goalImpressions > 5000)),
      run: { certify: only },
      fails: [id],
      verdict: 'failed',
      says: { [id]: /^Expected both lines accepted, as each of them is alone, got status 422 / },
    },
  ]),
  {
    name: 'any two of three countries will do',
    behaviour: refusing(
      ({ lines, name }) => new Set(lines.flatMap(({ geo }) => geo)).size > 1 && !name.includes('countries-together-3'),
    ),
    run: { certify: { only: [COUNTRIES] } },
    verdict: 'passed',
    ends: { [COUNTRIES]: 'pass' },
  },
  {
    name: 'slots of different formats are not asked for together',
    behaviour: (base) => ({
      slots: (exchange) =>
        base.slots(exchange).map((slot) => ({ ...slot, format: slot.position === 4 ? 'takeover' : 'display' })),
      orderRules: [
        ...base.orderRules,
        {
          name: 'one-format',
          check: ({ lines }, { slotOf }) =>
            new Set(lines.map(({ inventoryId }) => slotOf(inventoryId)?.format)).size > 1 ? closed : undefined,
        },
      ],
    }),
    run: { certify: { only: [SLOTS] } },
    verdict: 'passed',
    ends: { [SLOTS]: 'not-applicable' },
  },
  {
    name: 'an inventory of one slot has no two to ask for',
    behaviour: (base) => ({ slots: (exchange) => base.slots(exchange).slice(0, 1) }),
    run: { certify: only },
    verdict: 'passed',
    ends: { [SLOTS]: 'not-applicable' },
  },
  {
    name: 'an inventory in which nothing can be booked leaves nothing to judge',
    behaviour: (base) => ({
      slots: (exchange) => base.slots(exchange).map((slot) => ({ ...slot, status: 'archived' })),
    }),
    run: { certify: only },
    verdict: 'inconclusive',
    ends: { [ACCEPTED]: 'inconclusive' },
    says: { [ACCEPTED]: /^The inventory lists no active slot with a size that could be booked\./ },
  },
  {
    name: 'that names are refused by a business rule is said',
    behaviour: refusing(({ name }) => name.includes('東京')),
    run: { certify: only },
    verdict: 'passed',
    says: { 'orders.names-in-any-script': /^Refused with 422, as a business rule may\.$/ },
  },
  {
    name: 'what a booking on an archived slot is answered is said',
    run: { certify: { only: [ARCHIVED] } },
    verdict: 'passed',
    says: { [ARCHIVED]: /^Answered 422\.$/ },
  },
  {
    name: 'an archived slot without sizes cannot be booked by anyone',
    behaviour: (base) => ({
      slots: (exchange) =>
        base.slots(exchange).map((slot) => (slot.status === 'archived' ? { ...slot, sizes: [] } : slot)),
    }),
    run: { certify: { only: [ARCHIVED] } },
    verdict: 'passed',
    ends: { [ARCHIVED]: 'not-applicable' },
  },
  {
    name: 'a slot that is not listed and can be booked stands under a made-up id by chance',
    behaviour: hiding(1),
    run: { certify: { only: [UNKNOWN] } },
    verdict: 'passed',
    ends: { [UNKNOWN]: 'pass' },
  },
  {
    name: 'a slot that is not listed and is sold out stands under a made-up id by chance',
    behaviour: hiding(1, closed),
    run: { certify: { only: [UNKNOWN] } },
    verdict: 'passed',
    ends: { [UNKNOWN]: 'pass' },
  },
  {
    name: 'two made-up ids are not both of slots that are not listed',
    behaviour: hiding(2),
    run: { certify: { only: [UNKNOWN] } },
    fails: [UNKNOWN],
    verdict: 'failed',
  },
  {
    name: 'that a refused order leaves nothing is said',
    run: { certify: only },
    verdict: 'passed',
    says: { [LEFT]: /^The same order without the bad line: status 201 \(nothing was left\)\.$/ },
  },
  {
    name: 'that a refused order leaves its good lines is said, and held against nobody',
    behaviour: leaving,
    run: { certify: only },
    verdict: 'passed',
    says: {
      [LEFT]: /^The same order without the bad line: status 200 \(something was left: it counts as an update\)\.$/,
    },
  },
];

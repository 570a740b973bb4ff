import { merged, set } from '../../../fixtures/behaviours/json-edits.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { badValue } from '../../../fixtures/publisher/refusal.ts';
import { unknownSlot } from '../../../fixtures/publisher/forecast-rules.ts';
import { lineRule } from '../../../fixtures/publisher/orders/value-rules.ts';
import { ordersVariations } from '../../../fixtures/variations/orders.ts';
import type { Circumstance } from './circumstance.ts';
import { closed, refusing, takingOff } from './refusing.ts';

const exclusive = ordersVariations.find(({ name }) => name === 'orders-slots-are-exclusive');
if (exclusive === undefined) throw new Error('no variation of slots that are exclusive');

const UNKNOWN = 'orders.unknown-slot-is-404';
const ACCEPTED = 'orders.booking-accepted';
const ANY = 'orders.any-listed-slot';
const ONE_DAY = 'orders.one-day-flight';
const REVERSED = 'orders.reversed-range-is-422';
const only = { only: ['orders'] };

/** Sets the status of every order in the answers, or that of its first line. */
const answering =
  (pointer: '/status' | '/line_items/0/status', status: unknown): BehaviourChange =>
  (base) => ({
    orderView: (...booking) => set(base.orderView(...booking), pointer, status),
  });

const ANSWERS = ['order-id', 'line-external-ref', 'line-item-id', 'body-is-order', 'status-is-draft'];

/** Slots in the order in which they should be tried: position in the list, availability in the forecast, and goal. */
const BY_ROOM: readonly (readonly [position: number, available: unknown])[] = [
  [18, 75_000],
  [4, 74_000],
  [6, 12_000],
  [1, 11_000],
  // Answered with the error that there is no forecast.
  [7, 90_000],
  [13, '90000'],
  [12, -5],
  [2, 0],
];

const left = new Map(BY_ROOM.map(([position, available]) => [position, available]));

const FIRST = BY_ROOM.slice(0, 3).map(([position]) => `"slot-${String(position).padStart(4, '0')}"`);
const inTurn = new RegExp(`goals of 1000, 2960, 3000 and 25000 .* on slot ${FIRST.join(', ')} and \\d+ more`);

/** Has only these slots, and accepts no order on any of them. */
const full: BehaviourChange = (base, settings) => ({
  ...refusing(() => true)(base, settings),
  slots: (exchange) => base.slots(exchange).filter(({ position }) => left.has(position)),
  isForecastable: ({ position }) => position !== 7,
  forecastBody: (numbers, request, slot, exchange) =>
    set(base.forecastBody(numbers, request, slot, exchange), '/available_impressions', left.get(slot.position)),
  errorBody: (refusal, exchange) => merged(base.errorBody(refusal, exchange), { available_impressions: left.get(7) }),
});

/** The first order of a run, which all others depend on. */
export const firstOrderCircumstances: readonly Circumstance[] = [
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
    ends: {
      [ACCEPTED]: 'inconclusive',
      ...Object.fromEntries(ANSWERS.map((rule) => [`orders.${rule}`, 'skip'] as const)),
    },
    says: {
      [ACCEPTED]:
        /^No booking was accepted, with or without .*Answered: status 422 \(invalid_value: This is not taken here\.\) to all \d+ orders, with goals of 1000, 3000 and 25000 between [\d-]{10} and [\d-]{10}, on slot "slot-0004", [^;]* more\.$/,
    },
  },
  {
    name: 'a plain order that is refused for a while, and then taken, is no fault',
    behaviour: (base) => {
      let orders = 0;
      const check = () => ((orders += 1) <= 20 ? closed : undefined);
      return { orderRules: [{ name: 'closed', check }, ...base.orderRules] };
    },
    run: { certify: { only: [ACCEPTED] } },
    verdict: 'passed',
    ends: { [ACCEPTED]: 'pass' },
  },
  {
    name: 'a plain order that is refused for a while, and then on slots that are sold by then, is no fault',
    behaviour: (base, settings) => {
      let orders = 0;
      const check = () => ((orders += 1) <= 20 ? closed : undefined);
      const { orderRules = [] } = { ...exclusive.behaviour(base, settings) };
      return { orderRules: [{ name: 'closed', check }, ...orderRules] };
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
    says: { [ANY]: /^Slots that were answered 404 are no longer listed: 2\.$/ },
  },
  {
    name: 'slots that are taken off the list one by one leave nothing to judge',
    behaviour: takingOff(() => true),
    run: { certify: only },
    verdict: 'inconclusive',
    ends: { [ACCEPTED]: 'inconclusive' },
    says: { [ACCEPTED]: /Answered: (status 404 [^;]*; ){7}status 404 [^;]*\.$/ },
  },
  {
    name: 'of slots that are all listed nothing is said, nor of refusals that are right',
    run: { certify: { only: [ACCEPTED, ANY, UNKNOWN, REVERSED] } },
    verdict: 'passed',
    says: { [ACCEPTED]: /^$/, [ANY]: /^$/, [UNKNOWN]: /^$/, [REVERSED]: /^$/ },
  },
  {
    name: 'where no slot is found by orders that is listed, no booking is accepted',
    behaviour: (base) => ({
      orderRules: [lineRule('none', ({ inventoryId }, index) => unknownSlot(inventoryId, index)), ...base.orderRules],
    }),
    run: { certify: only },
    fails: [ACCEPTED],
    verdict: 'failed',
    ends: { [ANY]: 'skip' },
    says: { [ACCEPTED]: /got status 404 .*for "slot-0004", slot 4 of the 300 that are listed/ },
    creates: 0,
  },
  {
    name: 'a slot that is not found is told of where all others are refused',
    behaviour: (base) => ({
      orderRules: [
        lineRule('first', ({ inventoryId }, index) =>
          inventoryId === 'slot-0004' ? unknownSlot(inventoryId, index) : closed,
        ),
        ...base.orderRules,
      ],
    }),
    run: { certify: { only: [ACCEPTED] } },
    fails: [ACCEPTED],
    verdict: 'failed',
    says: { [ACCEPTED]: /got status 404 .*for "slot-0004"/ },
  },
  {
    name: 'slots are tried by the room there is, for goals that fit',
    behaviour: full,
    run: { certify: { only: [ACCEPTED] } },
    verdict: 'inconclusive',
    says: { [ACCEPTED]: inTurn },
  },
  {
    name: 'the optional member is named that is asked for, and how the order is answered without it',
    behaviour: (base) => ({
      orderRules: [
        ...base.orderRules,
        {
          name: 'buyer-by-ref',
          check: ({ advertiserRef, name }) =>
            advertiserRef === undefined ? badValue('business-rule', `Who is the buyer of ${name}?`) : undefined,
        },
      ],
    }),
    run: { certify: { only: [ACCEPTED] } },
    fails: [ACCEPTED],
    verdict: 'failed',
    says: { [ACCEPTED]: /a plain order to be accepted, as one with advertiser\.external_ref is, .* again-1\?\)\.$/ },
    cites: { [ACCEPTED]: 2 },
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
];

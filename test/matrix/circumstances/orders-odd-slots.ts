import { ordersFaults } from '../../../fixtures/faults/orders.ts';
import { ordersVariations } from '../../../fixtures/variations/orders.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { unknownSlot } from '../../../fixtures/publisher/forecast-rules.ts';
import { lineRule } from '../../../fixtures/publisher/orders/value-rules.ts';
import { badValue } from '../../../fixtures/publisher/refusal.ts';
import type { Slot } from '../../../fixtures/publisher/slots.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import type { Circumstance } from './circumstance.ts';
import { closed } from './refusing.ts';

const ANY = 'orders.any-listed-slot';
const UNFITTING = 'orders.unfitting-size-on-any-slot';
const only = { only: ['orders'] };

/** Refuses lines on some slots, after all other rules. */
const refusingOn =
  (isMeant: (slot: Slot, goal: number) => boolean, refusal = closed): BehaviourChange =>
  (base) => ({
    orderRules: [
      ...base.orderRules,
      lineRule('not-there', ({ inventoryId, goalImpressions }, _index, { slotOf }) => {
        const slot = slotOf(inventoryId);
        return slot !== undefined && isMeant(slot, goalImpressions) ? refusal : undefined;
      }),
    ],
  });

/** The slot of a run's first order if no terms are stated. */
const isUsual = ({ position }: Slot): boolean => position === 4;

/** Orders on slots that differ from the usual one. */
export const oddSlotCircumstances: readonly Circumstance[] = [
  {
    name: 'an odd slot is booked for as much as there is room for',
    behaviour: (base, settings) => {
      const left = (slot: Slot): number => (isUsual(slot) ? 80_000 : 1400);
      return {
        slots: (exchange) => base.slots(exchange).slice(0, 12),
        forecastNumbers: (slot) => ({ forecasted: 900_000, available: left(slot) }),
        ...refusingOn((slot, goal) => goal > left(slot))(base, settings),
      };
    },
    run: { certify: only },
    verdict: 'passed',
    ends: { [ANY]: 'pass' },
    says: { [ANY]: /^$/ },
  },
  {
    name: 'an odd slot is booked for no less than what the usual one takes',
    behaviour: behaviourOf(ordersVariations, 'orders-great-least-goal'),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ANY]: 'pass' },
    says: { [ANY]: /^$/ },
  },
  {
    name: 'a slot that is unknown to orders is found by itself where an order has two lines at most',
    behaviour: (base) => ({
      orderRules: [
        {
          name: 'two-lines',
          check: ({ lines }) =>
            lines.length > 2 ? badValue('business-rule', 'Too many.').with({ status: 413 }) : undefined,
        },
        lineRule('neighbour', ({ inventoryId }, index, { slotOf }) =>
          slotOf(inventoryId)?.position === 6 ? unknownSlot(inventoryId, index) : undefined,
        ),
        ...base.orderRules,
      ],
    }),
    run: { certify: only },
    fails: [ANY],
    verdict: 'failed',
  },
  {
    name: 'that orders on all other slots are refused is told',
    behaviour: refusingOn((slot) => !isUsual(slot)),
    run: { certify: only },
    verdict: 'passed',
    says: { [ANY]: /^None was accepted: each was refused, as a business rule may\.$/ },
  },
  {
    name: 'that orders on some other slots are refused is not told',
    behaviour: refusingOn(({ position }) => position % 2 === 1),
    run: { certify: only },
    verdict: 'passed',
    ends: { [ANY]: 'pass' },
    says: { [ANY]: /^$/ },
  },
  {
    name: 'wrong sizes on other slots are not judged where those on the usual one are judged wrongly',
    behaviour: behaviourOf(ordersFaults, 'orders-unfit-size-is-400'),
    run: { certify: only },
    fails: ['orders.unfitting-size-is-422'],
    verdict: 'failed',
    ends: { [UNFITTING]: 'skip' },
    says: { [UNFITTING]: /^Waits for orders\.unfitting-size-is-422/ },
  },
];

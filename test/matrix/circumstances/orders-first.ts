import { set } from '../../../fixtures/json-edits.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import type { Circumstance } from './circumstance.ts';
import { closed, refusing, takingOff } from './refusing.ts';

const UNKNOWN = 'orders.unknown-slot-is-404';
const ACCEPTED = 'orders.booking-accepted';
const ONE_DAY = 'orders.one-day-flight';
const only = { only: ['orders'] };

/** Answers every order with a status of its own, or with that in its first line. */
const answering =
  (pointer: '/status' | '/line_items/0/status', status: unknown): BehaviourChange =>
  (base) => ({
    orderView: (...booking) => set(base.orderView(...booking), pointer, status),
  });

/** About the first order of a run, on which all others rest. */
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
    ends: { [ACCEPTED]: 'inconclusive' },
    says: {
      [ACCEPTED]:
        /^No booking was accepted, with or without .*Tried: slot "slot-0004" with a goal of 3000 from [\d-]{10} to [\d-]{10}: status 422 \(invalid_value: This is not taken here\.\)(; slot [^;]*){19}\.$/,
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

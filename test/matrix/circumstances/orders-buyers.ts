import { ordersFaults } from '../../../fixtures/faults/orders.ts';
import { ordersVariations } from '../../../fixtures/variations/orders.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import { set } from '../../../fixtures/behaviours/json-edits.ts';
import type { Circumstance } from './circumstance.ts';
import { refusing } from './refusing.ts';

const BUYER = 'orders.buyer-books-again';
const MEMBERS = 'orders.optional-members';
const STATUS = 'orders.status-is-draft';
const CREATIVES = 'orders.takes-creatives';
const only = { only: ['orders'] };

const crashing = behaviourOf(ordersFaults, 'orders-two-creatives-crash');
const limiting = behaviourOf(ordersVariations, 'orders-few-drafts-per-buyer');

/** Further orders of the same buyer. */
export const buyerCircumstances: readonly Circumstance[] = [
  {
    name: 'who refuses a second order of a buyer is shown one of another buyer that was taken',
    behaviour: behaviourOf(ordersFaults, 'orders-buyer-is-refused-after-1-with-422'),
    run: { certify: only },
    fails: [BUYER],
    verdict: 'failed',
    cites: { [BUYER]: 2 },
  },
  {
    name: 'a buyer is not refused whose orders are taken after those of another',
    behaviour: refusing(
      (order, { exchange: { store } }) =>
        store.orders.length > 0 && ![order, ...store.orders].some(({ name }) => name.includes('new-buyer')),
    ),
    run: { certify: only },
    verdict: 'passed',
    ends: { [BUYER]: 'pass' },
  },
  {
    name: 'whether a buyer may book again is not told where no other buyer may book',
    behaviour: refusing((_request, { exchange }) => exchange.store.orders.length > 0),
    run: { certify: only },
    verdict: 'passed',
    ends: { [BUYER]: 'inconclusive' },
    says: { [BUYER]: /^No second order was accepted, not even for a new advertiser: status 422 / },
  },
  {
    name: 'who took some orders of a buyer, and has no room left for anybody, takes a buyer again',
    behaviour: both(
      crashing,
      refusing(({ name }) => name.includes('-buyer-')),
    ),
    run: { certify: only },
    fails: [CREATIVES],
    verdict: 'failed',
    ends: { [BUYER]: 'pass' },
  },
  {
    name: 'who fails on some orders of a buyer, and takes so many drafts only, takes a buyer again',
    behaviour: both(crashing, limiting),
    run: { certify: only },
    fails: [CREATIVES],
    verdict: 'failed',
    ends: { [BUYER]: 'pass' },
  },
  {
    name: 'who fails on some orders of a buyer and takes the next is left with no draft of a new buyer',
    behaviour: both(crashing, (base) => ({
      orderView: (order, ...booking) => {
        const view = base.orderView(order, ...booking);
        return order.name.includes(': new-buyer-') ? set(view, '/status', 'ONE_TOO_MANY') : view;
      },
    })),
    run: { certify: { only: [BUYER, MEMBERS, STATUS] } },
    verdict: 'passed',
    ends: { [BUYER]: 'pass', [MEMBERS]: 'pass', [STATUS]: 'pass' },
  },
];

function both(first: BehaviourChange, second: BehaviourChange): BehaviourChange {
  return (base, settings) => ({ ...first(base, settings), ...second({ ...base, ...first(base, settings) }, settings) });
}

import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { faults } from '../../../fixtures/faults/index.ts';
import { variations } from '../../../fixtures/variations/index.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import type { Circumstance } from './circumstance.ts';

/** One publisher with the faults and variations of these names. Each builds on the one before. */
function all(names: readonly string[]): BehaviourChange {
  return (base, settings) =>
    names
      .map((name) => behaviourOf([...faults, ...variations], name))
      .reduce((made, change) => ({ ...made, ...change({ ...base, ...made }, settings) }), {});
}

/** A circumstance for the ad server's modules with such a publisher. */
const crossed = (names: readonly string[], stated: Partial<Circumstance>): Circumstance => ({
  name: names.join(' and '),
  behaviour: all(names),
  verdict: stated.fails === undefined ? 'passed' : 'failed',
  ...stated,
});

const pass = (...ids: readonly string[]) => ({ ends: Object.fromEntries(ids.map((id) => [id, 'pass' as const])) });

const ACCEPTED = 'orders.booking-accepted';
const NOT_CREATED = 'orders.refused-creates-nothing';
const NOT_APPLIED = 'idempotency.conflict-applies-nothing';
const RACES = ['retry-while-running', 'two-keys-one-order', 'conflict-while-running'].map((id) => `idempotency.${id}`);

/** Publishers that are unusual in several ways, or faulty and unusual. */
export const crossedCircumstances: readonly Circumstance[] = [
  // Two faults of which neither follows from the other are both told.
  crossed(['idempotency-conflict-applied', 'idempotency-order-ref-not-compared'], {
    fails: ['idempotency.conflict-on-order-ref-is-409', NOT_APPLIED],
  }),
  crossed(['updates-retry-of-added-line-is-409', 'idempotency-repeat-refused-at-once'], {
    fails: ['idempotency.retry-while-running', 'updates.retries-after-each-kind'],
  }),
  crossed(['inventory-one-place-for-all-walks', 'inventory-cursor-empty-on-last-page'], {
    fails: ['inventory.cursor-form', 'inventory.walks-keep-their-places'],
  }),
  // The only accepted country was not requested on the slot that had room for two lines.
  crossed(['orders-7-lines-per-slot', 'orders-poland-only'], pass('orders.several-lines-on-one-slot')),
  // An order answered with 201 is new, however often it was sent.
  crossed(['one-call-a-second'], pass('orders.created-is-201', NOT_CREATED, NOT_APPLIED)),
  // What is refused on one slot or for one buyer is requested on other slots, or for other buyers.
  crossed(
    ['slots-sold-out-after-9-lines'],
    pass(NOT_CREATED, NOT_APPLIED, 'updates.added-line-gets-new-id', 'updates.line-added-at-once'),
  ),
  crossed(['orders-three-drafts-per-buyer'], pass(NOT_CREATED, NOT_APPLIED, ...RACES)),
  // The publisher may check the key last.
  crossed(['slots-sold-out-after-9-lines', 'idempotency-values-before-keys'], {}),
  crossed(['orders-slots-are-exclusive', 'idempotency-values-before-keys'], {
    says: { [NOT_APPLIED]: /^No order was refused with 409/ },
  }),
  // The name for another buyer, on another slot, is just as short.
  crossed(['orders-short-names-400', 'orders-three-drafts-per-buyer'], pass(NOT_CREATED, NOT_APPLIED, ...RACES)),
  // An order that is not a draft ends all booking, but nothing else.
  crossed(['orders-active-with-two-lines'], {
    fails: ['orders.status-is-draft'],
    ends: { 'auth.missing-key-is-401': 'pass', 'auth.wrong-key-is-401': 'pass' },
  }),
  // Accepted bad values do not turn refused requests into orders.
  crossed(['orders-negative-goal-booked'], {
    fails: ['orders.goal-is-whole'],
    ends: { [NOT_CREATED]: 'pass' },
  }),
  // A valid order shows whether there is room for the broken one.
  crossed(['orders-line-references-unique', 'errors-missing-start-in-a-line-is-422'], {
    fails: ['errors.line-missing-member-is-400'],
  }),
  // The order that is repeated is not the one whose creatives are changed meanwhile.
  crossed(['updates-creatives-never-left-out-400', 'orders-room-not-told'], {}),
  // Nothing shows whether an id of the right form would be unknown.
  crossed(['orders-slots-have-ids-of-one-length-and-others-400', 'orders-few-drafts-in-all'], {
    ends: { 'orders.unknown-slot-is-404': 'inconclusive' },
  }),
  // Other days, goals and references at the same time.
  crossed(['orders-references-in-lower-case-400', 'orders-flights-from-mondays'], pass(ACCEPTED)),
  crossed(['orders-references-in-lower-case-422', 'orders-one-slot-left'], pass(ACCEPTED)),
  crossed(['orders-references-in-lower-case-422', 'updates-large-values-refused-413'], pass(ACCEPTED)),
  crossed(['orders-two-weeks-notice', 'orders-goals-of-some-thousands'], pass(ACCEPTED)),
  crossed(['errors-422-before-400', 'orders-flights-from-mondays'], pass(ACCEPTED)),
  crossed(['orders-flights-from-mondays', 'orders-room-for-a-few'], pass(ACCEPTED)),
  crossed(['orders-references-in-lower-case-400', 'orders-order-refs-compared-to-100-characters'], {
    fails: ['orders.order-ids-unique'],
  }),
  crossed(['orders-references-in-lower-case-422', 'updates-lines-matched-by-their-end'], {
    fails: ['updates.every-line-once'],
  }),
  crossed(['slots-sold-out-after-9-lines', 'idempotency-repeat-makes-second-line'], {
    fails: ['idempotency.retry-same-ids'],
  }),
  crossed(['orders-7-lines-per-slot', 'orders-unfit-size-booked'], { fails: ['orders.unfitting-size-is-422'] }),
];

import { ordersVariations } from '../../../fixtures/variations/orders.ts';
import { bookingVariations } from '../../../fixtures/variations/booking.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { badValue } from '../../../fixtures/publisher/refusal.ts';
import type { Circumstance } from './circumstance.ts';
import { refusing } from './refusing.ts';

const COUNTRIES = 'orders.lines-in-two-countries';
const ONE_DAY = 'orders.one-day-flight';
const OPTIONAL = 'orders.optional-members';
const SEVERAL = 'orders.several-lines-on-one-slot';
const BUYER = 'orders.buyer-books-again';

/** The publisher of a variation. */
function of(variation: string): BehaviourChange {
  const found = [...ordersVariations, ...bookingVariations].find(({ name }) => name === variation);
  if (found === undefined) throw new Error(`no variation ${variation}`);
  return found.behaviour;
}

/** A publisher with two variations. */
const both =
  (one: string, other: string): BehaviourChange =>
  (base, settings) => {
    const changed = of(one)(base, settings);
    return { ...changed, ...of(other)({ ...base, ...changed }, settings) };
  };

const TOO_LONG = badValue('business-rule', 'The value is too long for the column.').with({ status: 500 });

/** The forms in which a kind of order is requested. */
export const formCircumstances: readonly Circumstance[] = [
  {
    name: 'a column too short for long references breaks one rule',
    behaviour: (base) => ({
      orderRules: [
        ...base.orderRules,
        {
          name: 'short-column',
          check: ({ externalRef }) => (externalRef.length > 64 ? TOO_LONG : undefined),
        },
      ],
    }),
    run: { certify: { only: ['orders'] } },
    verdict: 'failed',
    fails: ['orders.any-name-and-references'],
  },
  {
    name: 'four lines on one slot ask for little more than two, and each for a plausible goal',
    behaviour: refusing(
      ({ lines }) =>
        lines.reduce((sum, { goalImpressions }) => sum + goalImpressions, 0) > 8000 ||
        lines.some(({ goalImpressions }) => goalImpressions < 1000),
    ),
    run: { certify: { only: [SEVERAL] } },
    verdict: 'passed',
    ends: { [SEVERAL]: 'pass' },
    says: { [SEVERAL]: /^$/ },
  },
  {
    name: 'two lines with all members are on two slots',
    behaviour: refusing(
      ({ lines: [first, second] }) =>
        first?.inventoryId === second?.inventoryId &&
        first?.geo.join() === second?.geo.join() &&
        first?.flight.start === second?.flight.start,
    ),
    run: { certify: { only: [OPTIONAL] } },
    verdict: 'passed',
    ends: { [OPTIONAL]: 'pass' },
    says: { [OPTIONAL]: /^$/ },
  },
  {
    name: 'where a slot is sold for its days, another is asked for',
    behaviour: of('orders-slots-are-exclusive'),
    run: { certify: { only: ['orders'] } },
    verdict: 'passed',
    ends: { [ONE_DAY]: 'pass' },
  },
  {
    name: 'two thousands are asked for where there is room for less than two of the usual goals',
    behaviour: both('orders-goals-in-thousands', 'orders-room-not-told'),
    run: { certify: { only: [SEVERAL, COUNTRIES] } },
    verdict: 'passed',
    ends: { [SEVERAL]: 'pass', [COUNTRIES]: 'pass' },
  },
  {
    name: 'no kind of order is judged that was asked for on a slot that is sold out by then',
    behaviour: both('orders-a-day-sold-out', 'slots-sold-out-after-9-lines'),
    run: { certify: { only: ['orders'] } },
    verdict: 'passed',
    ends: { [ONE_DAY]: 'inconclusive' },
    says: { [ONE_DAY]: /^The same order without the change is refused, too: status 422 / },
  },
  {
    name: 'a slot that is gone does not keep a buyer from booking again',
    behaviour: both('orders-buyer-once-per-slot-and-month', 'slots-gone-before-orders'),
    run: { certify: { only: [BUYER] } },
    verdict: 'passed',
    ends: { [BUYER]: 'pass' },
  },
];

import { ordersVariations } from '../../../fixtures/variations/orders.ts';
import type { Circumstance } from './circumstance.ts';
import { refusing } from './refusing.ts';

const ONE_DAY = 'orders.one-day-flight';
const OPTIONAL = 'orders.optional-members';
const SEVERAL = 'orders.several-lines-on-one-slot';
const LEFT = 'orders.refused-leaves-nothing';

const exclusive = ordersVariations.find(({ name }) => name === 'orders-slots-are-exclusive');
if (exclusive === undefined) throw new Error('no variation of slots that are exclusive');

/** About the forms in which a kind of order is asked for. */
export const formCircumstances: readonly Circumstance[] = [
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
    behaviour: exclusive.behaviour,
    run: { certify: { only: ['orders'] } },
    verdict: 'passed',
    ends: { [ONE_DAY]: 'pass', [SEVERAL]: 'inconclusive' },
    says: {
      [ONE_DAY]: /^\d other forms of it were refused before, as a business rule may: status 422 /,
      [LEFT]: /^The same order without the bad line: status 422 .* \(cannot be told\)\.$/,
    },
  },
];

import { ordersFaults } from '../../../fixtures/faults/orders.ts';
import { firstTime, onReply, withStatus } from '../../../fixtures/behaviours/replies.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import type { Circumstance } from './circumstance.ts';
import { told } from './told.ts';

const UNKNOWN = 'orders.unknown-slot-is-404';
const CORRECTED = 'orders.refused-can-be-mended';
const LEFT = 'orders.refused-creates-nothing';

/** Creates orders with this text, but answers 503 the first time. */
const losingOnce =
  (text: string): BehaviourChange =>
  (base) => {
    const isFirst = firstTime();
    return onReply(
      base,
      { route: 'orders', status: 201, when: (_reply, { request: { body } }) => body.includes(text) && isFirst(body) },
      withStatus(503),
    );
  };

/** An order that is refused because of one line, and sent again without it. */
export const correctedCircumstances: readonly Circumstance[] = [
  {
    name: 'an order that is not refused for a line is not corrected',
    behaviour: (base) => ({ orderRules: base.orderRules.filter(({ name }) => name !== 'slot-exists') }),
    run: { certify: { only: [UNKNOWN, CORRECTED, LEFT] } },
    fails: [UNKNOWN],
    verdict: 'failed',
    ends: { [CORRECTED]: 'skip', [LEFT]: 'skip' },
    says: { [CORRECTED]: /^Waits for orders\.unknown-slot-is-404, / },
  },
  {
    name: 'what a refused order left cannot be told where the answer to each corrected one got lost',
    behaviour: losingOnce('-Line-refused'),
    run: { certify: { only: [LEFT] } },
    verdict: 'inconclusive',
    ends: { [LEFT]: 'inconclusive' },
  },
  {
    name: 'what a refused order left is no verdict where one of them was answered with an error of the server',
    behaviour: (base, settings) => {
      const made = behaviourOf(ordersFaults, 'orders-refused-yet-booked-for-its-shape')(base, settings);
      const crashing = onReply(
        { ...base, ...made },
        { route: 'orders', status: 400, when: (_reply, { request: { body } }) => body.includes('-Line-refused"') },
        (reply) => ({ ...reply, status: 500 }),
      );
      return { ...made, ...crashing };
    },
    run: { certify: { only: [LEFT] } },
    verdict: 'inconclusive',
    ends: { [LEFT]: 'inconclusive' },
  },
  {
    ...told(ordersFaults, 'orders-refused-yet-booked-for-its-slot', {
      [LEFT]: /as if one that was answered 404, 422 or 400 had been created/,
    }),
    // Four refusals, and the answer to the order without the bad line.
    cites: { [LEFT]: 5 },
  },
];

import { firstTime, onReply } from '../../../fixtures/replies.ts';
import type { Circumstance } from './circumstance.ts';

const UNKNOWN = 'orders.unknown-slot-is-404';
const MENDED = 'orders.refused-can-be-mended';
const LEFT = 'orders.refused-creates-nothing';

/** About an order that is refused for a line, and sent again without it. */
export const mendedCircumstances: readonly Circumstance[] = [
  {
    name: 'an order that is not refused for a line is not mended',
    behaviour: (base) => ({ orderRules: base.orderRules.filter(({ name }) => name !== 'slot-exists') }),
    run: { certify: { only: [UNKNOWN, MENDED, LEFT] } },
    fails: [UNKNOWN],
    verdict: 'failed',
    ends: { [MENDED]: 'skip', [LEFT]: 'skip' },
    says: { [MENDED]: /^Waits for orders\.unknown-slot-is-404, / },
  },
  {
    name: 'what a refused order left cannot be told where the answer to the mended one got lost',
    behaviour: (base) => {
      const isFirst = firstTime();
      return onReply(
        base,
        { route: 'orders', status: 201, when: (_reply, { request: { body } }) => body.includes('-Line-refused"') },
        (reply, { request: { body } }) => (isFirst(body) ? { ...reply, status: 503 } : reply),
      );
    },
    run: { certify: { only: [LEFT] } },
    verdict: 'inconclusive',
    ends: { [LEFT]: 'inconclusive' },
  },
];

import { set } from '../../../fixtures/json-edits.ts';
import type { Circumstance } from './circumstance.ts';

const BODY = 'orders.body-is-order';
const ECHOED = 'orders.lines-echoed';
const ORDER_IDS = 'orders.order-ids-unique';
const LINE_IDS = 'orders.line-item-ids-unique';

/** About what is said of answers that are no answers to an order. */
export const answerCircumstances: readonly Circumstance[] = [
  {
    name: 'an order in a list is said to be no object',
    behaviour: (base) => ({ orderView: (...booking) => [base.orderView(...booking)] }),
    run: { certify: { only: [BODY] } },
    fails: [BODY],
    verdict: 'failed',
    says: { [BODY]: /^Expected a JSON object, got the array / },
  },
  ...(
    [
      ['no line', [], /, got no line\.$/],
      ['lines that nobody sent', [{ external_ref: 'house-ad' }], /, got lines house-ad\.$/],
    ] as const
  ).map(([what, lines, said]): Circumstance => ({
    name: `an answer with ${what} is shown`,
    behaviour: (base) => ({ orderView: (...booking) => set(base.orderView(...booking), '/line_items', lines) }),
    run: { certify: { only: [ECHOED] } },
    fails: [ECHOED],
    verdict: 'failed',
    says: { [ECHOED]: said },
    cites: { [ECHOED]: 1 },
  })),
  {
    name: 'of ids that are shared both answers are shown',
    behaviour: () => ({ newOrderId: () => 'ord-1', newLineItemId: (_line, index) => String(index + 1) }),
    run: { certify: { only: [ORDER_IDS, LINE_IDS] } },
    fails: [ORDER_IDS, LINE_IDS],
    verdict: 'failed',
    says: { [ORDER_IDS]: /the string "ord-1" for / },
    cites: { [ORDER_IDS]: 2, [LINE_IDS]: 2 },
  },
];

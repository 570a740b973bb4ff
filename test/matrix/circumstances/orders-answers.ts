import { replaced, set, without } from '../../../fixtures/behaviours/json-edits.ts';
import { ordersFaults } from '../../../fixtures/faults/orders.ts';
import { listOf } from '../../../fixtures/publisher/json.ts';
import type { Circumstance } from './circumstance.ts';
import { told } from './told.ts';

const BODY = 'orders.body-is-order';
const ECHOED = 'orders.lines-echoed';
const ORDER_IDS = 'orders.order-ids-unique';
const LINE_IDS = 'orders.line-item-ids-unique';

/** Messages about answers that are not answers to an order. */
export const answerCircumstances: readonly Circumstance[] = [
  {
    name: 'an order in a list is said to be no object',
    behaviour: (base) => ({ orderView: (...booking) => [base.orderView(...booking)] }),
    run: { certify: { only: [BODY] } },
    fails: [BODY],
    verdict: 'failed',
    says: { [BODY]: /^Expected a JSON object, got \[/ },
  },
  ...(
    [
      ['no line', [], /, got 0 lines; ".*" is missing\.$/],
      [
        'lines that nobody sent',
        [{ external_ref: 'house-ad' }],
        /^Expected .*, got a line that was not sent: "house-ad"; ".*" is missing\.$/,
      ],
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
    says: { [ORDER_IDS]: /"ord-1" for / },
    cites: { [ORDER_IDS]: 2, [LINE_IDS]: 2 },
  },
  {
    name: 'ids that are missing are not said to be shared',
    behaviour: (base) => ({
      orderView: (...booking) =>
        without(without(base.orderView(...booking), '/order_id'), '/line_items/*/line_item_id'),
    }),
    run: { certify: { only: [ORDER_IDS, LINE_IDS] } },
    verdict: 'passed',
    ends: { [ORDER_IDS]: 'pass', [LINE_IDS]: 'pass' },
  },
  {
    name: 'a line that is named twice is not said to share its id',
    behaviour: (base) => ({
      orderView: (...booking) =>
        replaced(base.orderView(...booking), '/line_items', (lines) => [...listOf(lines), ...listOf(lines)]),
    }),
    run: { certify: { only: [LINE_IDS] } },
    verdict: 'passed',
    ends: { [LINE_IDS]: 'pass' },
  },
  told(ordersFaults, 'orders-line-ref-cut', {
    [ECHOED]: /^Expected .*, got an external_ref cut to its first 20 characters: "/,
  }),
];

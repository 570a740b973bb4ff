import { inconclusive } from '../../../src/engine/signal.ts';
import { isSuccess, type Reply } from '../../../src/http/reply.ts';
import { Desk, ordering } from '../desk/desk.ts';
import { isAccepted, isRefusedForValues, mayBeRepeat } from '../readers/booking.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';
import { larger } from '../values/unfitting-sizes.ts';
import { farUnknownSlot } from '../values/unknown-slot.ts';
import { material, orders, model, wrong, type Model } from './records.ts';

// Sends an order that is refused for one line, and then the order without that line.

const wrongLines = orders.record(
  { id: 'orders.wrong-lines', of: { model }, maybe: { unfit: wrong.unfit } },
  ({ model: { campaigns, line, ids, slot }, unfit = [] }): readonly object[] => {
    const bad = { ...line, external_ref: campaigns.ref('Line-refused-bad') };
    const { sizes, ...incomplete } = bad;
    return [
      { ...bad, inventory_id: farUnknownSlot(slot.inventory_id, ids) },
      { ...bad, flight: campaigns.flights.reversed },
      incomplete,
      // If the service accepted such a size before, this order would be created.
      ...(unfit.length > 0 && !unfit.some(isAccepted) ? [{ ...bad, sizes: [larger(slot.sizes, true, true)] }] : []),
    ];
  },
);

/** If a business rule refuses the corrected order, or its answer is lost, tries another slot and buyer. */
export const corrected = orders.traffic(
  {
    id: 'orders.refused-and-corrected',
    ...ordering('break', 5),
    uses: { material, model, wrongLines },
    drafts: 1,
    odd: true,
  },
  async ({ http, material, model, wrongLines }) => {
    const desk = new Desk(http, material);
    const correct = async (order: OrderRequest) => {
      const replies = await refuse(desk, order, wrongLines);
      return { ...(await desk.update({ request: order })), replies };
    };
    const [first, ...others] = ordersToCorrect(model);
    let last = await correct(first);
    for (const order of others) if (isRefusedForValues(last) || mayBeRepeat(last.reply)) last = await correct(order);
    return last;
  },
);

function ordersToCorrect({ campaigns, line, others }: Model): readonly [OrderRequest, ...OrderRequest[]] {
  const order = (label: string, change: Partial<LineItem> = {}) =>
    campaigns.order(label, { ...line, external_ref: campaigns.ref(`Line-${label}`), ...change });
  const slots = [...new Set([...others.slice(0, 1), ...others.slice(-1)])];
  const onSlots = slots.map(({ inventory_id, sizes }, index) => ({
    ...order(`refused-${index + 2}`, { inventory_id, sizes: sizes.slice(0, 1) }),
    advertiser: campaigns.newcomer(),
  }));
  return [order('refused'), ...onSlots];
}

async function refuse(desk: Desk, order: OrderRequest, wrong: readonly object[]): Promise<readonly Reply[]> {
  const replies: Reply[] = [];
  for (const line of wrong) {
    const { reply } = await desk.ask({ ...desk.campaigns.update(order), line_items: [...order.line_items, line] });
    if (isSuccess(reply)) inconclusive('An order with a wrong line was accepted.', reply);
    replies.push(reply);
  }
  return replies;
}

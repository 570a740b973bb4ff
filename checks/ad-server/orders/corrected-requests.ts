import { inconclusive } from '../../../src/engine/signal.ts';
import { isSuccess, type Reply } from '../../../src/http/reply.ts';
import { Desk } from '../desk/desk.ts';
import { isAccepted, isRefusedForValues, mayBeRepeat, type Sent } from '../readers/booking.ts';
import type { OrderRequest } from '../values/request-bodies.ts';
import { larger } from '../values/unfitting-sizes.ts';
import { farUnknownSlot } from '../values/unknown-slot.ts';
import { material, orders, model, type Model, wrongDates, wrongGoals, wrongSizes } from './records.ts';

// Sends an order that is refused for one line, and then the order without that line.

/** Lines for which an order is refused: malformed, on an unknown slot, or with impossible values. */
const wrongLines = orders.record(
  {
    id: 'orders.wrong-lines',
    of: { model },
    maybe: { sizes: wrongSizes, dates: wrongDates, goals: wrongGoals },
  },
  ({ model: { campaigns, line, ids, slot }, ...refused }): readonly object[] => {
    const wrong = { ...line, external_ref: campaigns.ref('Line-refused-bad') };
    const { sizes, ...incomplete } = wrong;
    // If the service accepted such a value before, this order would be created.
    const isRefused = (all: readonly Sent[] = []) => all.length > 0 && !all.some(isAccepted);
    return [
      { ...wrong, inventory_id: farUnknownSlot(slot.inventory_id, ids) },
      { ...wrong, flight: campaigns.flights.reversed },
      incomplete,
      ...(isRefused(refused.sizes) ? [{ ...wrong, sizes: [larger(slot.sizes, true, true)] }] : []),
      ...(isRefused(refused.dates) ? [{ ...wrong, flight: campaigns.flights.impossibleSoon }] : []),
      ...(isRefused(refused.goals) ? [{ ...wrong, goal_impressions: -line.goal_impressions }] : []),
    ];
  },
);

/** The corrected order, and the refusals before it. */
export interface Corrected extends Sent {
  readonly replies: readonly Reply[];
}

/**
 * An order that is refused for one wrong line after another, and then sent without them. If a business rule refuses the
 * corrected order, or its answer is lost, tries another order on another slot, of another buyer.
 */
export const corrected = orders.traffic(
  {
    id: 'orders.refused-and-corrected',
    phase: 'break',
    uses: { material, model, wrongLines },
    sends: { orders: 7, inventory: 0 },
    drafts: 1,
  },
  async ({ http, material, model, wrongLines }): Promise<Corrected> => {
    const desk = new Desk(http, material);
    let last: Corrected | null = null;
    for (const order of ordersToCorrect(desk, model)) {
      const replies = await refuse(desk, order, wrongLines);
      last = { ...(await desk.update({ request: order })), replies };
      if (!isRefusedForValues(last) && !mayBeRepeat(last.reply)) break;
    }
    return last ?? inconclusive('There is no order to send.');
  },
);

function* ordersToCorrect({ campaigns }: Desk, { line, others }: Model): Generator<OrderRequest> {
  yield campaigns.order('refused', { ...line, external_ref: campaigns.ref('Line-refused') });
  for (const [index, slot] of [...new Set([...others.slice(0, 1), ...others.slice(-1)])].entries()) {
    const label = `refused-${index + 2}`;
    const own = { external_ref: campaigns.ref(`Line-${label}`), sizes: slot.sizes.slice(0, 1) };
    const lines = { ...line, ...own, inventory_id: slot.inventory_id };
    yield { ...campaigns.order(label, lines), advertiser: campaigns.newcomer() };
  }
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

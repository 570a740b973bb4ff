import { expect } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive } from '../../../src/engine/signal.ts';
import { maxPages } from '../../givens.ts';
import { asked, isTaken, type Asked, type ForecastKind } from '../forecast/asked.ts';
import { created } from './kinds.ts';
import { basic, orders } from './basic.ts';
import { brokenBy } from '../readers/forecast-faults.ts';
import { goneSlots } from '../desk/still-listed.ts';

orders.check(
  {
    id: 'orders.booked-slot-is-forecast',
    level: 'must',
    section: 'ad-server §4.3',
    requirement: 'A slot on which drafts were booked is forecast as before: 200 with both numbers, or 501.',
    fix: 'Make the forecast of a slot from whatever is booked there by now, and keep its form: two integers, what is available at most what is forecast. Answer 501 with the code `forecast_unsupported` where there is no number.',
    needs: { asked, basic, created, maxPages },
    sends: { forecast: 1, inventory: 0 },
  },
  async ({ http, asked, basic: { request: order }, maxPages, note }) => {
    const [line] = order.line_items;
    if (line === undefined) throw new Error('an order has a line');
    const request = { inventory_id: line.inventory_id, flight: line.flight };
    const reply = await http.forecast({ json: request });
    if (reply.status === 422) {
      note('It was refused with 422, as a business rule may.');
      return;
    }
    if (!isTaken({ reply })) {
      if (asked.some((one) => isRefusedAlready(one, line.inventory_id))) blockedBy({ id: 'forecast.answers-200' });
      const gone = await goneSlots({ http, maxPages }, [{ slots: [line.inventory_id], reply }], 200, 501);
      if (gone.length > 0) inconclusive('The slot that was booked is not listed any more.', reply);
      expect(reply, 'for a slot that was booked').status(200, 501);
    }
    const before = new Set(asked.flatMap((one) => [...brokenBy(one).keys()]));
    const now = brokenBy({ request, reply });
    for (const [rule, broken] of now) if (!before.has(rule)) throw broken;
    for (const id of now.keys()) blockedBy({ id });
  },
);

/** Kinds of forecasts whose refusal the forecasts' own chapter judges in one check. */
const PLAIN: readonly ForecastKind[] = ['usual', 'again', 'month', 'sizes', 'empty-targeting'];

/** Whether a forecast was refused before in a way that is judged there; a slot that is not found says nothing of others. */
function isRefusedAlready({ kind, request, reply: { status } }: Asked, slot: string): boolean {
  if (!PLAIN.includes(kind) || (status === 404 && request.inventory_id !== slot)) return false;
  return status === null || ![200, 422, 429, 501].includes(status);
}

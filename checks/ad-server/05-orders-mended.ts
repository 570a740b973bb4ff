import { describe, expect, violation } from '../../src/engine/expect.ts';
import { blockedBy, inconclusive, notApplicable } from '../../src/engine/signal.ts';
import type { Wire } from '../../src/engine/wire.ts';
import { isSuccess, type Reply } from '../../src/http/reply.ts';
import { inWords } from '../../src/text/in-words.ts';
import { maxPages } from '../givens.ts';
import { orders } from './05-orders.ts';
import { createdIs201 } from './05-orders-kinds.ts';
import { model, type Model } from './05-orders-model.ts';
import { isAccepted, isRefusedForValues, mayBeRepeat, send, SUCCESSES, type Sent } from './parts/booking.ts';
import type { LineItem, OrderRequest } from './parts/requests.ts';
import { expectStillListed } from './parts/still-listed.ts';
import { larger } from './parts/unfitting-sizes.ts';
import { unknownSlot } from './parts/unknown-slot.ts';

/** An order that is refused for one bad line after the other: malformed, on no slot, with values that cannot be. */
async function refuse(http: Wire, { campaigns, line, ids, slot }: Model, own: LineItem, order: OrderRequest) {
  const bad = { ...line, external_ref: campaigns.ref('Line-refused-bad') };
  const { sizes, ...incomplete } = bad;
  const replies: Reply[] = [];
  for (const [rule, wrong] of [
    ['orders.unknown-slot-is-404', { ...bad, inventory_id: unknownSlot(slot.inventory_id, ids) }],
    ['orders.reversed-range-is-422', { ...bad, flight: campaigns.flights.reversed }],
    ['errors.line-missing-member-is-400', incomplete],
    ['orders.unfitting-size-is-422', { ...bad, sizes: [larger(slot.sizes, true, true)] }],
    ['orders.impossible-date-is-refused', { ...bad, flight: campaigns.flights.impossibleSoon }],
    ['orders.goal-is-whole', { ...bad, goal_impressions: -line.goal_impressions }],
  ] as const) {
    const reply = await http.orders({ json: { ...campaigns.update(order), line_items: [own, wrong] } });
    if (isSuccess(reply)) blockedBy({ id: rule });
    replies.push(reply);
  }
  return { order, replies };
}

const refused = orders.stage({ id: 'orders.refused', needs: { model }, sends: { orders: 6 } }, ({ http, model }) => {
  const own = { ...model.line, external_ref: model.campaigns.ref('Line-refused') };
  return refuse(http, model, own, model.campaigns.order('refused', own));
});

/** The same without a bad line; where a business rule refuses that, another on another slot, of a buyer of its own. */
export const mended = orders.stage(
  { id: 'orders.refused-and-mended', needs: { model, refused }, sends: { orders: 1 }, drafts: 1 },
  async ({ http, model, refused }) => {
    const { campaigns, line, others } = model;
    let { order, replies } = refused;
    let sent = await send(http, campaigns.update(order));
    for (const [index, { inventory_id, sizes }] of [...others.slice(0, 1), ...others.slice(1).slice(-1)].entries()) {
      if (!isRefusedForValues(sent)) break;
      const label = `refused-${index + 2}`;
      const own = { ...line, external_ref: campaigns.ref(`Line-${label}`), inventory_id, sizes: sizes.slice(0, 1) };
      const advertiser = { name: campaigns.name(`${label} buyer`) };
      ({ order, replies } = await refuse(http, model, own, { ...campaigns.order(label, own), advertiser }));
      sent = await send(http, campaigns.update(order));
    }
    return { ...sent, replies };
  },
);

/** What a corrected order is answered: as a new one, as an update, or refused as a business rule may. */
const MENDED = [...SUCCESSES, 422];

/** Whether nothing of the refused order stands in the way of the corrected one. */
export function isMended({ reply }: Sent): boolean {
  return isAccepted({ reply }) || reply.status === 422;
}

const canBeMended = orders.check(
  {
    id: 'orders.refused-can-be-mended',
    level: 'must',
    section: 'ad-server §4.4',
    requirement: 'An order that was refused for one line is taken without that line, under a new key.',
    fix: 'Keep nothing of a refused order that stands in the way of the corrected one: roll back whatever was written, references included.',
    needs: { mended, maxPages },
    sends: { inventory: 0 },
  },
  async ({ http, mended, maxPages }) => {
    await expectStillListed({ http, maxPages }, mended, ...MENDED);
    if (!isMended(mended)) expect(mended.reply, 'to the corrected order').status(...MENDED);
  },
);

orders.check(
  {
    id: 'orders.refused-creates-nothing',
    level: 'must',
    section: 'ad-server §4.4',
    requirement: 'An order that was refused was not created: the corrected one is answered 201.',
    fix: 'Judge every line before anything is saved, or roll back all of it. What a refused order leaves is a draft that nobody knows of, and its ids are never told.',
    needs: { mended, canBeMended, createdIs201 },
  },
  ({ mended: { replies, ...mended } }) => {
    if (!isAccepted(mended)) notApplicable('The corrected order was refused, as a business rule may.');
    if (mayBeRepeat(mended.reply) || !replies.every(isRefusal))
      inconclusive('An attempt may have been carried out although its answer was an error.', mended.reply);
    if (mended.reply.status !== 201)
      violation({
        expected: 'status 201 to the corrected order, which was only refused before',
        actual: `${describe(mended.reply)}, as if one that was answered ${inWords(
          [...new Set(replies.map(({ status }) => String(status)))],
          'or',
        )} had been created`,
        replies: [...replies, mended.reply],
      });
  },
);

/** A 429 carries nothing out either. */
function isRefusal({ status }: Reply): boolean {
  return status !== null && status >= 400 && status < 500;
}

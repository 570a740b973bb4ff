import { describe, expect, violation } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { isSuccess, type Reply } from '../../../src/http/reply.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { maxPages } from '../../givens.ts';
import { orders } from './basic.ts';
import { createdIs201 } from './kinds.ts';
import { model } from './model.ts';
import { refusalOf } from './refused.ts';
import { isAccepted, isRefusedForValues, mayBeRepeat, send, SUCCESSES, type Sent } from '../readers/booking.ts';
import type { Campaigns } from '../values/campaign.ts';
import type { OrderRequest } from '../values/requests.ts';
import { expectStillListed } from '../desk/still-listed.ts';
import { larger } from '../values/unfitting-sizes.ts';
import { unknownSlot } from '../values/unknown-slot.ts';

/** A line that breaks a rule, and the check of that. */
type Wrong = readonly [check: string, line: object];

/** Lines for which an order is refused: malformed, on no slot, with values that cannot be. */
const wrongLines = orders.stage(
  {
    id: 'orders.wrong-lines',
    needs: { model },
    // Where one of these is taken, it would make the order.
    prefers: {
      size: refusalOf('unfitting-size-is-422'),
      day: refusalOf('impossible-date-is-refused'),
      goal: refusalOf('goal-is-whole'),
    },
  },
  ({ model: { campaigns, line, ids, slot }, size, day, goal }): readonly Wrong[] => {
    const wrong = { ...line, external_ref: campaigns.ref('Line-refused-bad') };
    const { sizes, ...incomplete } = wrong;
    const lines: Wrong[] = [
      ['orders.unknown-slot-is-404', { ...wrong, inventory_id: unknownSlot(slot.inventory_id, ids) }],
      ['orders.reversed-range-is-422', { ...wrong, flight: campaigns.flights.reversed }],
      ['errors.line-missing-member-is-400', incomplete],
    ];
    if (size) lines.push(['orders.unfitting-size-is-422', { ...wrong, sizes: [larger(slot.sizes, true, true)] }]);
    if (day) lines.push(['orders.impossible-date-is-refused', { ...wrong, flight: campaigns.flights.impossibleSoon }]);
    if (goal) lines.push(['orders.goal-is-whole', { ...wrong, goal_impressions: -line.goal_impressions }]);
    return lines;
  },
);

/** Has an order refused for one wrong line after the other. */
async function refuse(http: Wire, campaigns: Campaigns, order: OrderRequest, wrong: readonly Wrong[]) {
  const replies: Reply[] = [];
  for (const [check, line] of wrong) {
    const json = { ...campaigns.update(order), line_items: [...order.line_items, line] };
    const reply = await http.orders({ json });
    if (isSuccess(reply)) blockedBy({ id: check });
    replies.push(reply);
  }
  return { order, replies };
}

const refused = orders.stage(
  { id: 'orders.refused', needs: { model, wrongLines }, sends: { orders: 6 } },
  ({ http, model: { campaigns, line }, wrongLines }) => {
    const own = { ...line, external_ref: campaigns.ref('Line-refused') };
    return refuse(http, campaigns, campaigns.order('refused', own), wrongLines);
  },
);

/** The same without a wrong line; where a business rule refuses that, another on another slot, of a buyer of its own. */
export const mended = orders.stage(
  { id: 'orders.refused-and-mended', needs: { model, wrongLines, refused }, sends: { orders: 1 }, drafts: 1 },
  async ({ http, model: { campaigns, line, others }, wrongLines, refused }) => {
    let { order, replies } = refused;
    let sent = await send(http, campaigns.update(order));
    for (const [index, { inventory_id, sizes }] of [...others.slice(0, 1), ...others.slice(1).slice(-1)].entries()) {
      if (!isRefusedForValues(sent)) break;
      const label = `refused-${index + 2}`;
      const own = { ...line, external_ref: campaigns.ref(`Line-${label}`), inventory_id, sizes: sizes.slice(0, 1) };
      const anew = { ...campaigns.order(label, own), advertiser: campaigns.newcomer() };
      ({ order, replies } = await refuse(http, campaigns, anew, wrongLines));
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

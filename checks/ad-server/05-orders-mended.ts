import { describe, expect } from '../../src/engine/expect.ts';
import { blockedBy } from '../../src/engine/signal.ts';
import type { Reply } from '../../src/http/reply.ts';
import { maxPages } from '../givens.ts';
import { orders } from './05-orders.ts';
import { model } from './05-orders-model.ts';
import { isAccepted, mayBeRepeat, send, SUCCESSES, type Sent } from './parts/booking.ts';
import { expectStillListed } from './parts/still-listed.ts';
import { unknownSlot } from './parts/unknown-slot.ts';

/** An order that is refused for one bad line, and the same without that line. */
export const mended = orders.stage(
  { id: 'orders.refused-and-mended', needs: { model }, sends: { orders: 2 }, drafts: 1 },
  async ({ http, model: { campaigns, line, ids, slot } }) => {
    const bad = {
      ...line,
      inventory_id: unknownSlot(slot.inventory_id, ids),
      external_ref: campaigns.ref('Line-refused-bad'),
    };
    const own = { ...line, external_ref: campaigns.ref('Line-refused') };
    const refused = await send(http, campaigns.order('refused', own, bad));
    if (isAccepted(refused)) return null;
    return send(http, campaigns.update(refused.request, { line_items: [own] }));
  },
);

/** What a corrected order is answered: as a new one, as an update, or refused as a business rule may. */
const MENDED = [...SUCCESSES, 422];

/** Whether nothing of the refused order stands in the way of the corrected one. */
export function isMended({ reply }: Sent): boolean {
  return isAccepted({ reply }) || reply.status === 422;
}

orders.check(
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
    if (mended === null) blockedBy({ id: 'orders.unknown-slot-is-404' });
    await expectStillListed({ http, maxPages }, mended, ...MENDED);
    if (!isMended(mended)) expect(mended.reply, 'to the corrected order').status(...MENDED);
  },
);

orders.check(
  {
    id: 'orders.refused-leaves-nothing',
    level: 'info',
    section: 'ad-server §4.4',
    requirement: 'Whether a refused order left something behind.',
    fix: 'Nothing to fix here: the contract is silent; applying nothing of a refused order is what clients expect.',
    needs: { mended },
  },
  ({ mended, note }) => {
    if (mended !== null)
      note(`The same order without the bad line: ${describe(mended.reply)} (${leftWhat(mended.reply)}).`);
  },
);

function leftWhat(reply: Reply): string {
  const { status } = reply;
  if (mayBeRepeat(reply)) return 'cannot be told';
  if (status === 201) return 'nothing was left';
  return status === 200 ? 'something was left: it counts as an update' : 'cannot be told';
}

import { describe } from '../../../src/engine/expect.ts';
import { excuse } from '../../../src/http/reply.ts';
import { Desk } from '../desk/desk.ts';
import { isAccepted, isAsOfSlot, isRefusedForValues, type Sent } from '../readers/booking.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';
import { farUnknownSlot, prolonged, unknownSlot, withLetters } from '../values/unknown-slot.ts';
import { material, orders, model, unknownSlots, type Model } from './records.ts';
import { sendWithOneBadLine, type SentWrong } from '../desk/one-bad-line.ts';

// Orders on slots that do not exist.

orders.traffic(
  {
    makes: unknownSlots,
    phase: 'break',
    uses: { material, model },
    sends: { orders: 2, inventory: 0 },
    again: true,
  },
  async ({ http, material, model }): Promise<readonly SentWrong[]> => {
    const desk = new Desk(http, material);
    const { slot, ids } = model;
    const sendAll = (label: string) => {
      const wrong = [unknownSlot, prolonged].map((madeUp) => ({ inventory_id: madeUp(slot.inventory_id, ids) }));
      return sendWithOneBadLine(desk, model.line, label, wrong);
    };
    let sent = await sendAll('unknown');
    // A made-up id may be that of a slot that is not listed: another one shows.
    const isSpared = sent.some(isAsOfSlot);
    if (isSpared) sent = await sendAll('unknown-b');
    for (const [index, one] of sent.entries()) {
      if (isSpared) await excuseUnlisted(desk, model, one, `unknown-z${index + 1}`);
      if (isRefusedForValues(one) && one.reply.excuse === undefined)
        await excuseRefused(desk, model, one, `good-${index + 1}`);
    }
    return sent;
  },
);

/**
 * An order on a listed id with letters behind it, which no slot has: whoever compares ids as far as a known one goes, or
 * reads them as numbers, takes it for the listed one. `null` if such slots seem to exist.
 */
export const withLettersBehind = orders.traffic(
  {
    id: 'orders.letters-behind-an-id',
    phase: 'break',
    uses: { material, model },
    ifThere: { unknownSlots },
    sends: { orders: 1, inventory: 0 },
    again: true,
  },
  async ({ http, material, model: { campaigns, slot, line, ids, optional } }): Promise<Sent | null> => {
    let last: Sent | null = null;
    for (const label of ['letters', 'letters-2']) {
      const inventory_id = withLetters(slot.inventory_id);
      if (ids.has(inventory_id)) return null;
      last = await new Desk(http, material).send(campaigns.order(label, { ...line, ...optional, inventory_id }));
      // Other letters show it where the first are those of a slot.
      if (!isAccepted(last)) break;
    }
    return last;
  },
);

/**
 * An order that is answered as if its last line were on a slot: where another id, which no slot has for certain, is
 * refused as such, the made-up one is that of a slot which is not listed.
 */
async function excuseUnlisted(
  desk: Desk,
  { slot, ids }: Model,
  { request, reply, where }: SentWrong,
  label: string,
): Promise<void> {
  if (!isAsOfSlot({ reply })) return;
  const inventory_id = farUnknownSlot(slot.inventory_id, ids);
  const far = request.line_items.map((line, index, { length }) =>
    index === length - 1 ? { ...line, inventory_id } : line,
  );
  const told = await desk.send(desk.campaigns.order(label, ...far));
  if (told.reply.status !== 404 && told.reply.status !== 400) return;
  const why = `Taken for a slot that is not listed ${where}: ${describe(reply)}.`;
  excuse(reply, { why, shownBy: [told.reply], permitted: true });
}

/** An order with a line on an unknown slot that is refused with 422 for something else. */
async function excuseRefused(desk: Desk, model: Model, sent: SentWrong, label: string): Promise<void> {
  const { request, reply, where } = sent;
  const booked = { ...request, line_items: [model.line] };
  await desk.excuseGone([{ request: booked, reply }]);
  if (await isGoodLineRefused(desk, model.line, request, label))
    excuse(reply, { why: 'Lines on slots that exist are refused by now, too.', shownBy: [reply] });
  else if (request.line_items.length > 1 && !(await areTwoSlotsTaken(desk, model)))
    excuse(reply, {
      why: `Not told ${where}: no order on two slots is taken (${describe(reply)}).`,
      shownBy: [reply],
      permitted: true,
    });
}

const OTHER_SLOTS = 3;

/** Whether an order on two slots that exist is taken: that a campaign lies on one may be a business rule. */
async function areTwoSlotsTaken(desk: Desk, { line, others }: Model): Promise<boolean> {
  const { campaigns } = desk;
  for (const [index, { inventory_id, sizes }] of others.slice(0, OTHER_SLOTS).entries()) {
    const other = { ...line, external_ref: campaigns.ref('Line-slot-2'), inventory_id, sizes: sizes.slice(0, 1) };
    if (isAccepted(await desk.send(campaigns.order(`two-slots-${index + 1}`, line, other)))) return true;
  }
  return false;
}

/**
 * Whether a line with nothing wrong is refused by itself: a slot may be sold out by now, or no draft be taken any more.
 * Where it is not, the order that was refused is asked for once more: there may be room again.
 */
async function isGoodLineRefused(desk: Desk, line: LineItem, refused: OrderRequest, name: string): Promise<boolean> {
  const isRefused = async (label: string) => isRefusedForValues(await desk.ask(desk.campaigns.order(label, line)));
  if (await isRefused(name)) return true;
  if (!isRefusedForValues(await desk.ask(desk.campaigns.update(refused)))) return true;
  return isRefused(`${name}-again`);
}

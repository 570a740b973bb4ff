import { describe } from '../../../src/engine/expect.ts';
import { excuse } from '../../../src/http/reply.ts';
import { Desk } from '../desk/desk.ts';
import { isAccepted, isAsOfSlot, isRefusedForValues, type Sent } from '../readers/booking.ts';
import type { LineItem, OrderRequest } from '../values/request-bodies.ts';
import { farUnknownSlot, prolonged, unknownSlot, withLetters } from '../values/unknown-slot.ts';
import { material, orders, model, unknownSlots, type Model } from './records.ts';
import { sendWithOneBadLine, type SentWrong } from '../desk/one-bad-line.ts';

// Sends orders for slots that do not exist.

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
    // A made-up id may belong to an unlisted slot; another one shows whether it does.
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
 * An order for a listed id with letters appended, which no slot has. A service that compares only the beginning of ids,
 * or reads them as numbers, takes it for the listed one. `null` if such slots seem to exist.
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
      // If the first letters made the id of a real slot, other letters show it.
      if (!isAccepted(last)) break;
    }
    return last;
  },
);

/**
 * Excuses an order that is answered as if its last line were on a real slot, if an id that certainly has no slot is
 * refused as unknown: the made-up id then belongs to an unlisted slot.
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

/** Excuses an order for an unknown slot if its 422 has another reason. */
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

/** Whether an order on two real slots is accepted: a business rule may allow one slot per campaign. */
async function areTwoSlotsTaken(desk: Desk, { line, others }: Model): Promise<boolean> {
  const { campaigns } = desk;
  for (const [index, { inventory_id, sizes }] of others.slice(0, OTHER_SLOTS).entries()) {
    const other = { ...line, external_ref: campaigns.ref('Line-slot-2'), inventory_id, sizes: sizes.slice(0, 1) };
    if (isAccepted(await desk.send(campaigns.order(`two-slots-${index + 1}`, line, other)))) return true;
  }
  return false;
}

/**
 * Whether a correct line alone is refused: its slot may be sold out, or no drafts may be accepted any more. If it is
 * accepted, the refused order is sent once more, as there may be room again.
 */
async function isGoodLineRefused(desk: Desk, line: LineItem, refused: OrderRequest, name: string): Promise<boolean> {
  const isRefused = async (label: string) => isRefusedForValues(await desk.ask(desk.campaigns.order(label, line)));
  if (await isRefused(name)) return true;
  if (!isRefusedForValues(await desk.ask(desk.campaigns.update(refused)))) return true;
  return isRefused(`${name}-again`);
}

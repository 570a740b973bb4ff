import { describe, expect } from '../../../src/engine/expect.ts';
import { blockedBy, inconclusive, notApplicable } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import { hasFailed } from '../../../src/http/reply.ts';
import { maxPages } from '../../givens.ts';
import { basic, material, orders } from './basic.ts';
import { model, sendWithOneBadLine, type Model } from './model.ts';
import { anySlot, isSlotLost } from './odd-slots.ts';
import { isAccepted, isRefusedForValues, send, type Sent } from '../readers/booking.ts';
import { USUAL_GOAL } from '../values/campaign.ts';
import { withMembers, type OrderRequest } from '../values/requests.ts';
import { expectSlotsListed, expectStillListed, isUnknown, type Asking } from '../desk/still-listed.ts';
import { farUnknownSlot, prolonged, unknownSlot, withLetters } from '../values/unknown-slot.ts';

export const unknownSlotIs404 = orders.check(
  {
    id: 'orders.unknown-slot-is-404',
    level: 'must',
    section: 'ad-server §4.4 rule 6',
    requirement: 'An order with an unknown `inventory_id` in any line is answered 404.',
    fix: 'Look up the slot of every line before anything is saved, and answer 404 where one does not exist. Compare ids whole and as text: neither by their beginning nor as numbers.',
    needs: { model, maxPages },
    sends: { orders: 3, inventory: 0 },
  },
  async ({ note, ...asking }) => {
    const { http, model } = asking;
    const { slot, ids } = model;
    const sendAll = (label: string) => {
      const wrong = [unknownSlot, prolonged].map((madeUp) => ({ inventory_id: madeUp(slot.inventory_id, ids) }));
      return sendWithOneBadLine(http, model, label, wrong);
    };
    let sent = await sendAll('unknown');
    // A made-up id may be that of a slot which is not listed: another one tells.
    const isSpared = sent.some(([, one]) => isAsOfSlot(one));
    if (isSpared) sent = await sendAll('unknown-b');
    const told: Sent[] = [];
    for (const [index, [where, one]] of sent.entries()) {
      const far = isSpared ? await refusedFar(http, model, one, `unknown-z${index + 1}`) : null;
      const isRefusedOtherwise = far === null && isRefusedForValues(one);
      const instead = isRefusedOtherwise ? await refusedInstead(asking, one, `good-${index + 1}`) : null;
      if (far !== null) note(`Taken for a slot that is not listed ${where}: ${describe(one.reply)}.`);
      else if (instead !== null) note(`Not told ${where}: ${instead} (${describe(one.reply)}).`);
      else expect(one.reply, where).status(404);
      if (instead === null) told.push(far ?? one);
    }
    await expectUnknownWithLetters(http, model, 'letters');
    const [first] = told;
    if (first === undefined)
      inconclusive('Lines on slots that exist are refused by now as well.', ...sent.map(([, { reply }]) => reply));
    return first;
  },
);

/** Whether an answer could be that to an order on some slot. */
export function isAsOfSlot(sent: Sent): boolean {
  return isAccepted(sent) || isRefusedForValues(sent);
}

/** What else an order with a line on an unknown slot is refused for with 422; `null` where it is for that slot. */
async function refusedInstead(
  { model, ...asking }: Asking & { readonly model: Model },
  { request, reply }: Sent,
  label: string,
): Promise<string | null> {
  const { http } = asking;
  await expectSlotsListed(asking, { slots: [model.slot.inventory_id], reply });
  if (await isGoodLineRefused(http, model, request, label))
    return 'a line on a slot that exists is refused by now as well';
  return request.line_items.length > 1 && !(await areTwoSlotsTaken(http, model))
    ? 'no order on two slots is taken'
    : null;
}

/** Whether an order on two slots that exist is taken: that a campaign lies on one may be a rule of business. */
async function areTwoSlotsTaken(http: Wire, { campaigns, line, others }: Model): Promise<boolean> {
  for (const [index, { inventory_id, sizes }] of others.slice(0, OTHER_SLOTS).entries()) {
    const other = { ...line, external_ref: campaigns.ref('Line-slot-2'), inventory_id, sizes: sizes.slice(0, 1) };
    if (isAccepted(await send(http, campaigns.order(`two-slots-${index + 1}`, line, other)))) return true;
  }
  return false;
}

/** So many other slots are tried by the side of the first. */
const OTHER_SLOTS = 3;

/**
 * For an order that is answered as if its last line were on a slot: another, with an id that is none for certain, where
 * that is refused as such. The made-up one is then that of a slot which is not listed.
 */
async function refusedFar(
  http: Wire,
  { campaigns, slot, ids }: Model,
  sent: Sent,
  label: string,
): Promise<Sent | null> {
  if (!isAsOfSlot(sent)) return null;
  const { line_items: lines } = sent.request;
  const inventory_id = farUnknownSlot(slot.inventory_id, ids);
  const far = lines.map((line, index) => (index === lines.length - 1 ? { ...line, inventory_id } : line));
  const told = await send(http, campaigns.order(label, ...far));
  return told.reply.status === 404 || told.reply.status === 400 ? told : null;
}

/**
 * An order on a listed id with letters behind it, which is that of no slot: whoever compares ids as far as a known one
 * goes, or reads them as numbers, takes it for the listed one. Other letters tell where the first are those of a slot.
 */
async function expectUnknownWithLetters(
  http: Wire,
  { campaigns, slot, line, ids, optional }: Model,
  label: string,
): Promise<void> {
  for (const isLast of [false, true]) {
    const id = withLetters(slot.inventory_id);
    if (ids.has(id)) return;
    const sent = await send(
      http,
      campaigns.order(isLast ? `${label}-2` : label, { ...line, ...optional, inventory_id: id }),
    );
    if (isAccepted(sent) && !isLast) continue;
    // What has not the form of an id may be refused as such.
    expect(sent.reply, `for ${JSON.stringify(id)}, letters behind an id${withMembers(optional)}`).status(404, 400, 422);
    return;
  }
}

/**
 * Whether a line with nothing wrong is refused by itself: a slot may be sold out by now, or no draft be taken any more.
 * Where it is not, the order that was refused is asked for once more: there may be room again.
 */
export async function isGoodLineRefused(
  http: Wire,
  { campaigns, line }: Pick<Model, 'campaigns' | 'line'>,
  refused: OrderRequest,
  name: string,
): Promise<boolean> {
  const isRefused = async (label: string) => isRefusedForValues(await send(http, campaigns.order(label, line)));
  if (await isRefused(name)) return true;
  if (!isRefusedForValues(await send(http, campaigns.update(refused)))) return true;
  return isRefused(`${name}-again`);
}

orders.check(
  {
    id: 'orders.archived-slot-is-not-404',
    level: 'must',
    section: 'ad-server §4.4 rule 6',
    requirement: 'A slot that exists is never answered 404, an archived one neither.',
    fix: 'Keep 404 for slots that do not exist; refuse a booking on an archived slot with 422.',
    needs: { material, basic, maxPages },
    prefers: { isSlotLost },
    sends: { orders: 1, inventory: 0 },
    drafts: 1,
  },
  async ({ http, material: { archived, campaigns }, isSlotLost, maxPages, note }) => {
    const slot = archived.find(({ sizes }) => sizes.length > 0);
    if (slot === undefined) notApplicable('The inventory lists no archived slot.');
    const sent = await send(http, campaigns.order('archived', campaigns.line('archived', { slot, goal: USUAL_GOAL })));
    const { reply } = sent;
    if (isUnknown(sent) && isSlotLost) blockedBy(anySlot);
    await expectStillListed({ http, maxPages }, sent, 422);
    // The rule forbids 404 alone; that there is no answer, or a 5xx, is no answer to the question.
    if (hasFailed(reply)) expect(reply).status(422);
    note(`Answered ${reply.status ?? 'nothing'}.`);
  },
);

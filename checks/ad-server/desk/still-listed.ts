import { expect } from '../../../src/engine/expect.ts';
import type { Note } from '../../../src/engine/node.ts';
import { inconclusive } from '../../../src/engine/signal.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import type { Reply } from '../../../src/http/reply.ts';
import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { everySent, expectAccepted, isRefusedForValues, SUCCESSES, type Sent, type Tried } from '../readers/booking.ts';
import type { OrderRequest } from '../values/requests.ts';
import type { IdSet } from '../readers/id-set.ts';
import { walk } from '../readers/inventory-walk.ts';
import { LARGEST } from '../values/page-sizes.ts';

/** What a check hands over that asks whether slots are still listed. */
export interface Asking {
  readonly http: Wire;
  /** The most pages of inventory that are read. */
  readonly maxPages: number;
}

/** A request about slots that the inventory had listed, and what came. */
interface OfSlots {
  readonly slots: readonly string[];
  readonly reply: Reply;
}

export function ofSlots({ request, reply }: Sent): OfSlots {
  return { slots: slotsOf(request), reply };
}

export function slotsOf(request: OrderRequest): readonly string[] {
  return request.line_items.map((line) => line.inventory_id);
}

/** Says that there is no such slot. */
export function isUnknown({ reply }: { readonly reply: Reply }): boolean {
  return reply.status === 404;
}

/** Whether an order has a line on another slot than this one. */
export function namesOther({ request }: Sent, { inventory_id: id }: InventorySlot): boolean {
  return request.line_items.some((line) => line.inventory_id !== id);
}

/** The slots of the orders that say so. */
export function slotsUnknown(sent: readonly Sent[]): ReadonlySet<string> {
  return new Set(sent.filter(isUnknown).flatMap((one) => ofSlots(one).slots));
}

/**
 * Expects no 404 where all slots are still listed: inventory is live, and one may have been taken off the list since it
 * was read. Hands back the answers that say so.
 */
export async function goneSlots(
  { http, maxPages }: Asking,
  asked: readonly OfSlots[],
  ...allowed: readonly number[]
): Promise<readonly Reply[]> {
  const unknown = asked.filter(isUnknown);
  if (unknown.length === 0) return [];
  const { ids } = await walk(http, { limit: LARGEST, maxPages });
  for (const { slots, reply } of unknown)
    if (slots.every((id) => ids.has(id))) expect(reply, `for ${asListed(slots, ids)}`).status(...allowed);
  return unknown.map(({ reply }) => reply);
}

/** Slots that are listed; of one alone, its place too. */
export function asListed(slots: readonly string[], { listed, size }: IdSet): string {
  const ids = [...new Set(slots)];
  const place = ids.length === 1 ? (listed ?? []).indexOf(ids[0] ?? '') : -1;
  const where = place < 0 ? 'still listed' : `slot ${place + 1} of the ${size} that are listed`;
  return `${inWords(
    ids.map((id) => JSON.stringify(id)),
    'and',
  )}, ${where}`;
}

/** Leaves an order unjudged that is answered 404 where its slots have been taken off the list by now. */
export async function expectStillListed(
  asking: Asking,
  sent: Sent & Partial<Tried>,
  ...allowed: readonly number[]
): Promise<void> {
  const gone = await goneSlots(asking, everySent(sent).map(ofSlots), ...allowed);
  if (gone.includes(sent.reply)) inconclusive('The slot that was asked for is not listed any more.', sent.reply);
}

/**
 * Expects the promised status, any success where none is, or 422, of which a note is made. Leaves a 404 unjudged where the
 * slots have been taken off the list by now.
 */
export async function expectTakenOrRefused(
  { note, ...asking }: Asking & { readonly note: Note },
  sent: Sent & Partial<Tried>,
  promised?: number,
): Promise<void> {
  await expectStillListed(asking, sent, ...(promised === undefined ? SUCCESSES : [promised]), 422);
  if (isRefusedForValues(sent)) note('Refused with 422, as a business rule may.');
  else if (promised === undefined) expectAccepted(sent.reply);
  else expect(sent.reply).status(promised);
}

/** Which of these were refused, with 404 or 422, and are about a slot that has been taken off the list. */
export async function offTheList({ http, maxPages }: Asking, asked: readonly OfSlots[]): Promise<readonly Reply[]> {
  const refused = asked.filter(({ reply }) => reply.status === 404 || reply.status === 422);
  if (refused.length === 0) return [];
  const { ids } = await walk(http, { limit: LARGEST, maxPages });
  return refused.filter(({ slots }) => !slots.every((id) => ids.has(id))).map(({ reply }) => reply);
}

/** Leaves an update unjudged that is refused where a slot of the order has been taken off the list by now. */
export async function expectSlotsListed(asking: Asking, ...asked: readonly OfSlots[]): Promise<void> {
  const gone = await offTheList(asking, asked);
  if (gone.length > 0) inconclusive('A slot that was booked is not listed any more.', ...gone);
}

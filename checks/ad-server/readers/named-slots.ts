import { inWords } from '../../../src/text/in-words.ts';
import type { OrderRequest } from '../values/requests.ts';
import type { Sent } from './booking.ts';
import type { IdSet } from './id-set.ts';

export function slotsOf(request: OrderRequest): readonly string[] {
  return request.line_items.map((line) => line.inventory_id);
}

/** Says that there is no such slot. */
export function isUnknown({ reply }: Pick<Sent, 'reply'>): boolean {
  return reply.status === 404;
}

/** The slots of the orders that say so. */
export function slotsUnknown(sent: readonly Sent[]): ReadonlySet<string> {
  return new Set(sent.filter(isUnknown).flatMap(({ request }) => slotsOf(request)));
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

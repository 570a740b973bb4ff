import { inWords } from '../../../src/text/in-words.ts';
import type { IdSet } from './id-set.ts';
import type { OrderRequest } from '../values/request-bodies.ts';

// Describes orders and slots in messages.

export function linesInWords({ line_items: lines }: OrderRequest): string {
  const slots = new Set(lines.map(({ inventory_id: id }) => id)).size;
  return lines.length === 1 ? 'one line' : `${lines.length} lines on ${slots === 1 ? 'one slot' : `${slots} slots`}`;
}

/** References are longer only if their length is what is tested. */
const USUAL_LENGTH = 80;

/** The properties of an order that a service may refuse it for. */
export function orderInWords(request: OrderRequest): string {
  const sizes = Math.max(...request.line_items.map((line) => line.sizes.length));
  const refs = [request.order, ...request.line_items].map(({ external_ref: ref }) => ref.length);
  const longest = Math.max(...refs);
  const withLong = longest > USUAL_LENGTH ? ` under a reference of ${longest} characters` : '';
  return `${linesInWords(request)}${withLong}, of ${sizes === 1 ? 'one size' : `${sizes} sizes`}`;
}

/** The slots of a listing; for a single one also its position. */
export function asListed(slots: readonly string[], { listed, size }: IdSet): string {
  const ids = [...new Set(slots)];
  const place = ids.length === 1 ? (listed ?? []).indexOf(ids[0] ?? '') : -1;
  const where = place < 0 ? 'still listed' : `slot ${place + 1} of the ${size} that are listed`;
  return `${inWords(
    ids.map((id) => JSON.stringify(id)),
    'and',
  )}, ${where}`;
}

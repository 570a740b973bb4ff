import type { OrderRequest } from '../values/requests.ts';

export function linesInWords({ line_items: lines }: OrderRequest): string {
  const slots = new Set(lines.map(({ inventory_id: id }) => id)).size;
  return lines.length === 1 ? 'one line' : `${lines.length} lines on ${slots === 1 ? 'one slot' : `${slots} slots`}`;
}

/** References are no longer than this unless their length is the point. */
const USUAL_LENGTH = 80;

/** What of an order may be why it is refused. */
export function orderInWords(request: OrderRequest): string {
  const sizes = mostSizes(request);
  const refs = [request.order, ...request.line_items].map(({ external_ref: ref }) => ref.length);
  const longest = Math.max(...refs);
  const withLong = longest > USUAL_LENGTH ? ` under a reference of ${longest} characters` : '';
  return `${linesInWords(request)}${withLong}, of ${sizes === 1 ? 'one size' : `${sizes} sizes`}`;
}

function mostSizes({ line_items: lines }: OrderRequest): number {
  return Math.max(...lines.map(({ sizes }) => sizes.length));
}

import type { CreatedOrder, Report } from '../model.ts';
import { csvCell } from './csv-cell.ts';

const COLUMNS: readonly (readonly [name: string, of: (order: CreatedOrder) => string])[] = [
  ['order_id', ({ orderId }) => orderId ?? ''],
  ['external_ref', ({ externalRef }) => externalRef],
  ['name', ({ name }) => name],
  ['advertiser', ({ advertiser }) => advertiser],
  ['line_item_ids', ({ lineItemIds }) => lineItemIds.join('; ')],
  ['uncertain', ({ uncertain }) => (uncertain ? 'yes' : 'no')],
];
/** Every draft order that a run created or may have created, as CSV (RFC 4180), so that they can be removed. */
export function renderDrafts({ created }: Report): string {
  const rows = [COLUMNS.map(([name]) => name), ...created.map((order) => COLUMNS.map(([, of]) => of(order)))];
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

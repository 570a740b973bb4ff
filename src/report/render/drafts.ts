import type { CreatedOrder, Report } from '../model.ts';
import { printable } from '../text.ts';

const COLUMNS: readonly (readonly [name: string, of: (order: CreatedOrder) => string])[] = [
  ['order_id', ({ orderId }) => orderId ?? ''],
  ['external_ref', ({ externalRef }) => externalRef],
  ['name', ({ name }) => name],
  ['advertiser', ({ advertiser }) => advertiser],
  ['line_item_ids', ({ lineItemIds }) => lineItemIds.join('; ')],
  ['uncertain', ({ uncertain }) => (uncertain ? 'yes' : 'no')],
];
const LONGEST_CELL = 20_000;

/** Every draft order that a run created or may have created, as CSV (RFC 4180), to remove them by. */
export function renderDrafts({ created }: Report): string {
  const rows = [COLUMNS.map(([name]) => name), ...created.map((order) => COLUMNS.map(([, of]) => of(order)))];
  return rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/**
 * Where a spreadsheet may see the beginning of a formula, full-width characters included: at the start of a cell, and
 * behind what separates cells in other countries.
 */
const FORMULA = /(^|[;,|])(\s*)(?=[=+\-@＝＋－＠])/gu;

/** A service chooses its ids: they are spelt out where invisible, and kept from being run as a formula. */
function cell(text: string): string {
  const inert = printable(text, { max: LONGEST_CELL }).replace(FORMULA, "$1$2'");
  return /[",;\s]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

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

/** Every draft order that a run created or may have created, as CSV (RFC 4180), so that they can be removed. */
export function renderDrafts({ created }: Report): string {
  const rows = [COLUMNS.map(([name]) => name), ...created.map((order) => COLUMNS.map(([, of]) => of(order)))];
  return rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/**
 * Where a spreadsheet may recognise a formula, including full-width characters: at the start of a cell, and after the
 * cell separators of other locales.
 */
const FORMULA = /(^|[;,|])(\s*)(?=[=+\-@＝＋－＠])/gu;

/** A service chooses its ids, so invisible characters are escaped and formulas disarmed. */
function cell(text: string): string {
  const inert = printable(text, { max: LONGEST_CELL }).replace(FORMULA, "$1$2'");
  return /[",;\s]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

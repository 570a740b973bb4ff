import { printable } from '../text.ts';

const LONGEST_CELL = 20_000;

/**
 * Where a spreadsheet may recognise a formula, including full-width characters: at the start of a cell, and after the
 * cell separators of other locales.
 */
const FORMULA = /(^|[;,|])(\s*)(?=[=+\-@＝＋－＠])/gu;

/** The text may come from a stranger, so invisible characters are escaped and formulas are made harmless. */
export function csvCell(text: string): string {
  const inert = printable(text, { max: LONGEST_CELL }).replace(FORMULA, "$1$2'");
  return /[",;\s]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

import type { ShownReport } from '../verdict-words.ts';

/** The report as JSON, in the order of its members, indented by two spaces. */
export function renderJson(report: ShownReport): string {
  return `${JSON.stringify({ ...report, altered: undefined }, null, 2)}\n`;
}

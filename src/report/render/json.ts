import type { Report } from '../model.ts';

/** The report as it stands, in the order of its members, indented by two. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

import { causes, openCauses, type Cause } from './causes.ts';
import { reasonKindsOf } from './earlier-builds.ts';
import { missing, missingInWords } from './missing.ts';
import type { Report } from './model.ts';
import { problemTitle } from './problem.ts';
import { printable } from './text.ts';
import { alerts, verdictWords } from './verdict-words.ts';

const MOST = 3;

/** The verdict and its first reasons, one line each, for a log that shows nothing else of the report. */
export function closingLines(report: Report): string[] {
  const { title, meaning } = verdictWords(report);
  return closing(`${title.toUpperCase()}: ${meaning}`, [...alerts(report), ...reasonLines(report)]);
}

/** One line about what was found, and the first reasons. */
export function closing(found: string, reasons: readonly string[]): string[] {
  const more = reasons.length - MOST;
  return [
    printable(found, { max: 300 }),
    ...reasons.slice(0, MOST).map((line) => `- ${printable(line, { max: 300 })}`),
    ...(more > 0 ? [`- … and ${more} more`] : []),
  ];
}

function reasonLines(report: Report): string[] {
  const broken = causes(report, ['fail', 'error']);
  if (broken.length > 0) return broken.map(causeLine);
  if (report.verdict === 'certified') return [];
  const open = openCauses(report).map(({ lead: { check } }) => `${check.id}: ${check.message}`);
  const left = missing(report).map(missingInWords);
  const kinds = reasonKindsOf(report);
  const stale = report.reasons.filter((_reason, index) => kinds[index] === 'stale');
  const lines = [...stale, ...open, ...left];
  return lines.length > 0 ? lines : [...report.reasons];
}

/** `The API key is refused (connection.key-accepted)` */
function causeLine(cause: Cause): string {
  const { check } = cause.lead;
  return `${problemTitle(cause)} (${check.id})`;
}

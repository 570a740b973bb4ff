import { causes, openCauses, type Cause } from './causes.ts';
import { reasonKindsOf } from './earlier-builds.ts';
import { missing, missingInWords } from './missing.ts';
import type { Report } from './model.ts';
import { problemTitle, titleOf } from './problem.ts';
import { printable, counted } from './text.ts';
import { alerts, verdictWords } from './verdict-words.ts';
import { isLost, lossInWords, somethingBroke, type Comparison } from './compare.ts';
import type { Proof } from './verify.ts';

const MOST = 3;

/** The verdict and its first reasons, one line each, for a log that shows nothing else of the report. */
export function closingLines(report: Report): string[] {
  const { title, meaning } = verdictWords(report);
  return closing(`${title.toUpperCase()}: ${meaning}`, [...alerts(report), ...reasonLines(report)]);
}

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

export function closingOfComparison(comparison: Comparison): string[] {
  if (!somethingBroke(comparison)) return [];
  const lost = comparison.verdicts.filter((verdict) => verdict.of !== 'overall' && isLost(verdict)).map(lossInWords);
  const broke = comparison.changes.flatMap(({ change, after }) =>
    change === 'broke' && after !== undefined ? [`${titleOf(after)} (${after.id})`] : [],
  );
  const gone = comparison.changes.flatMap(({ change, id }) => (change === 'vanished' ? [`${id} is gone`] : []));
  const altered = [comparison.before, comparison.after].flatMap((one) =>
    one.altered ? [`the report of run ${one.run} was altered`] : [],
  );
  const found = broke.length === 0 ? 'WORSE' : `BROKE: ${counted(broke.length, 'check')}`;
  return closing(`${found} since the first report.`, [...altered, ...broke, ...lost, ...gone]);
}

export function closingOfProofs(proofs: readonly Proof[]): string[] {
  const bad = proofs.filter(({ outcome }) => outcome === 'bad');
  const summary = bad.find(({ id }) => id === 'summary');
  if (summary === undefined) return [];
  return closing(
    `BAD: ${summary.message}`,
    bad.filter((one) => one !== summary).map(({ id, message }) => `${id}: ${message}`),
  );
}

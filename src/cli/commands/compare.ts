import { aboutEarlier } from '../../run/earlier-names.ts';
import type { ShownReport } from '../../report/verdict-words.ts';
import { compareReports, somethingBroke, type Comparison } from '../../report/compare.ts';
import { renderComparison } from '../../report/render/comparison.ts';
import { wrappedLines } from '../../report/render/terminal-page.ts';
import { closingOfComparison } from '../../report/closing.ts';
import { windowWidth } from '../display.ts';
import { noticeAltered, readReportFile } from '../report-file.ts';
import { noticeUnseen, print } from '../streams.ts';

/** Prints what changed between two reports; exit code 1 if anything got worse. */
export async function compareCommand(
  before: string,
  after: string,
  { format }: { readonly format: string },
): Promise<0 | 1> {
  const later = shownReport(after);
  const comparison = compareReports(shownReport(before), later, (id) => aboutEarlier([id])[0]);
  await print(await rendered(comparison, later, format));
  noticeUnseen(format, closingOfComparison(comparison));
  return somethingBroke(comparison) ? 1 : 0;
}

async function rendered(comparison: Comparison, after: ShownReport, format: string): Promise<string> {
  if (format === 'json') return `${JSON.stringify(comparison, null, 2)}\n`;
  if (format === 'terminal') return shown(renderComparison(comparison));
  return (await import('../../report/render/comparison-markdown.ts')).renderComparisonMarkdown(comparison, after);
}

function shown(text: string): string {
  const width = windowWidth();
  return width === undefined ? text : wrappedLines(text, width);
}

function shownReport(path: string): ShownReport {
  const report = readReportFile(path);
  return noticeAltered(path, report) ? { ...report, altered: true } : report;
}

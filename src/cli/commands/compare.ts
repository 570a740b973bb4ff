import { aboutEarlier } from '../../run/earlier-names.ts';
import type { Report } from '../../report/model.ts';
import { compareReports, somethingBroke } from '../../report/compare.ts';
import { renderComparison } from '../../report/render/comparison.ts';
import { wrappedLines } from '../../report/render/terminal-page.ts';
import { closingOfComparison } from '../../report/closing-of-comparison.ts';
import { windowWidth } from '../display.ts';
import { noticeAltered, readReportFile } from '../report-file.ts';
import { noticeUnseen, print } from '../streams.ts';

/** Prints what changed between two reports; exit code 1 if something broke. */
export async function compareCommand(before: string, after: string, format: string): Promise<0 | 1> {
  const comparison = compareReports(resultsIn(before), resultsIn(after), (id) => aboutEarlier([id])[0]);
  await print(format === 'json' ? `${JSON.stringify(comparison, null, 2)}\n` : shown(renderComparison(comparison)));
  noticeUnseen(format, closingOfComparison(comparison));
  return somethingBroke(comparison) ? 1 : 0;
}

function shown(text: string): string {
  const width = windowWidth();
  return width === undefined ? text : wrappedLines(text, width);
}

/** Without the exchanges, which take most of a report's memory and are not compared. */
function resultsIn(path: string): Report {
  const report = readReportFile(path);
  noticeAltered(path, report);
  return { ...report, exchanges: [] };
}

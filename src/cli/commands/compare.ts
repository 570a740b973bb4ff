import { compareReports, somethingBroke } from '../../report/compare.ts';
import { renderComparison } from '../../report/render/comparison.ts';
import { readReportFile } from '../report-file.ts';
import { print } from '../streams.ts';

/** Prints what changed between two reports; exit code 1 if something broke. */
export async function compareCommand(before: string, after: string, format: string): Promise<0 | 1> {
  const comparison = compareReports(readReportFile(before), readReportFile(after));
  await print(format === 'json' ? `${JSON.stringify(comparison, null, 2)}\n` : renderComparison(comparison));
  return somethingBroke(comparison) ? 1 : 0;
}

import { digestOf } from '../report/digest.ts';
import type { Report } from '../report/model.ts';
import { readReport, UnreadableDocument } from '../report/read.ts';
import { printable } from '../report/text.ts';
import { UsageError } from '../settings.ts';
import { version } from '../version.ts';
import { LARGEST_REPORT, readUserFile } from './files.ts';
import { notice } from './streams.ts';

/**
 * Reads a saved report.
 * @throws UsageError if the file cannot be read or is not a report.
 */
export function readReportFile(path: string): Report {
  const text = readUserFile(path, 'report', LARGEST_REPORT);
  try {
    const report = readReport(text);
    noticeNewer(path, report);
    return report;
  } catch (error) {
    throw error instanceof UnreadableDocument ? new UsageError(`${path} cannot be used. ${error.message}`) : error;
  }
}

/** A report of a newer build may say more than this build shows. */
function noticeNewer(path: string, { tool }: Report): void {
  const [release = ''] = tool.version.split('-');
  if (release.localeCompare(version, 'en', { numeric: true }) > 0)
    notice(
      `note: ${path} was made by version ${printable(tool.version, { max: 40 })}, which is newer than this one (${version}): what only that version knows is not shown.`,
    );
}

/** Whether a report was changed after it was written. If so, a notice says it. */
export function noticeAltered(path: string, report: Report): boolean {
  const altered = digestOf(report) !== report.digest;
  if (altered)
    notice(
      `warning: ${path} was changed after it was written: its digest does not match. See adserver-conformance verify.`,
    );
  return altered;
}

import { digestOf } from '../report/digest.ts';
import type { Report } from '../report/model.ts';
import { readReport, UnreadableDocument } from '../report/read.ts';
import { versionsInWords } from '../report/words/versions.ts';
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
    const versions = versionsInWords(report.tool.version, version);
    if (versions !== '') notice(`note: ${path} ${versions}`);
    return report;
  } catch (error) {
    throw error instanceof UnreadableDocument ? new UsageError(`${path} cannot be used. ${error.message}`) : error;
  }
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

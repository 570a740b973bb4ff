import type { Report } from '../report/model.ts';
import { readReport, UnreadableDocument } from '../report/read.ts';
import { UsageError } from '../settings.ts';
import { LARGEST_REPORT, readUserFile } from './files.ts';

/**
 * Reads a saved report.
 * @throws UsageError if the file cannot be read or is not a report.
 */
export function readReportFile(path: string): Report {
  const text = readUserFile(path, 'report', LARGEST_REPORT);
  try {
    return readReport(text);
  } catch (error) {
    throw error instanceof UnreadableDocument ? new UsageError(`${path} cannot be used. ${error.message}`) : error;
  }
}

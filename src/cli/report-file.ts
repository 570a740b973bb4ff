import type { Report } from '../report/model.ts';
import { readReport, UnreadableReport } from '../report/read.ts';
import { UsageError } from '../settings.ts';
import { readUserFile } from './files.ts';

/**
 * Reads a saved report.
 * @throws UsageError where the file cannot be read or is no report.
 */
export function readReportFile(path: string): Report {
  const text = readUserFile(path, 'report');
  try {
    return readReport(text);
  } catch (error) {
    throw error instanceof UnreadableReport ? new UsageError(`${path} cannot be used: ${error.message}`) : error;
  }
}

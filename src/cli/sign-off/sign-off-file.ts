import { existsSync } from 'node:fs';
import { digestOf } from '../../report/digest.ts';
import type { Report } from '../../report/model.ts';
import { UsageError } from '../../settings.ts';
import type { AnswersFile, SignOff } from '../../sign-off/model.ts';
import { readAnswers, readSignOff } from '../../sign-off/read.ts';
import { readUserFile } from '../files.ts';
import { readReportFile, usable } from '../report-file.ts';

/** The usual place of a report's sign-off: `report.sign-off.json` beside `report.json`. */
export const besideReport = (reportFile: string): string => `${reportFile.replace(/\.json$/i, '')}.sign-off.json`;

/**
 * Reads a sign-off file.
 * @throws UsageError if it cannot be read, is not a sign-off, or was altered.
 */
export const readSignOffFile = (path: string): SignOff => reading(path, 'sign-off', readSignOff);

/** Like `readSignOffFile`, but `undefined` if there is no such file. */
export const readSignOffIfThere = (path: string): SignOff | undefined =>
  existsSync(path) ? readSignOffFile(path) : undefined;

/** Like `readSignOffFile`, for a file of answers. */
export const readAnswersFile = (path: string): AnswersFile => reading(path, 'file of answers', readAnswers);

/**
 * Reads a report that somebody wants to sign off.
 * @throws UsageError also if the report was altered.
 */
export function readUnalteredReport(path: string): Report {
  const report = readReportFile(path);
  if (digestOf(report) === report.digest) return report;
  throw new UsageError(`${path} was altered since it was written: its digest does not match. Ask for the original.`);
}

function reading<T>(path: string, what: string, read: (text: string) => T): T {
  const text = readUserFile(path, what);
  return usable(path, () => read(text));
}

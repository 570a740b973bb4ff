import { digestOf, KeyError } from '../report/digest.ts';
import type { Report } from '../report/model.ts';
import { readReport, UnreadableDocument } from '../report/read.ts';
import { versionsInWords } from '../report/words/versions.ts';
import type { ShownReport } from '../report/verdict-words.ts';
import { verifyReport, type Proof } from '../report/verify.ts';
import { build } from '../run/releases.ts';
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
  const report = usable(path, () => readReport(text));
  const versions = versionsInWords(report.tool.version, version);
  if (versions !== '') notice(`note: ${path} ${versions}`);
  return report;
}

/** What is read from the contents of a file, or a usage error that names the file. */
export function usable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof KeyError) throw new UsageError(`${path}: ${error.message}`);
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

/** A report as it may be shown: what was altered, contradicts itself or cannot be checked earns no certificate. */
export function examined(report: Report, proofs: readonly Proof[] = verifyReport(report, { build })): ShownReport {
  const wrong = proofs.filter(({ outcome }) => outcome === 'bad');
  const altered = wrong.some(({ id }) => id === 'digest') ? { altered: true as const } : {};
  const first = wrong.find(({ id }) => id === 'version') ?? wrong.find(({ id }) => id !== 'digest');
  if (first === undefined) return { ...report, ...altered };
  const word = first.id === 'version' ? 'unknown version' : 'contradictory';
  return { ...report, ...altered, unreliable: { word, sentence: first.message } };
}

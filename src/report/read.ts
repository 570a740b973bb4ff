import { faultsOf } from '../schema/faults.ts';
import { report as fitsReport } from '../schema/generated/report-validator.js';
import { surveyJson } from './json-survey.ts';
import { REPORT_FORMAT, type Report } from './model.ts';
import { printable } from './text.ts';

/** Far larger than any real report: each recorded body is limited. */
const MOST_CHARACTERS = 200_000_000;
const DEEPEST = 64;
const FAULTS_SHOWN = 5;

/** The text is not a report that this version can read; the message says what is wrong and where. */
export class UnreadableReport extends Error {
  override readonly name = 'UnreadableReport';
}

/** Reads the text of a report file; what it returns matches the schema of the format. */
export function readReport(text: string): Report {
  if (text.length > MOST_CHARACTERS) {
    throw new UnreadableReport(`It is larger than a report can be: ${text.length} characters.`);
  }
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const value = parsed(json);
  const format = formatOf(value);
  if (format !== REPORT_FORMAT) throw new UnreadableReport(otherFormat(format));
  const { depth, duplicate } = surveyJson(json);
  if (duplicate !== undefined) {
    throw new UnreadableReport(
      `The member "${printable(duplicate)}" appears twice in one object, so it is unclear which one counts.`,
    );
  }
  if (depth > DEEPEST) throw new UnreadableReport(`It nests ${depth} levels deep; no report goes beyond ${DEEPEST}.`);
  return fitting(value);
}

function parsed(json: string): unknown {
  if (json.trim() === '') throw new UnreadableReport('It is empty. A report is a JSON document.');
  try {
    return JSON.parse(json);
  } catch (cause) {
    const why = cause instanceof Error ? ` (${printable(cause.message)})` : '';
    throw new UnreadableReport(`It is not JSON${why}. A report is what --output json writes.`, { cause });
  }
}

function fitting(value: unknown): Report {
  const faults = faultsOf(fitsReport, value);
  if (faults.length === 0) return value as Report; // The schema says exactly what the type says.
  const sentences = faults
    .slice(0, FAULTS_SHOWN)
    .map(
      ({ pointer, expected, actual }) =>
        `At ${pointer === '' ? 'the top' : pointer}: expected ${expected}, found ${actual}.`,
    );
  const more = faults.length > FAULTS_SHOWN ? [`And ${faults.length - FAULTS_SHOWN} more.`] : [];
  throw new UnreadableReport(
    [
      'It does not fit the report format.',
      ...sentences.map((sentence) => printable(sentence, { max: 400 })),
      ...more,
    ].join('\n'),
  );
}

function formatOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
}

function otherFormat(format: unknown): string {
  if (typeof format !== 'string') return `Not a report of this tool ("format" is not ${REPORT_FORMAT}).`;
  if (format.startsWith('adserver-conformance/report@')) {
    return `It is a report in another version of the format, ${printable(format)}. This program reads ${REPORT_FORMAT}.`;
  }
  if (format.startsWith('adserver-conformance/diagnosis@')) return 'It is a diagnosis, not a certification report.';
  return `Not a report of this tool ("format" is ${printable(format)}, not ${REPORT_FORMAT}).`;
}

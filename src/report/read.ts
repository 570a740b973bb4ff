import { faultsOf } from '../schema/faults.ts';
import { report as fitsReport } from '../schema/generated/report-validator.js';
import type { Validator } from '../schema/validator.ts';
import { duplicateMember } from '../text/duplicate-members.ts';
import { excessOf, type JsonBounds } from '../text/json-bounds.ts';
import { firstFault } from '../text/json-fault.ts';
import { infiniteIn } from '../text/pointer.ts';
import { REPORT_FORMAT, type Report } from './model.ts';
import { allChecks } from './tally.ts';
import { grouped, printable } from './text.ts';

/** Several times the contents of a report with ten thousand calls. */
const MOST: JsonBounds = { deepest: 64, values: 1_500_000, names: 250_000 };
/** Renderers compare each check with others. */
const MOST_CHECKS = 10_000;
const MOST_CALLS = 30_000;
const FAULTS_SHOWN = 5;
const ASK = 'Ask for the file as it was written.';

export interface DocumentKind<T> {
  readonly format: string;
  /** Its name in messages: `report`. */
  readonly called: string;
  readonly fits: Validator<T>;
}

/** The text is not a document that this version can read. The message says what is wrong, and where. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument';
}

/** Reads the text of a report file. The result matches the schema of the format. */
export function readReport(text: string): Report {
  // The schema and the type say the same, but for kinds of causes that only newer builds know: see earlier-builds.ts.
  const report = readDocument(text, { format: REPORT_FORMAT, called: 'report', fits: fitsReport }) as Report;
  for (const [what, { length }, most] of [
    ['checks', allChecks(report), MOST_CHECKS],
    ['exchanges', report.exchanges, MOST_CALLS],
  ] as const)
    if (length > most)
      throw new UnreadableDocument(`It has ${grouped(length)} ${what}; a report has ${grouped(most)} at most. ${ASK}`);
  return report;
}

export function readDocument<T>(text: string, { format, called, fits }: DocumentKind<T>): T {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // Other text is no JSON document, however it is nested.
  const excess = /^\s*[[{]/.test(json) ? excessOf(json, MOST) : null;
  if (excess !== null) throw new UnreadableDocument(`It has ${excess}, which no ${called} has. ${ASK}`);
  const value = parsed(json, called);
  const stated = formatOf(value);
  if (stated !== format) throw new UnreadableDocument(otherFormat(stated, format, called));
  const duplicate = duplicateMember(json);
  if (duplicate !== null)
    throw new UnreadableDocument(
      `The member ${printable(duplicate)} appears twice, so it is unclear which one counts.`,
    );
  const infinite = infiniteIn(value);
  if (infinite !== null)
    throw new UnreadableDocument(`At ${printable(infinite)}: expected a number, found one that is too large. ${ASK}`);
  return fitting(value, fits, called);
}

function parsed(json: string, called: string): unknown {
  if (json.trim() === '') throw new UnreadableDocument(`It is empty. A ${called} is a JSON document.`);
  try {
    return JSON.parse(json);
  } catch (cause) {
    if (json.startsWith('PK')) throw new UnreadableDocument(`It is a package. Give the ${called} in it.`, { cause });
    const wanted = called === 'report' ? ' A report is what --output json writes.' : '';
    throw new UnreadableDocument(`It is not JSON. ${firstFault(json)}${wanted}`, { cause });
  }
}

function fitting<T>(value: unknown, fits: Validator<T>, called: string): T {
  if (fits(value)) return value;
  const faults = faultsOf(fits, value);
  const sentences = faults
    .slice(0, FAULTS_SHOWN)
    .map(
      ({ pointer, expected, actual }) =>
        `At ${pointer === '' ? 'the top' : pointer}: expected ${expected}, found ${actual}.`,
    );
  const more = faults.length > FAULTS_SHOWN ? [`And ${faults.length - FAULTS_SHOWN} more.`] : [];
  throw new UnreadableDocument(
    [`It is not a valid ${called}.`, ...sentences.map((sentence) => printable(sentence, { max: 400 })), ...more].join(
      '\n',
    ),
  );
}

function formatOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
}

function otherFormat(stated: unknown, format: string, called: string): string {
  if (typeof stated !== 'string')
    return `Not a ${called} of this tool ("format" is ${stated === undefined ? 'missing' : `not ${format}`}).`;
  if (stated.startsWith(format.replace(/@.*$/, '@'))) {
    return `It is a ${called} in another version of the format, ${printable(stated)}. This program reads ${format}.`;
  }
  if (stated.startsWith('adserver-conformance/diagnosis@')) return 'It is a diagnosis, not a certification report.';
  return `Not a ${called} of this tool ("format" is ${printable(stated)}, not ${format}).`;
}

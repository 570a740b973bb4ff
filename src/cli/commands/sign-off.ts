import type { Report } from '../../report/model.ts';
import { shellWord } from '../../report/shell.ts';
import { printable } from '../../report/text.ts';
import { UsageError } from '../../settings.ts';
import { answersTemplate } from '../../sign-off/answers.ts';
import { begin, sharesTarget, type Begun } from '../../sign-off/begin.ts';
import type { SignOff } from '../../sign-off/model.ts';
import { standingInWords, standingOf } from '../../sign-off/standing.ts';
import { belongsTo, keyOf, statementsOf } from '../../sign-off/statements.ts';
import { writeUserFile } from '../write-file.ts';
import { answeredByFile, answeredByPerson, guidanceFor } from '../sign-off/collect.ts';
import {
  besideReport,
  readAnswersFile,
  readSignOffFile,
  readSignOffIfThere,
  readUnalteredReport,
} from '../sign-off/sign-off-file.ts';
import { answerFaults } from '../../sign-off/check.ts';
import { notice, print } from '../streams.ts';

export interface SignOffOptions {
  readonly answers?: string;
  readonly template?: true;
  readonly from?: string;
  readonly output?: string;
  readonly signOffMaxAge?: number;
  readonly name?: string;
  readonly role?: string;
  readonly again?: true;
  readonly color: boolean;
}

const USUAL_MAX_AGE = 365;

/** Records who confirms the statements that no request can show; exit code 1 while any is open. */
export async function signOffCommand(file: string, options: SignOffOptions): Promise<0 | 1> {
  const report = readUnalteredReport(file);
  if (options.template) {
    const today = new Date().toISOString().slice(0, 10);
    await print(`${JSON.stringify(answersTemplate(report, guidanceFor, today), null, 2)}\n`);
    return 0;
  }
  if (statementsOf(report).length === 0) {
    notice('This report has no statement that a person signs off.');
    return 0;
  }
  const path = options.output ?? besideReport(file);
  const save = (signOff: SignOff) => writeUserFile(path, `${JSON.stringify(signOff, null, 2)}\n`);
  const signOff = await collected(report, path, { ...options, save });
  if (signOff === undefined) {
    notice('Nothing was answered. To answer in a file, use --template and --answers.');
    return 1;
  }
  await save(signOff);
  const standing = standingOf(report, signOff);
  const uncounted = signOff.statements.flatMap(answerFaults);
  for (const fault of uncounted.slice(0, MOST_NAMED)) notice(`warning: ${fault} verify will not accept it.`);
  const next = [
    ...['adserver-conformance', standing.open === 0 ? 'package' : 'sign-off', shellWord(file)],
    ...(path === besideReport(file) ? [] : [standing.open === 0 ? '--sign-off' : '--output', shellWord(path)]),
  ];
  notice(`Saved in ${path}: ${standingInWords(standing)}. Next: ${next.join(' ')}`);
  return standing.open === 0 ? 0 : 1;
}

const MOST_NAMED = 3;

interface Collecting extends SignOffOptions {
  readonly save: (signOff: SignOff) => Promise<void>;
}

async function collected(report: Report, path: string, options: Collecting): Promise<SignOff | undefined> {
  const earlier = earlierSignOff(report, path, options.from);
  const limit = { maxAgeDays: options.signOffMaxAge ?? USUAL_MAX_AGE, now: Date.now() };
  const begun = begin(report, { earlier, ...limit });
  if (options.answers !== undefined)
    return answeredByFile(report, begun, { path: options.answers, answers: readAnswersFile(options.answers), limit });
  const { name, role, color, save } = options;
  return answeredByPerson(report, {
    begun: options.again ? askingAll(begun) : begun,
    earlier,
    person: { ...(name ? { name } : {}), ...(role ? { role } : {}) },
    color,
    save,
  });
}

/** The sign-off begun for this report, or else the one to carry answers over from. */
function earlierSignOff(report: Report, path: string, from: string | undefined): SignOff | undefined {
  const other = from === undefined ? undefined : readSignOffFile(from);
  const there = readSignOffIfThere(path);
  if (there !== undefined && belongsTo(there, report)) return there;
  const earlier = other ?? there;
  if (earlier !== undefined && !sharesTarget(report, earlier))
    throw new UsageError(
      `${from ?? path} is the sign-off of another address (${Object.values(earlier.targets)
        .map((target) => printable(target))
        .join(', ')}). Name another file with ${from === undefined ? '--output' : '--from'}.`,
    );
  return earlier;
}

const askingAll = ({ statements, asked }: Begun): Begun => ({
  statements,
  asked: new Map(statements.map((statement) => [keyOf(statement), asked.get(keyOf(statement)) ?? 'open'])),
});

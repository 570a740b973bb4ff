import type { Report } from '../../report/model.ts';
import { counted, printable } from '../../report/text.ts';
import { UsageError } from '../../settings.ts';
import { answeredTwice, answersToNothing, withAnswers } from '../../sign-off/answers.ts';
import { isTooOld, reopened, signOffOf, type AgeLimit, type Begun } from '../../sign-off/begin.ts';
import type { AnswersFile, Person, SignedStatement, SignOff, GuidanceFor } from '../../sign-off/model.ts';
import { standingInWords, standingOf } from '../../sign-off/standing.ts';
import { keyOf, statementsOf, byKey } from '../../sign-off/statements.ts';
import { displayOf } from '../display.ts';
import { notice } from '../streams.ts';
import type { Asker } from './question.ts';
import { suite } from '../../../checks/suite.ts';

/** The person's time zone may already be a day ahead. */
const DAY = 86_400_000;

/**
 * The sign-off with the answers of a file. Answers that are too old leave their statements open.
 * @throws UsageError if the file answers statements that the report does not have, or has dates in the future.
 */
export function answeredByFile(
  report: Report,
  { statements }: Begun,
  { path, answers, limit }: { readonly path: string; readonly answers: AnswersFile; readonly limit: AgeLimit },
): SignOff {
  const stray = answersToNothing(statements, answers)[0] ?? answeredTwice(answers)[0];
  if (stray !== undefined)
    throw new UsageError(
      `${path} has an answer that fits no statement of this report, or one too many: ${printable(stray.section)}, "${printable(stray.requirement, { max: 120 })}". See sign-off --template.`,
    );
  const { name, role, date } = answers.signedBy;
  if (Date.parse(date) > limit.now + DAY) throw new UsageError(`${path} is dated ${date}, which lies in the future.`);
  const answered = withAnswers(statements, answers);
  const old = answered.filter((statement) => isTooOld(statement, limit));
  if (old.length > 0)
    notice(
      `${counted(old.length, 'answer')} of ${date} ${old.length === 1 ? 'is' : 'are'} older than ${limit.maxAgeDays} days and left open. Look again, and set the date.`,
    );
  const current = answered.map((statement) => (old.includes(statement) ? reopened(statement) : statement));
  return signOffOf(report, { name, role }, current);
}

export interface Asking {
  readonly begun: Begun;
  readonly earlier: SignOff | undefined;
  readonly person: Partial<Person>;
  readonly color: boolean;
  readonly save: (signOff: SignOff) => Promise<void>;
}

/** Asks a person the open statements and saves each answer; `undefined` if the person did not give a name. */
export async function answeredByPerson(
  report: Report,
  { begun, earlier, save, ...who }: Asking,
): Promise<SignOff | undefined> {
  if (begun.asked.size === 0 && earlier !== undefined) return signOffOf(report, earlier.signedBy, begun.statements);
  tellWhatIsAsked(begun, earlier);
  const asker = await askerFor(who.color);
  try {
    const by = await signer(asker, report, { earlier, person: who.person });
    return by === 'leave' ? undefined : await interview(asker, report, { begun, by, save });
  } finally {
    asker.end();
  }
}

interface Interview {
  readonly begun: Begun;
  readonly by: Person;
  readonly save: (signOff: SignOff) => Promise<void>;
}

/** Asks the statements one after the other, and saves each answer at once. */
async function interview(asker: Asker, report: Report, { begun, by, save }: Interview): Promise<SignOff> {
  const asked = [...begun.asked];
  let signOff = signOffOf(report, by, begun.statements);
  await save(signOff);
  for (let index = 0; index < asked.length;) {
    const [key, cause] = asked[index] ?? ['', 'new' as const];
    const statement = signOff.statements.find((one) => keyOf(one) === key);
    if (statement === undefined) throw new Error(`there is no statement ${key}`);
    const why = statementsOf(report).find((one) => keyOf(one) === key)?.why ?? '';
    const reply = await asker.ask({
      statement,
      guidance: guidanceFor(statement) ?? { means: '', look: why },
      cause,
      position: index + 1,
      total: asked.length,
      standing: standingInWords(standingOf(report, signOff)),
    });
    if (reply === 'leave') break;
    if (reply === 'back') {
      index = Math.max(0, index - 1);
      continue;
    }
    const { contract, section, requirement } = statement;
    const { answer, remark } = reply;
    const answered: SignedStatement = {
      ...{ contract, section, requirement, answer },
      ...(remark === '' ? {} : { remark }),
      by,
      at: new Date().toISOString(),
    };
    const statements = signOff.statements.map((one) => (one === statement ? answered : one));
    signOff = signOffOf(report, by, statements);
    await save(signOff);
    index += 1;
  }
  return signOff;
}

/**
 * Asks for name and role, but only once: whoever continues a sign-off of the same report is assumed to be the same
 * person.
 */
async function signer(
  asker: Asker,
  report: Report,
  { earlier, person }: Pick<Asking, 'earlier' | 'person'>,
): Promise<Person | 'leave'> {
  const { name, role } = person;
  if (name !== undefined && role !== undefined) return { name, role };
  const goesOn = earlier?.report.digest === report.digest && name === undefined && role === undefined;
  if (!goesOn) return asker.who({ ...earlier?.signedBy, ...person });
  notice(
    `Going on as ${printable(earlier.signedBy.name)}, ${printable(earlier.signedBy.role)}. Somebody else? Give --name and --role.`,
  );
  return earlier.signedBy;
}

function tellWhatIsAsked({ statements, asked }: Begun, earlier: SignOff | undefined): void {
  const kept = statements.length - asked.size;
  if (earlier !== undefined)
    notice(
      `${kept} of ${counted(statements.length, 'answer')} kept from run ${printable(earlier.report.runId)}; ${asked.size} to answer.`,
    );
  else
    notice(
      `${counted(asked.size, 'statement')} that no request can show. Each answer is saved at once; stop whenever you like.`,
    );
}

async function askerFor(color: boolean): Promise<Asker> {
  const { stdin, stderr } = process;
  const display = displayOf({ color }, stderr);
  if (stdin.isTTY && stderr.isTTY && display.color) {
    const { Prompts } = await import('./prompts.ts');
    return new Prompts(display, stdin, stderr);
  }
  const { Lines } = await import('./lines.ts');
  return new Lines(display, stdin, stderr);
}

const known = byKey(suite.attested);

export const guidanceFor: GuidanceFor = (statement) => known.get(keyOf(statement));

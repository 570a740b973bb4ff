import { sealed } from '../report/digest.ts';
import type { Report } from '../report/model.ts';
import { SIGN_OFF_FORMAT, type Person, type SignedStatement, type SignOff, type Statement } from './model.ts';
import { belongsTo, byKey, isOpen, keyOf, statementsOf, type ReportedStatement } from './statements.ts';

const DAY = 86_400_000;

/** Why a statement has to be asked. */
export type Cause = 'new' | 'open' | 'old';

export interface Begun {
  readonly statements: readonly SignedStatement[];
  /** The statements to ask, by their key, and why. */
  readonly asked: ReadonlyMap<string, Cause>;
}

export interface AgeLimit {
  /** Older answers are asked again. */
  readonly maxAgeDays: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface EarlierAnswers extends AgeLimit {
  /** An earlier sign-off of this report, or of an earlier report about the same address. */
  readonly earlier?: SignOff | undefined;
}

/** Splits the statements of a report into those already answered and those to ask. */
export function begin(report: Report, { earlier, ...limit }: EarlierAnswers): Begun {
  const known = byKey(earlier?.statements ?? []);
  const asked = new Map<string, Cause>();
  const statements = statementsOf(report).map((statement): SignedStatement => {
    const key = keyOf(statement);
    const before = isSameTarget(statement, earlier) ? known.get(key) : undefined;
    const cause = causeOf(before, limit);
    if (cause !== undefined) asked.set(key, cause);
    if (earlier === undefined || before === undefined) return unanswered(statement);
    if (cause === 'old') return reopened(before);
    return belongsTo(earlier, report) ? before : { carriedFrom: earlier.report.digest, ...before };
  });
  return { statements, asked };
}

function causeOf(before: SignedStatement | undefined, limit: AgeLimit): Cause | undefined {
  if (before?.at === undefined) return 'new';
  if (isOpen(before)) return 'open';
  return isTooOld(before, limit) ? 'old' : undefined;
}

/** Whether a statement was answered too long ago. */
export function isTooOld({ answer, at }: SignedStatement, { maxAgeDays, now }: AgeLimit): boolean {
  return answer !== 'open' && at !== undefined && Date.parse(at) < now - maxAgeDays * DAY;
}

/** Removes the answer but keeps the remark, to help whoever answers again. */
export function reopened(statement: SignedStatement): SignedStatement {
  const { remark } = statement;
  return { ...unanswered(statement), ...(remark === undefined ? {} : { remark }) };
}

/** Whether the answers of a sign-off can carry over to a report. */
export function sharesTarget(report: Report, earlier: SignOff): boolean {
  return statementsOf(report).some((statement) => isSameTarget(statement, earlier));
}

function isSameTarget(
  { contract, target }: Pick<ReportedStatement, 'contract' | 'target'>,
  earlier?: SignOff,
): boolean {
  const before = earlier?.targets[contract];
  return before !== undefined && withoutSlash(before) === withoutSlash(target);
}

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

const unanswered = ({ contract, section, requirement }: Statement): SignedStatement => ({
  contract,
  section,
  requirement,
  answer: 'open',
});

/** Makes the sign-off of a report from these answers. */
export function signOffOf(report: Report, signedBy: Person, statements: readonly SignedStatement[]): SignOff {
  return sealed({
    format: SIGN_OFF_FORMAT,
    report: { digest: report.digest, runId: report.run.id, finishedAt: report.run.finishedAt },
    targets: Object.fromEntries(report.contracts.map(({ id, target }) => [id, target])),
    signedBy,
    statements,
  });
}

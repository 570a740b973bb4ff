import { ANSWERS_FORMAT, type AnswersFile, type GuidanceFor, type SignedStatement, type Statement } from './model.ts';
import { byKey, keyOf, statementsOf } from './statements.ts';
import type { Report } from '../report/model.ts';

/** An answers file to fill in, with every statement of a report left open. */
export function answersTemplate(report: Report, guidanceFor: GuidanceFor, today: string): object {
  return {
    format: ANSWERS_FORMAT,
    signedBy: { name: '', role: '', date: today },
    statements: statementsOf(report).map(({ contract, section, requirement, why }) => {
      const { means, look } = guidanceFor({ contract, section, requirement }) ?? { means: undefined, look: why };
      return { contract, section, requirement, means, look, answer: 'open', remark: '' };
    }),
  };
}

/** Answers to statements that the report does not have. They may be from another version, or reworded. */
export function answersToNothing(statements: readonly Statement[], { statements: answers }: AnswersFile): Statement[] {
  const known = byKey(statements);
  return answers.filter((answer) => !known.has(keyOf(answer)));
}

/** Statements with two answers in the file. */
export function answeredTwice({ statements }: AnswersFile): Statement[] {
  return statements.filter((one, index) => statements.findIndex((other) => keyOf(other) === keyOf(one)) < index);
}

/** Fills in the answers of a file. A statement left open in the file keeps the answer it had. */
export function withAnswers(
  statements: readonly SignedStatement[],
  { signedBy: { name, role, date }, statements: answers }: AnswersFile,
): SignedStatement[] {
  const known = byKey(answers);
  return statements.map((statement) => {
    const found = known.get(keyOf(statement));
    if (found === undefined || (found.answer === 'open' && !found.remark)) return statement;
    const { contract, section, requirement } = statement;
    return {
      ...{ contract, section, requirement, answer: found.answer },
      ...(found.remark ? { remark: found.remark } : {}),
      by: { name, role },
      at: new Date(date).toISOString(),
    };
  });
}

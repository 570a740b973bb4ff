import type { Report } from '../report/model.ts';
import type { SignedStatement, SignOff } from './model.ts';
import { belongsTo, byKey, keyOf, statementsOf } from './statements.ts';

/** In milliseconds: the clocks of two machines may differ. */
const TOLERANCE = 86_400_000;

/** Why a sign-off cannot be one of this report. */
export function signOffFaults(signOff: SignOff, report: Report, now: number): string[] {
  if (!belongsTo(signOff, report))
    return [
      `The sign-off belongs to another report: the one of run ${signOff.report.runId}, with the digest ${signOff.report.digest}.`,
    ];
  const due = statementsOf(report);
  const there = byKey(signOff.statements);
  const known = byKey(due);
  return [
    ...due
      .filter((one) => !there.has(keyOf(one)))
      .map((one) => `The statement of ${one.section} is missing: ${one.requirement}`),
    ...signOff.statements
      .filter((one) => !known.has(keyOf(one)))
      .map((one) => `The report has no such statement of ${one.section}: ${one.requirement}`),
    ...(there.size === signOff.statements.length ? [] : ['A statement appears twice.']),
    ...signOff.statements.flatMap((one) => [...timeFaults(one, now), ...answerFaults(one)]),
  ];
}

const LETTERS = /\p{L}/u;

/** Why an answer counts for nobody. */
export function answerFaults({ section, answer, remark = '', by }: SignedStatement): string[] {
  if (answer === 'open') return [];
  if (by === undefined || !LETTERS.test(by.name)) return [`The statement of ${section} names nobody who answered it.`];
  return answer === 'does-not-apply' && !LETTERS.test(remark)
    ? [`The statement of ${section} does not apply, but no remark says why.`]
    : [];
}

function timeFaults({ section, at }: SignedStatement, now: number): string[] {
  const isLater = at !== undefined && Date.parse(at) > now + TOLERANCE;
  return isLater ? [`The statement of ${section} was answered in the future: ${at}.`] : [];
}

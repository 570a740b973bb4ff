import { expect } from 'vitest';
import { suite } from '../../../checks/suite.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { checksOf } from '../../../src/engine/suite.ts';
import type { CheckResult, Report } from '../../../src/report/model.ts';
import { endedAs, judge, resultsOf, withoutEvidence, type Circumstances } from '../judge.ts';

/** The expected result of a run. */
export interface Statement {
  /** A statement, used as the name of a test. */
  readonly name: string;
  /** The ids of exactly the checks that fail. */
  readonly fails?: readonly string[];
  readonly verdict: Report['verdict'];
  /** What checks must say, by id. */
  readonly says?: Readonly<Record<string, RegExp>>;
  /** The outcomes of checks, by id. */
  readonly ends?: Readonly<Record<string, CheckResult['outcome']>>;
  /** The number of exchanges that checks must cite, by id. */
  readonly cites?: Readonly<Record<string, number>>;
  /** The number of orders created. */
  readonly creates?: number;
}

/** A run with options or answers that no fault and no variation has, and its expected result. */
export interface Circumstance extends Statement {
  readonly behaviour?: BehaviourChange;
  readonly run?: Circumstances;
}

/** Rules about the address itself, which no exchange shows. */
const WITHOUT_A_REQUEST = [
  'connection.https-only',
  'connection.certificate-is-valid',
  'connection.certificate-has-alternative-name',
  'connection.version-segment',
  'connection.public-address',
  'listing-access.https-only',
  'listing-access.certificate-is-valid',
  'listing-access.certificate-has-alternative-name',
  'listing-access.version-segment',
];

const levels = new Map(checksOf(suite).map(({ id, rule }) => [id, rule.level]));

/** The verdict of a run with `--local` in which these checks are broken. */
export function verdictIfBroken(ids: readonly string[]): Report['verdict'] {
  return ids.some((id) => levels.get(id) === 'must') ? 'failed' : 'passed';
}

/** Judges a publisher under these circumstances. */
export function judgeUnder({ behaviour, run = {} }: Circumstance): Promise<Report> {
  return judge(behaviour ?? [], run);
}

/** The differences between a report and the expected result, in words. */
export function problemsOf(
  { fails = [], verdict, says = {}, ends = {}, cites = {}, creates }: Statement,
  report: Report,
): string[] {
  const found = Object.keys(endedAs(report, 'fail', 'warn'));
  const results = new Map(resultsOf(report).map((result) => [result.id, result]));
  const saying = Object.entries(says).flatMap(([id, words]) => {
    const message = results.get(id)?.message ?? 'nothing';
    return words.test(message) ? [] : [`${id} says: ${message}`];
  });
  const ending = Object.entries(ends)
    .filter(([id, outcome]) => results.get(id)?.outcome !== outcome)
    .map(([id]) => `${id} ended: ${results.get(id)?.outcome ?? 'not at all'}`);
  const citing = Object.entries(cites)
    .filter(([id, count]) => results.get(id)?.exchanges.length !== count)
    .map(([id]) => `${id} cites: ${results.get(id)?.exchanges.length ?? 'nothing'}`);
  return [
    ...(found.toSorted().join() === fails.toSorted().join() ? [] : [`failed: ${found.join(', ') || 'none'}`]),
    ...(report.verdict === verdict ? [] : [`verdict: ${report.verdict}, ${report.reasons.join(' ')}`]),
    ...saying,
    ...ending,
    ...citing,
    ...(creates === undefined || report.created.length === creates ? [] : [`creates: ${report.created.length}`]),
    ...withoutEvidence(report)
      .filter((id) => !WITHOUT_A_REQUEST.includes(id))
      .map((id) => `${id} cites nothing`),
    ...Object.values(endedAs(report, 'error')),
  ];
}

/** Expects the result of a run under these circumstances to be as stated. */
export async function expectAsStated(circumstance: Circumstance): Promise<void> {
  const problems = problemsOf(circumstance, await judgeUnder(circumstance));
  expect(problems, problems.join('\n')).toEqual([]);
}

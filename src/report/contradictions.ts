import { contractVerdict, worst } from '../engine/verdict.ts';
import type { Level, Outcome } from '../engine/rule.ts';
import { checksOf, contractChecks } from './checks-of.ts';
import { withCauses } from './earlier-builds.ts';
import type { CheckResult, ContractResult, Report } from './model.ts';
import { passesAtMost, relaxedBy } from './relaxed-by.ts';
import { answeredBy } from './sent-to.ts';

/** The verdicts that do not follow from the checks and the options of the run. */
export function verdictFaults(report: Report): string[] {
  const faults = report.contracts.flatMap((contract) => {
    const due = contractVerdict({
      modules: withCauses(contract.modules),
      answered: answeredBy(contract, report.exchanges),
      stale: staleExpectations(contract, report),
      only: askedFor(report),
      relaxedBy: relaxedBy(contract.id, report.run.options),
      passesAtMost: passesAtMost(report.run),
    });
    return contract.verdict === due
      ? []
      : [`By its checks ${contract.id} is ${due}; the report says ${contract.verdict}.`];
  });
  const overall = worst(report.contracts.map(({ verdict }) => verdict));
  if (report.verdict !== overall) {
    faults.push(`By the verdicts of its contracts the report is ${overall}; it says ${report.verdict}.`);
  }
  return faults;
}

function askedFor({ run }: Report): string[] | undefined {
  const only: unknown = run.options['only'];
  return Array.isArray(only) ? only.filter((name) => typeof name === 'string') : undefined;
}

function staleExpectations({ modules }: ContractResult, { run }: Report): string[] {
  const expected: unknown = run.options['expectedFailures'];
  if (!Array.isArray(expected)) return [];
  const ids = new Set(
    expected.map(
      (entry: unknown) =>
        typeof entry === 'object' && entry !== null && !('formerly' in entry) && 'id' in entry && entry.id,
    ),
  );
  return checksOf(modules)
    .filter(({ id, outcome }) => outcome === 'pass' && ids.has(id))
    .map(({ id }) => id);
}

const ALLOWED: Readonly<Record<Level, readonly Outcome[]>> = {
  must: ['pass', 'fail', 'not-applicable', 'waived', 'skip', 'inconclusive', 'expected-fail', 'error'],
  should: ['pass', 'warn', 'not-applicable', 'waived', 'skip', 'inconclusive', 'error'],
  info: ['info', 'not-applicable', 'waived', 'skip', 'error'],
};
const ALLOWED_CUSTOM: readonly Outcome[] = ['pass', 'fail', 'skip', 'expected-fail', 'error'];

/** Outcomes that a check cannot have, or that contradict what else it says. */
export function outcomeFaults(report: Report): string[] {
  const checks = contractChecks(report);
  const odd = checks.filter(({ level, outcome }) => !ALLOWED[level].includes(outcome));
  const oddCustom = checksOf(report.custom).filter(({ outcome }) => !ALLOWED_CUSTOM.includes(outcome));
  return [
    ...[...odd, ...oddCustom].map(({ id, level, outcome }) => `${id} is ${outcome}, which a ${level} check cannot be.`),
    ...checks.flatMap(besideOutcome),
  ];
}

const PASSED: readonly Outcome[] = ['pass', 'not-applicable', 'waived'];
const JUDGED: readonly Outcome[] = ['pass', 'fail', 'warn', 'expected-fail'];

function besideOutcome({ id, outcome, found, expected, because }: CheckResult): string[] {
  if (PASSED.includes(outcome) && (found !== undefined || expected !== undefined))
    return [`${id} is ${outcome}, but says what broke the rule.`];
  if (JUDGED.includes(outcome) && because !== undefined)
    return [`${id} is ${outcome}, but says why it was not judged.`];
  if (outcome === 'not-applicable' && because !== undefined && DID_NOT_RUN.includes(because.kind))
    return [`${id} is not-applicable, but says that it did not run.`];
  return [];
}

/** Causes that have nothing to do with the service. */
const DID_NOT_RUN: readonly string[] = ['blocked', 'left-out', 'not-supplied', 'relaxed', 'interrupted', 'time-limit'];

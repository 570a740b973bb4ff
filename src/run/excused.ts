import type { ExpectedFailure } from '../engine/rule.ts';
import { contractChecks } from '../report/checks-of.ts';
import type { ContractResult } from '../report/model.ts';

const DAY = 86_400_000;
/** How many days before a known failure runs out the report says so. */
const SOON = 14;

/** Whether a failure is still excused on this day. */
export function isExcused({ until }: ExpectedFailure, at: Date): boolean {
  return until === undefined || dayOf(at) <= until;
}

/** The known failures that broke, and will count as failures within two weeks. */
export function runningOut(
  known: readonly ExpectedFailure[],
  contracts: readonly ContractResult[],
  at: Date,
): { readonly id: string; readonly until: string }[] {
  const soon = dayOf(new Date(at.getTime() + SOON * DAY));
  const checks = contractChecks({ contracts });
  const excused = new Set(checks.filter(({ outcome }) => outcome === 'expected-fail').map(({ id }) => id));
  return known.flatMap(({ id, until }) =>
    until !== undefined && until <= soon && excused.has(id) ? [{ id, until }] : [],
  );
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

import type { Outcome } from '../engine/rule.ts';
import { blockerOf, rootOf } from '../causes/because.ts';
import { becauseOf } from './earlier-builds.ts';
import type { CheckResult, Report } from './model.ts';
import { relaxedByIn } from './relaxed-by.ts';
import { needingAction } from './tally.ts';
import { counted } from './text.ts';
import { remedyInWords, uncapitalized } from './words/because.ts';
import { relaxedInWords } from './words/reasons.ts';

/** One reason why there is no certificate, and what removes it. */
export interface Missing {
  /** The rules that could not be judged; none if it concerns the run as a whole. */
  readonly checks: readonly string[];
  readonly what: string;
  readonly outcome: Outcome;
}

/**
 * Why binding rules could not be judged, apart from failures and inconclusive answers; reasons that affect most rules
 * first.
 */
export function missing(report: Report): Missing[] {
  const told = new Set(needingAction(report, ['fail', 'error', 'inconclusive']).map(({ check }) => check.id));
  const groups = new Map<string, Missing>();
  for (const { check } of needingAction(report, ['skip', 'waived', 'expected-fail'])) {
    if (check.level !== 'must' || told.has(blockerOf(becauseOf(check)) ?? '')) continue;
    const what = whatToDo(check);
    groups.set(what, { what, outcome: check.outcome, checks: [...(groups.get(what)?.checks ?? []), check.id] });
  }
  const ofRun = relaxedByIn(report).map((option): Missing => ({
    checks: [],
    what: relaxedInWords(option),
    outcome: 'waived',
  }));
  return [...[...groups.values()].sort((one, other) => other.checks.length - one.checks.length), ...ofRun];
}

export function missingInWords({ checks, what }: Missing): string {
  return checks.length === 0 ? what : `${counted(checks.length, 'rule')}: ${uncapitalized(what)}`;
}

function whatToDo(check: CheckResult): string {
  if (check.outcome === 'expected-fail') return 'known failures. Fix them, and take them off the list.';
  const because = becauseOf(check);
  if (because === undefined) return check.message;
  return remedyInWords(rootOf(because));
}

import type { Outcome } from '../engine/rule.ts';
import { blockerOf, rootOf } from '../causes/because.ts';
import { becauseOf } from './earlier-builds.ts';
import type { CheckResult, Report } from './model.ts';
import { relaxedByIn } from './relaxed-by.ts';
import { needingAction } from './tally.ts';
import { counted } from './text.ts';
import { remedyInWords } from './words/because.ts';
import { relaxedInWords } from './words/reasons.ts';

/** One reason why there is no certificate, and what removes it. */
export interface Missing {
  /** How many rules could not be judged; 0 if the reason concerns none in particular. */
  readonly rules: number;
  readonly what: string;
  readonly outcome: Outcome;
}

/**
 * Why binding rules could not be judged, apart from failures and inconclusive answers; reasons that affect most rules
 * first.
 */
export function missing(report: Report): Missing[] {
  const told = new Set(needingAction(report, ['fail', 'error', 'inconclusive']).map(({ check }) => check.id));
  const groups = new Map<string, { rules: number; outcome: Outcome }>();
  for (const { check } of needingAction(report, ['skip', 'waived', 'expected-fail'])) {
    if (check.level !== 'must' || told.has(blockerOf(becauseOf(check)) ?? '')) continue;
    const what = whatToDo(check);
    const group = groups.get(what) ?? { rules: 0, outcome: check.outcome };
    group.rules++;
    groups.set(what, group);
  }
  const ofRules = [...groups].map(([what, group]) => ({ what, ...group }));
  const ofRun = relaxedByIn(report).map((option) => ({
    rules: 0,
    what: relaxedInWords(option),
    outcome: 'waived' as const,
  }));
  return [...ofRules.sort((one, other) => other.rules - one.rules), ...ofRun];
}

export function missingInWords({ rules, what }: Missing): string {
  return rules === 0 ? what : `${counted(rules, 'rule')}: ${what}`;
}

function whatToDo(check: CheckResult): string {
  if (check.outcome === 'expected-fail') return 'known failures. Fix them, and take them off the list.';
  const because = becauseOf(check);
  if (because === undefined) return check.message;
  return remedyInWords(rootOf(because));
}

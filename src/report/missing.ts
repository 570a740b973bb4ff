import type { Outcome } from '../engine/rule.ts';
import { firstReason, waitedFor } from '../engine/skip-words.ts';
import type { CheckResult, Report } from './model.ts';
import { needingAction } from './tally.ts';

/** One reason why rules could not be judged, and the option that removes it. */
export interface Missing {
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
    if (check.level !== 'must' || told.has(waitedFor(check.message) ?? '')) continue;
    const what = whatToDo(check);
    const group = groups.get(what) ?? { rules: 0, outcome: check.outcome };
    group.rules++;
    groups.set(what, group);
  }
  return [...groups].map(([what, group]) => ({ what, ...group })).sort((one, other) => other.rules - one.rules);
}

function whatToDo({ outcome, message }: CheckResult): string {
  if (outcome === 'expected-fail') return 'known failures. Fix them, and take them off the list.';
  const reason = firstReason(message);
  const option = /^Left out by (--[a-z-]+)/.exec(reason)?.[1];
  if (option !== undefined) return `left out by ${option}. Run without it.`;
  const needed = /^Not supplied: (.+)\.$/s.exec(reason)?.[1];
  if (needed !== undefined) return `give ${needed}.`;
  if (/--local\b/.test(reason)) return 'waived by --local. Run without it, at the public https:// address.';
  if (outcome === 'waived') return `waived. ${/^Held, but under [^.]+\./.exec(message)?.[0] ?? message}`;
  return reason;
}

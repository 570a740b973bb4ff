import { inWords } from '../text/in-words.ts';
import { besideRuleOf } from './earlier-builds.ts';
import type { CheckResult, Report } from './model.ts';
import { allChecks } from './tally.ts';
import { listed, printable } from './text.ts';

const MOST_NAMES = 3;

/**
 * What is similar to the fault and right: `Ids are kept through a new goal, a new flight, a rename and 7 more.`
 */
export function contrastOf(check: CheckResult, report: Report): string {
  const { alike } = besideRuleOf(check);
  if (alike === undefined) return '';
  const right = allChecks(report).flatMap((other) => {
    const like = other.outcome === 'pass' ? besideRuleOf(other).alike : undefined;
    return like?.holds === alike.holds ? [printable(like.through)] : [];
  });
  if (right.length === 0) return '';
  const names = right.length > MOST_NAMES ? listed(right, MOST_NAMES) : inWords(right, 'and');
  return `${alike.holds} ${names}.`;
}

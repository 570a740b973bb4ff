import { inWords } from '../text/in-words.ts';
import type { Cause } from './causes.ts';
import { besideRuleOf, foundOf } from './earlier-builds.ts';
import type { CheckResult, Report } from './model.ts';
import { allChecks } from './tally.ts';
import { listed, printable } from './text.ts';
import { titleOfFound } from './words/found.ts';

/** The title of a check that did not pass: the problem, or the rule if no problem is known. */
export function titleOf(check: CheckResult): string {
  const found = foundOf(check);
  const isRefusal = found?.kind === 'status' && (found.answer.status ?? 0) >= 400;
  if (isRefusal && found.brings === 'token') return 'A refused exchange still hands out a token';
  return titleOfFound(found) ?? besideRuleOf(check).problem ?? `Broken: ${check.requirement.trim().replace(/\.$/, '')}`;
}

/** The title of a cause: what its checks have in common, or the problem of its only check. */
export function problemTitle({ lead: { check }, common }: Pick<Cause, 'lead' | 'common'>): string {
  if (check.outcome === 'error') return common ?? `This suite failed on ${check.id}`;
  return common ?? titleOf(check);
}

/** The check that stands for a cause, with what to change for all of its checks. */
export function leadOf({ lead: { check }, fix }: Pick<Cause, 'lead' | 'fix'>): CheckResult {
  return fix === undefined ? check : { ...check, fix };
}

const MOST_NAMES = 3;

/**
 * What is similar and right: `Ids are kept through a new goal, a new flight, a rename and 7 more.`
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

import type { Cause } from './causes.ts';
import { besideRuleOf, foundOf } from './earlier-builds.ts';
import type { CheckResult } from './model.ts';

/** The title of a check that did not pass: the problem, or the rule if no problem is known. */
export function titleOf(check: CheckResult): string {
  const found = foundOf(check);
  const isRefusal = found?.kind === 'status' && (found.answer.status ?? 0) >= 400;
  if (isRefusal && found.brings === 'token') return 'A refused exchange still hands out a token';
  return besideRuleOf(check).problem ?? `Broken: ${check.requirement.trim().replace(/\.$/, '')}`;
}

/** The title of a cause: what its checks have in common, or the problem of its only check. */
export function problemTitle({ lead, common }: Pick<Cause, 'lead' | 'common'>): string {
  return common ?? (lead.check.outcome === 'error' ? `This suite failed on ${lead.check.id}` : titleOf(lead.check));
}

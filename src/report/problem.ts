import type { Cause } from './causes.ts';
import type { CheckResult } from './model.ts';
import { adServerProblems } from './problems/ad-server.ts';
import { listingProblems } from './problems/listing.ts';

/** What is wrong if this check fails; `undefined` for a check that this version of the suite does not have. */
export function problemOf(checkId: string): string | undefined {
  return adServerProblems[checkId] ?? listingProblems[checkId];
}

type Titled = Pick<CheckResult, 'id' | 'requirement' | 'actual'>;

/** The title of a check that did not pass: the problem, or the rule if no problem is known. */
export function titleOf({ id, requirement, actual = '' }: Titled): string {
  if (/^status [45]\d\d with a token\b/.test(actual)) return 'A refused exchange still hands out a token';
  return problemOf(id) ?? `Broken: ${requirement.trim().replace(/\.$/, '')}`;
}

/** The title of a cause: what its checks have in common, or the problem of its only check. */
export function problemTitle({ lead, common }: Pick<Cause, 'lead' | 'common'>): string {
  return common ?? (lead.check.outcome === 'error' ? `This suite failed on ${lead.check.id}` : titleOf(lead.check));
}

import type { CheckResult } from './model.ts';
import { adServerProblems } from './problems/ad-server.ts';
import { listingProblems } from './problems/listing.ts';

/** What is wrong if a check fails; `undefined` for a check that is not of this version of the suite. */
export function problemOf(checkId: string): string | undefined {
  return adServerProblems[checkId] ?? listingProblems[checkId];
}

/** What to call a check that did not pass: the problem, or the rule if no problem is known. */
export function titleOf({ id, requirement }: Pick<CheckResult, 'id' | 'requirement'>): string {
  return problemOf(id) ?? `Broken: ${requirement.trim().replace(/\.$/, '')}`;
}

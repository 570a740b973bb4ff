import type { CheckResult } from './model.ts';

const RULES = [
  'orders.status-is-draft',
  'orders.line-status-is-draft',
  'reports.draft-has-no-delivery',
  'updates.draft-still-has-no-delivery',
];

/** Whether a check found that something this run created may not be a draft: it may be serving. */
export function isLiveOrder({ id, outcome }: CheckResult): boolean {
  return outcome === 'fail' && RULES.includes(id);
}

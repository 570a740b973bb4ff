import type { CheckResult } from './model.ts';

const RULES = [
  'orders.status-is-draft',
  'orders.line-status-is-draft',
  'reports.draft-has-no-delivery',
  'updates.draft-still-has-no-delivery',
];

/** Whether a check found that an order of this run may not be a draft, so it may be live. */
export function isLiveOrder({ id, outcome }: CheckResult): boolean {
  return outcome === 'fail' && RULES.includes(id);
}

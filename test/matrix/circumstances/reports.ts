import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { merged, set } from '../../../fixtures/json-edits.ts';
import { onBody } from '../../../fixtures/replies.ts';
import type { Circumstance } from './circumstance.ts';

const DRAFTS = 'reports.draft-has-no-delivery';

/** Reports a row for every line that a request names, whether it ran or not. */
const delivering: BehaviourChange = (base) => ({
  reportRows: (query, exchange) => [
    ...base.reportRows(query, exchange),
    ...query.lineItemIds.map((lineItemId) => ({ lineItemId, date: exchange.today(), impressions: 12, clicks: 1 })),
  ],
});

/** Reads the days from a template that names no lines, and takes no text for a number. */
const overDays: BehaviourChange = (base) => ({
  reportQuery: (body, exchange) =>
    base.reportQuery(
      JSON.stringify(body).startsWith('{"days":14,') ? merged(body, { line_item_ids: [] }) : [],
      exchange,
    ),
});

export const reportsCircumstances: readonly Circumstance[] = [
  {
    name: 'delivery of a draft stops all booking that is still to come',
    behaviour: delivering,
    fails: [DRAFTS],
    verdict: 'failed',
    says: {
      'idempotency.retry-while-running': /Waits for reports\.draft-has-no-delivery/,
      'updates.line-added-at-once': /Waits for reports\.draft-has-no-delivery/,
    },
  },
  {
    name: 'a run that creates nothing reads reports, and does not call drafts undelivered',
    run: { certify: { readOnly: true } },
    verdict: 'passed',
    says: { 'reports.row-clicks': /rows/, [DRAFTS]: /--read-only/ },
  },
  {
    name: 'lines whose ids are no texts are not looked for in reports',
    behaviour: (base) => {
      let serial = 0;
      return onBody(base, { route: 'orders', status: 'success' }, (body) =>
        set(body, '/line_items/*/line_item_id', (serial += 1)),
      );
    },
    run: { certify: { only: ['reports', 'orders.line-item-id'] } },
    fails: ['orders.line-item-id'],
    verdict: 'failed',
    says: { [DRAFTS]: /Waits for orders\.line-item-id/ },
  },
  {
    name: 'a template without lines keeps its numbers',
    behaviour: overDays,
    run: {
      certify: {
        reportRequest: { days: 14, start_date: '{{start_date}}', end_date: '{{end_date}}' },
        only: ['reports'],
      },
    },
    verdict: 'passed',
    says: { 'reports.row-clicks': /rows/ },
  },
];

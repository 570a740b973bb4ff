import { merged, set } from '../../../fixtures/behaviours/json-edits.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { listOf, memberAt } from '../../../fixtures/publisher/json.ts';
import { Refusal } from '../../../fixtures/publisher/refusal.ts';
import { onBody, onReply } from '../../../fixtures/behaviours/replies.ts';
import type { Circumstance } from './circumstance.ts';

const DRAFTS = 'reports.draft-has-no-delivery';

/** Reports a row for every line that a request names, whether or not it ran. */
const delivering: BehaviourChange = (base) => ({
  reportRows: (query, exchange) => [
    ...base.reportRows(query, exchange),
    ...query.lineItemIds.map((lineItemId) => ({ lineItemId, date: exchange.today(), impressions: 12, clicks: 1 })),
  ],
});

/** Takes the days from a template without line ids, and does not accept text as a number. */
const overDays: BehaviourChange = (base) => ({
  reportQuery: (body, exchange) =>
    base.reportQuery(
      JSON.stringify(body).startsWith('{"days":14,') ? merged(body, { line_item_ids: [] }) : [],
      exchange,
    ),
});

/** A publisher that expects the ids in another place, and accepts no other report request. */
const wanting =
  (idsIn: (body: unknown) => unknown): BehaviourChange =>
  (base) => ({
    reportQuery: (body, exchange) => base.reportQuery({ line_item_ids: idsIn(body) ?? 'missing' }, exchange),
  });

/** Templates, and publishers that accept nothing else. */
const TEMPLATES: readonly (readonly [shape: string, BehaviourChange, template: unknown])[] = [
  [
    'nested',
    wanting((body) => (memberAt(body, 'page') === 1 ? memberAt(body, 'report', 'filter', 'lines') : undefined)),
    {
      report: { filter: { lines: '{{line_item_ids}}' }, period: { from: '{{start_date}}', to: '{{end_date}}T23:59' } },
      page: 1,
    },
  ],
  [
    'in a list',
    wanting((body) => {
      const filters = memberAt(body, 'filters');
      const [first] = listOf(memberAt(body, 'days'));
      return Array.isArray(filters) && filters[0] === null && /^\d{4}-\d\d-\d\d$/.test(String(first))
        ? memberAt(filters.at(-1), 'in')
        : undefined;
    }),
    { filters: [null, { name: 'line', in: '{{line_item_ids}}' }], days: ['{{start_date}}', '{{end_date}}'] },
  ],
  [
    'joined in one text',
    wanting((body) => {
      const text = /^lines in \((.*?)\) from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/.exec(String(memberAt(body, 'query')));
      return text?.[1]?.split(',').filter((id) => id !== '');
    }),
    { query: 'lines in ({{line_item_ids}}) from {{start_date}} to {{end_date}}', debug: null },
  ],
];

/** Removes the rows from the report that names no lines. */
const withoutRows: BehaviourChange = (base) =>
  onReply(
    base,
    { route: 'reports', status: 200, when: (_reply, { request }) => request.body.includes('"line_item_ids":[]') },
    (reply) => ({ ...reply, body: 'There is nothing to report.' }),
  );

/** Limits the number of lines in a report, and requires at least one. */
const overAtMost =
  (most: number): BehaviourChange =>
  (base) => ({
    reportQuery: (body, exchange) => {
      const query = base.reportQuery(body, exchange);
      if (query instanceof Refusal || (query.lineItemIds.length > 0 && query.lineItemIds.length <= most)) return query;
      return new Refusal({ reason: 'field-invalid', status: 422, code: 'lines', message: 'Name few lines.' });
    },
  });

export const reportsCircumstances: readonly Circumstance[] = [
  {
    name: 'the report of one line does not stand for those of the others',
    behaviour: overAtMost(1),
    run: { certify: { only: ['reports'] } },
    verdict: 'inconclusive',
    says: { 'reports.answers-200': /--report-request/ },
    ends: { [DRAFTS]: 'skip' },
  },
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
  ...TEMPLATES.flatMap(([shape, behaviour, reportRequest]): Circumstance[] => [
    {
      name: `a template that is ${shape} is filled in`,
      behaviour,
      run: { certify: { reportRequest, only: ['reports'] } },
      verdict: 'passed',
      says: { 'reports.row-clicks': /rows/ },
      ends: { [DRAFTS]: 'pass' },
    },
    {
      name: `delivery of drafts shows by a template that is ${shape}`,
      behaviour: (base, settings) => {
        const changed = { ...base, ...behaviour(base, settings) };
        return { ...changed, ...delivering(changed, settings) };
      },
      run: { certify: { reportRequest, only: ['reports'] } },
      fails: [DRAFTS],
      verdict: 'failed',
    },
  ]),
  {
    name: 'a report without rows beside one that has them leaves the rules about rows unjudged',
    behaviour: withoutRows,
    run: { certify: { only: ['reports'] } },
    fails: ['reports.rows-is-array'],
    verdict: 'failed',
    ends: { 'reports.cursor-form': 'skip', 'reports.row-clicks': 'skip', [DRAFTS]: 'skip' },
    says: {
      'reports.cursor-form': /^Waits for reports\.rows-is-array/,
      'reports.row-clicks': /^Waits for reports\.rows-is-array/,
      [DRAFTS]: /^Waits for reports\.rows-is-array/,
    },
  },
];

import { reportsFaults } from '../../../fixtures/faults/reports.ts';
import { updatedReportFaults } from '../../../fixtures/faults/updates/reported.ts';
import { merged } from '../../../fixtures/behaviours/json-edits.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { reporting } from '../../../fixtures/behaviours/updated-lines.ts';
import type { Circumstance } from './circumstance.ts';
import { refusing } from './refusing.ts';

const FORM = 'updates.reports-keep-their-form';
const DELIVERY = 'updates.draft-still-has-no-delivery';
const IDS = 'updates.reports-keep-ids';
const only = { certify: { only: ['updates'] } };

const faultNamed = (name: string): BehaviourChange => {
  const found = [...updatedReportFaults, ...reportsFaults].find((fault) => fault.name === name);
  if (found === undefined) throw new Error(`no fault ${name}`);
  return found.behaviour;
};

/** Applies these changes in turn. */
const all =
  (...changes: readonly BehaviourChange[]): BehaviourChange =>
  (base, settings) =>
    changes.reduce((done, change) => ({ ...done, ...change(done, settings) }), base);

/** Reports drafts, with nothing delivered. */
const ofDrafts = reporting(() => [{}]);

/** Also reports a line that begins to deliver after two reports were requested. */
const andAnother: BehaviourChange = (base) => {
  let asked = 0;
  return {
    reportRows: (query, exchange) => {
      const begun = { lineItemId: 'line-2310-winter', date: exchange.today(), impressions: 9, clicks: 0 };
      return [...base.reportRows(query, exchange), ...((asked += 1) > 2 ? [begun] : [])];
    },
  };
};

/** Reports about updated lines. */
export const updatesReportedCircumstances: readonly Circumstance[] = [
  {
    name: 'delivery of a draft once it was updated stops all booking that is still to come',
    behaviour: faultNamed('updates-reported-creative-delivers'),
    fails: [DELIVERY],
    verdict: 'failed',
    says: {
      [DELIVERY]:
        /^Expected 0 impressions for a line that is a draft, got 7 impressions for line_item_id "[^"]+" \(conf-.*\), after an update that attaches a creative of another shape\. Seen both times that it was asked\.$/,
      'auth.refused-call-has-no-effect': /Waits for updates\.draft-still-has-no-delivery/,
    },
  },
  {
    name: 'what rows lack before any update is told once',
    behaviour: faultNamed('reports-clicks-null'),
    run: { certify: { only: ['updates', 'reports'] } },
    fails: ['reports.row-clicks'],
    verdict: 'failed',
    says: { [FORM]: /^Waits for reports\.row-clicks/ },
    ends: { [DELIVERY]: 'pass' },
  },
  {
    name: 'what rows lack only after an update is told besides what they lacked before',
    behaviour: all(faultNamed('reports-date-missing'), faultNamed('updates-reported-clicks-null')),
    run: { certify: { only: ['updates', 'reports'] } },
    fails: ['reports.row-date', FORM],
    verdict: 'failed',
    says: { [FORM]: /^Expected \/rows\/0\/clicks: an integer of at least 0, got null \(in all \d+ rows\)\./ },
  },
  {
    name: 'delivery of a draft before any update is told once',
    behaviour: faultNamed('reports-one-draft-delivers'),
    run: { certify: { only: ['updates'], skip: ['reports'] } },
    verdict: 'passed',
    says: { [DELIVERY]: /^Drafts had delivery before any update\.$/ },
    ends: { [FORM]: 'pass' },
  },
  {
    name: 'where no report is served at all, none is asked for after the updates',
    behaviour: faultNamed('reports-answer-500'),
    run: only,
    fails: ['reports.answers-200'],
    verdict: 'failed',
    says: Object.fromEntries([FORM, DELIVERY, IDS].map((id) => [id, /^Waits for reports\.answers-200/])),
  },
  {
    name: 'where no update is taken, no report is asked for after the updates',
    behaviour: refusing((_request, { order }) => order !== undefined),
    run: only,
    fails: ['updates.answers-200'],
    verdict: 'failed',
    says: Object.fromEntries([FORM, DELIVERY, IDS].map((id) => [id, /^Waits for updates\.answers-200/])),
  },
  {
    name: 'a template that names no lines is sent after the updates too',
    run: { certify: { only: ['updates'], reportRequest: { start_date: '{{start_date}}', end_date: '{{end_date}}' } } },
    verdict: 'passed',
    ends: { [FORM]: 'pass', [DELIVERY]: 'pass', [IDS]: 'not-applicable' },
  },
  {
    name: 'ids that are no texts are not looked for in the report after the updates',
    behaviour: (base) => {
      let serial = 0;
      return {
        newLineItemId: () => String((serial += 1)),
        lineView: (line, index, booking, exchange) =>
          merged(base.lineView(line, index, booking, exchange), { line_item_id: Number(line.lineItemId) }),
      };
    },
    run: only,
    fails: ['orders.line-item-id'],
    verdict: 'failed',
    says: { [DELIVERY]: /^Waits for orders\.line-item-id/ },
  },
  {
    name: 'a line under another id is named by both, and both reports are shown',
    behaviour: faultNamed('updates-reported-under-other-id'),
    run: only,
    fails: [IDS],
    verdict: 'failed',
    says: { [IDS]: /^Expected rows of .*"([^"]+)" again, got rows of .*"\1-2", which was not asked for\./ },
    cites: { [IDS]: 4 },
  },
  {
    name: 'a line that was not asked for takes the place of none',
    behaviour: all(ofDrafts, andAnother),
    run: only,
    verdict: 'passed',
    ends: { [IDS]: 'pass' },
  },
  {
    name: 'a report that has no rows once lines were updated is told once',
    behaviour: all(ofDrafts, faultNamed('updates-reported-rows-null')),
    run: only,
    fails: [FORM],
    verdict: 'failed',
    says: { [IDS]: /^Waits for updates\.reports-keep-their-form/ },
  },
];

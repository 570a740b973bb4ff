import { describe, expect, it } from 'vitest';
import { reportsFaults } from '../../fixtures/faults/reports.ts';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import { memberAt } from '../../fixtures/publisher/json.ts';
import { sandboxKeys } from '../../fixtures/publisher/keys.ts';
import { reportsVariations } from '../../fixtures/variations/reports.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { reportsCircumstances } from './circumstances/reports.ts';
import { endedAs, expectCaught, expectTolerated, judge, PATIENCE } from './judge.ts';
import { expectSecrecy } from './secrecy.ts';

const keys = Object.values(sandboxKeys);

describe.concurrent(
  'A fault of reporting is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(reportsFaults)('$name', async (fault) => {
      // Each was judged by the whole suite when it was written; its own chapter and what that needs is quicker.
      const report = await judge(fault.behaviour, { certify: { only: ['reports', ...fault.fails] } });
      expectCaught(fault, report);
      expectSecrecy(report, keys);
    });
  },
);

describe.concurrent('A freedom of reporting is held against nobody', { timeout: PATIENCE }, () => {
  it.each(reportsVariations)('$name', async (variation) => {
    const report = await judge(variation.behaviour);
    expectTolerated(variation, report);
    expectSecrecy(report, keys);
  });
});

const NESTED = {
  report: { filter: { lines: '{{line_item_ids}}' }, period: { from: '{{start_date}}', to: '{{end_date}}T23:59' } },
  page: 1,
};
const LISTED = { filters: [null, { name: 'line', in: '{{line_item_ids}}' }], days: ['{{start_date}}', '{{end_date}}'] };
const JOINED = { query: 'lines in ({{line_item_ids}}) from {{start_date}} to {{end_date}}', debug: null };

/** A publisher that reads the ids from another place, and takes nothing else for a report request. */
function wanting(idsIn: (body: unknown) => unknown): BehaviourChange {
  return (base) => ({
    reportQuery: (body, exchange) => base.reportQuery({ line_item_ids: idsIn(body) ?? 'missing' }, exchange),
  });
}

const nested = wanting((body) => memberAt(body, 'report', 'filter', 'lines'));
const listed = wanting((body) => {
  const filters = memberAt(body, 'filters');
  return Array.isArray(filters) ? memberAt(filters.at(-1), 'in') : undefined;
});
const joined = wanting((body) => {
  const text = /lines in \((.*?)\)/.exec(String(memberAt(body, 'query')))?.[1];
  return text?.split(',').filter((id) => id !== '');
});
const delivers = reportsFaults.find(({ name }) => name === 'reports-draft-delivers')?.behaviour ?? [];

describe.concurrent('A report request of the publisher', { timeout: PATIENCE }, () => {
  it.each([
    ['nested', nested, NESTED],
    ['in a list', listed, LISTED],
    ['joined in one text', joined, JOINED],
  ])('%s is filled in and judged', async (_shape, behaviour, reportRequest) => {
    const good = await judge(behaviour, { certify: { reportRequest } });
    expect(endedAs(good, 'fail', 'warn', 'error')).toEqual({});
    expect(good.verdict).toBe('passed');
    const bad = await judge([behaviour, delivers].flat(), { certify: { reportRequest, only: ['reports'] } });
    expect(Object.keys(endedAs(bad, 'fail', 'warn', 'error'))).toEqual(['reports.draft-has-no-delivery']);
  });
});

describe.concurrent('Of reports', { timeout: PATIENCE }, () => {
  it.each(reportsCircumstances)('$name', expectAsStated);

  it('a template that names no lines is sent once', async () => {
    const reportRequest = { start_date: '{{start_date}}', end_date: '{{end_date}}' };
    const report = await judge([], { certify: { reportRequest, only: ['reports'] } });
    expect(report.exchanges.filter(({ request }) => request.url.endsWith('/reports'))).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { reportsFaults } from '../../fixtures/faults/reports.ts';
import { sandboxKeys } from '../../fixtures/publisher/keys.ts';
import { reportsVariations } from '../../fixtures/variations/reports.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { reportsCircumstances } from './circumstances/reports.ts';
import { expectCaught, expectTolerated, judge, judgeFault, PATIENCE } from './judge.ts';
import { expectSecrecy } from './secrecy.ts';

const keys = Object.values(sandboxKeys);

describe.concurrent(
  'A fault of reporting is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(reportsFaults)('$name', async (fault) => {
      const report = await judgeFault(fault);
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

describe.concurrent('Of reports', { timeout: PATIENCE }, () => {
  it.each(reportsCircumstances)('$name', expectAsStated);

  it('a template that names no lines is sent once', async () => {
    const reportRequest = { start_date: '{{start_date}}', end_date: '{{end_date}}' };
    const report = await judge([], { certify: { reportRequest, only: ['reports'] } });
    expect(report.exchanges.filter(({ request }) => request.url.endsWith('/reports'))).toHaveLength(1);
  });
});

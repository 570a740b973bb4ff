import { describe, expect, it } from 'vitest';
import { variations } from '../../fixtures/variations/index.ts';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import { refusingLines } from '../../fixtures/behaviours/added-rules.ts';
import type { Report } from '../../src/report/model.ts';
import { html } from '../../src/report/render/html.ts';
import { renderMarkdown } from '../../src/report/render/markdown.ts';
import { renderTerminal } from '../../src/report/render/terminal.ts';
import { readReport } from '../../src/report/read.ts';
import { judge, PATIENCE, resultsOf } from '../matrix/judge.ts';

const booking = { only: ['orders', 'updates'] };

/** Refuses what is asked for first: most slots, and small goals. */
const withRules: BehaviourChange = refusingLines(
  ({ inventoryId, goalImpressions: goal }) => /[0-4]$/.test(inventoryId) || (goal > 0 && goal < 2500),
  'This is sold by telephone.',
);

const behaviourOf = (name: string) => variations.find((one) => one.name === name)?.behaviour ?? [];
const outcomesOf = (report: Report) => Object.fromEntries(resultsOf(report).map(({ id, outcome }) => [id, outcome]));
const judgedIn = (report: Report) =>
  Object.fromEntries(
    Object.entries(outcomesOf(report)).filter(([, outcome]) => ['pass', 'fail', 'warn'].includes(outcome)),
  );
/** The answers to the first orders, up to the first that was taken. */
const attemptsIn = ({ exchanges }: Report) => {
  const statuses = exchanges.flatMap(({ request, response }) =>
    request.method === 'POST' && request.url.endsWith('/orders') ? [response?.status] : [],
  );
  return statuses.slice(0, statuses.indexOf(201) + 1);
};

describe.concurrent('The terms that a run found', { timeout: PATIENCE }, () => {
  it.each<[string, BehaviourChange | readonly BehaviourChange[]]>([
    ['the reference publisher', []],
    ['a publisher with rules of its own', withRules],
    ['slots with little room', behaviourOf('orders-room-for-hundreds')],
  ])('of %s leave the next one nothing to look for', async (_name, behaviour) => {
    const first = await judge(behaviour, { certify: booking });
    expect(first.run.booking).toBeDefined();
    const { booking: found = {} } = first.run;
    const second = await judge(behaviour, { certify: { ...booking, booking: found } });
    expect(attemptsIn(second)).toEqual([201]);
    expect(attemptsIn(first).length).toBeGreaterThanOrEqual(1);
    // Where it need not look, it may find room for more.
    expect(outcomesOf(second)).toMatchObject(judgedIn(first));
    expect(second.run.booking).toBeUndefined();
  });

  it('are in the report, ready to paste', async () => {
    const report = await judge([], { certify: { only: ['orders'] } });
    const block =
      /\{\n {2}"booking": \{\n {4}"inventoryIds": \["slot-[^\n]+\],\n {4}"goal": 3000,\n {4}"flight": \{"leadDays":4,"days":21\}\n {2}\}\n\}/;
    const display = { width: 100, color: false };
    expect(readReport(JSON.stringify(report)).run.booking).toEqual(report.run.booking);
    expect(renderTerminal(report, { ...display, verbose: true })).toMatch(block);
    expect(renderTerminal(report, display)).toMatch(/booking\s+terms\s+to\s+state\s+\(--verbose\)/);
    expect(renderMarkdown(report)).toMatch(block);
    expect(html(report)).toMatch(/&quot;inventoryIds&quot;: \[|"inventoryIds": \[/);
  });

  it('keep to those that were stated', async () => {
    const stated = { goal: 5000, advertiser: 'Test buyer' };
    const report = await judge([], { certify: { only: ['orders'], booking: stated } });
    expect(report.run.booking).toMatchObject({ ...stated, flight: { leadDays: 4, days: 21 } });
    expect(new Set(report.created.map(({ advertiser }) => advertiser))).toEqual(new Set(['Test buyer']));
  });
});

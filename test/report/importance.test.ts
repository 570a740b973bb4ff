import { expect, test } from 'vitest';
import { suite } from '../../checks/suite.ts';
import { checksOf } from '../../src/engine/suite.ts';
import { causes } from '../../src/report/causes.ts';
import type { CheckResult, Report } from '../../src/report/model.ts';
import { titleOf } from '../../src/report/problem.ts';
import { renderGithub } from '../../src/report/render/github.ts';
import { renderMarkdown } from '../../src/report/render/markdown.ts';
import { renderTerminal } from '../../src/report/render/terminal.ts';
import { check, contract, module, report } from './sample.ts';

const failing = (id: string, over: Partial<CheckResult> = {}) =>
  check({ id, outcome: 'fail', pointer: `/${id}`, ...over });
const waiting = (id: string, on: string) =>
  check({ id, outcome: 'skip', message: `Waits for ${on}, which did not pass.` });

const mixed = report({
  verdict: 'failed',
  contracts: [
    contract(
      [
        module([failing('connection.no-redirect')], { id: 'connection' }),
        module([failing('inventory.slot-id')], { id: 'inventory' }),
        module(
          [failing('orders.order-id'), waiting('orders.x', 'orders.order-id'), failing('orders.status-is-draft')],
          { id: 'orders' },
        ),
        module([check({ id: 'updates.answers-200', outcome: 'inconclusive', message: 'Unclear.' })], { id: 'updates' }),
      ],
      { verdict: 'failed' },
    ),
  ],
});

/** Possibly live orders, the connection, what blocks most, the rest. */
const ORDER = ['orders.status-is-draft', 'connection.no-redirect', 'orders.order-id', 'inventory.slot-id'];

const positions = (text: string) => ORDER.map((id) => text.indexOf(id));

test('causes come most important first, what could not be judged last', () => {
  expect(causes(mixed).map(({ lead }) => lead.check.id)).toEqual([...ORDER, 'updates.answers-200']);
});

test.each<[string, (one: Report) => string]>([
  ['terminal', (one) => renderTerminal({ ...one, created: [] }, { width: 120, color: false, height: 60 })],
  [
    'terminal in full',
    (one) => renderTerminal(one, { width: 120, color: false, verbose: true }).split('To fix')[1] ?? '',
  ],
  ['markdown', renderMarkdown],
  ['github', (one) => renderGithub(one).split('\n').slice(1).join('\n')],
])('%s keeps that order', (_format, render) => {
  const found = positions(render(mixed));
  expect(found.every((at) => at >= 0)).toBe(true);
  expect(found).toEqual([...found].sort((one, other) => one - other));
});

test('every format counts the same: rules, not causes', () => {
  expect(renderTerminal(mixed, { width: 120, color: false })).toContain('4 rules of the contract are broken');
  expect(renderMarkdown(mixed)).toContain('### To fix: 4 rules');
  expect(renderGithub(mixed)).toContain('4 rules of the contract are broken');
});

const judging = checksOf(suite)
  .map(({ rule }) => rule)
  .filter(({ level }) => level !== 'info');

test('every rule that can fail or warn names its problem', () => {
  expect(judging.filter(({ problem }) => problem === undefined).map(({ id }) => id)).toEqual([]);
});

test('a problem is a short statement, and no rule', () => {
  const problems = judging.flatMap(({ problem = [] }) => problem);
  expect(problems.filter((problem) => problem.length > 78 || /[.!]$/.test(problem))).toEqual([]);
});

test('a check of another version is called by its rule', () => {
  expect(titleOf(check({ id: 'health.gone', requirement: 'It is there.' }))).toBe('Broken: It is there');
});

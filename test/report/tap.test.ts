import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Parser, type FinalResults, type Result } from 'tap-parser';
import { afterAll, expect, test } from 'vitest';
import type { Outcome } from '../../src/engine/rule.ts';
import type { Report } from '../../src/report/model.ts';
import { renderTap } from '../../src/report/render/tap.ts';
import { anyReport } from './any-report.ts';
import { check, contract, module, report, reportOf } from './sample.ts';
import { testWith } from '../tools.ts';

/** What a strict reader makes of it. */
function read(tap: string) {
  const points: Result[] = [];
  const modules: Result[] = [];
  let results: FinalResults | undefined;
  const parser = new Parser({ strict: true }, (final) => (results = final));
  parser.on('assert', (point: Result) => modules.push(point));
  parser.on('child', (child: Parser) => {
    child.on('assert', (point: Result) => points.push(point));
  });
  parser.end(tap);
  return { points, modules, results };
}

const folder = mkdtempSync(join(tmpdir(), 'tap-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The verdict of Perl's prove. */
function prove(tap: string) {
  const file = join(folder, 'report.tap');
  writeFileSync(file, tap);
  const { status, stdout } = spawnSync('prove', ['--exec', 'cat', file], { encoding: 'utf8' });
  return { passed: status === 0, output: stdout };
}

const pointOf = (outcome: Outcome) =>
  read(renderTap(reportOf('passed', [check({ outcome, message: 'Because.' })]))).points[0];

test.each<[Outcome, boolean, string | false, string | false]>([
  ['pass', true, false, false],
  ['info', true, false, false],
  ['fail', false, false, false],
  ['error', false, false, false],
  ['warn', false, false, 'guidance: Because.'],
  ['expected-fail', false, false, 'known failure: Because.'],
  ['skip', true, 'Because.', false],
  ['not-applicable', true, 'not-applicable: Because.', false],
  ['waived', true, 'waived: Because.', false],
  ['inconclusive', true, 'inconclusive: Because.', false],
])('a check that is %s: ok %s, skip %s, todo %s', (outcome, ok, skip, todo) => {
  expect(pointOf(outcome)).toMatchObject({
    ok,
    skip,
    todo,
    name: 'health.timezone-is-iana: The time zone is an IANA identifier.',
  });
});

test('a failure carries its diagnostics', () => {
  const failed = check({
    outcome: 'fail',
    message: 'Found "UTC+2".\nTwice.',
    expected: 'a zone',
    actual: '"UTC+2"',
    pointer: '/timezone',
    fix: 'Send a zone.',
  });
  expect(read(renderTap(reportOf('failed', [failed]))).points[0]?.diag).toMatchObject({
    message: 'Found "UTC+2".\nTwice.',
    expected: 'a zone',
    actual: '"UTC+2"',
    pointer: '/timezone',
    fix: 'Send a zone.',
    exchanges: ['x1'],
  });
});

test('each module is a subtest, those of the publisher too', () => {
  const custom = [
    module([check({ id: 'custom.a', level: 'info', outcome: 'fail' })], { id: 'custom', title: 'mine.sh' }),
  ];
  const { modules } = read(renderTap(report({ custom })));
  expect(modules.map(({ ok, name }) => [ok, name])).toEqual([
    [true, 'ad-server health: Health'],
    [false, 'custom: mine.sh'],
  ]);
});

test('a module without checks is skipped', () => {
  expect(read(renderTap(report({ contracts: [contract([module([])])] }))).modules[0]?.skip).toBe('no checks');
});

test.each<Report['verdict']>(['inconclusive', 'failed'])('a verdict %s that no check shows fails', (verdict) => {
  const unseen = report({ verdict, contracts: [contract([module([check()])], { verdict, reasons: ['No answer.'] })] });
  expect(read(renderTap(unseen)).results?.ok).toBe(false);
});

testWith('prove')('prove passes what is certified', () => {
  const checks = [
    check(),
    check({ id: 'health.slow', level: 'should', outcome: 'warn', message: 'slow' }),
    check({ id: 'health.x', outcome: 'skip' }),
  ];
  expect(prove(renderTap(reportOf('passed', checks)))).toMatchObject({ passed: true });
});

testWith('prove')('prove fails what failed', () => {
  expect(prove(renderTap(reportOf('failed', [check({ outcome: 'fail' })])))).toMatchObject({ passed: false });
});

test('whatever a report holds, a strict reader finds its checks, nothing else, and the same each time', () => {
  fc.assert(
    fc.property(anyReport, (subject) => {
      const tap = renderTap(subject);
      const { points, results } = read(tap);
      const checks = [...subject.contracts.flatMap(({ modules }) => modules), ...subject.custom].flatMap(
        (one) => one.checks,
      );
      const bad = (outcome: Outcome) => ['fail', 'warn', 'error', 'expected-fail'].includes(outcome);
      expect(points.map(({ ok }) => ok)).toEqual(checks.map(({ outcome }) => !bad(outcome)));
      expect(points.map(({ tapError }) => tapError)).toEqual(checks.map(() => null));
      expect(results?.bailout).toBe(false);
      expect(results?.failures.filter(({ tapError }) => tapError !== null)).toEqual([]);
      expect(renderTap(subject)).toBe(tap);
    }),
  );
});

testWith('prove')('whatever a report holds, prove finds no fault with the form', () => {
  fc.assert(
    fc.property(anyReport, (subject) => {
      expect(prove(renderTap(subject)).output).not.toContain('Parse errors');
    }),
    { numRuns: 25 },
  );
});

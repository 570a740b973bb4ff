import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/engine/rule.ts';
import type { Report } from '../../src/report/model.ts';
import { renderJunit } from '../../src/report/render/junit.ts';
import { anyReport } from './any-report.ts';
import { check, contract, module, report, reportOf } from './sample.ts';
import { testWith } from '../tools.ts';

const xsd = fileURLToPath(new URL('junit.xsd', import.meta.url));

/** What xmllint holds against the document; empty where it fits the schema. */
function complaints(xml: string): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', xsd, '-'], { input: xml, encoding: 'utf8' });
  return status === 0 ? '' : stderr;
}

/** Every element's name, in document order: what markup is there. */
const markup = (xml: string) => [...xml.matchAll(/<([a-z-]+)[\s/>]/g)].map(([, name]) => name).join(' ');
const withOutcome = (outcome: Outcome) => renderJunit(reportOf('passed', [check({ outcome, message: 'Because.' })]));

test.each<[Outcome, string]>([
  ['pass', 'testcase system-out'],
  ['warn', 'testcase system-out'],
  ['info', 'testcase system-out'],
  ['fail', 'testcase failure'],
  ['error', 'testcase error'],
  ['skip', 'testcase skipped system-out'],
  ['not-applicable', 'testcase skipped system-out'],
  ['waived', 'testcase skipped system-out'],
  ['inconclusive', 'testcase skipped system-out'],
  ['expected-fail', 'testcase skipped system-out'],
])('a check that is %s: %s', (outcome, expected) => {
  expect(markup(withOutcome(outcome))).toMatch(new RegExp(`property ${expected}$`));
});

test('suites count what is in them, and the whole what is in the suites', () => {
  const checks = [
    check(),
    check({ id: 'health.b', outcome: 'fail' }),
    check({ id: 'health.c', outcome: 'error' }),
    check({ id: 'health.d', outcome: 'skip' }),
  ];
  const xml = renderJunit(
    reportOf('failed', checks, {
      custom: [module([check({ id: 'custom.a', level: 'info', outcome: 'fail' })], { id: 'custom' })],
    }),
  );
  expect(xml).toContain('<testsuites name="adserver-conformance 1.0.0" tests="5" failures="2" errors="1"');
  expect(xml).toContain('<testsuite name="ad-server.health" tests="4" failures="1" errors="1" skipped="1"');
  expect(xml).toContain('<testsuite name="custom" tests="1" failures="1" errors="0" skipped="0"');
});

test.each<[Report['verdict'], string]>([
  ['inconclusive', 'error'],
  ['failed', 'failure'],
])('a verdict %s that no check shows is an %s of its own', (verdict, element) => {
  const xml = renderJunit(
    report({ verdict, contracts: [contract([module([check()])], { verdict, reasons: ['No answer.'] })] }),
  );
  expect(xml).toContain(`<${element} message="No answer." type="${verdict}">`);
});

test('checks that leave a contract without a verdict are errors, others that could not be judged are skipped', () => {
  const open = { outcome: 'inconclusive', message: 'No booking was accepted.' } as const;
  const orders = module([check({ id: 'orders.a', ...open }), check({ id: 'orders.b', ...open, level: 'should' })], {
    id: 'orders',
  });
  const health = module([check(), check({ id: 'health.b', ...open })]);
  const verdict = 'inconclusive';
  const xml = renderJunit(report({ verdict, contracts: [contract([health, orders], { verdict })] }));
  expect(xml).toContain('tests="4" failures="0" errors="1" time');
  expect(xml).toContain('<testsuite name="ad-server.orders" tests="2" failures="0" errors="1" skipped="1"');
  expect(xml).toContain('<error message="No booking was accepted." type="inconclusive">');
  expect(xml).toContain('<testsuite name="ad-server.health" tests="2" failures="0" errors="0" skipped="1"');
});

test('a run that judged nothing is not all green', () => {
  expect(renderJunit(report({ verdict: 'inconclusive', contracts: [] }))).toContain('errors="1"');
});

test('text cannot leave its element', () => {
  const xml = renderJunit(
    reportOf('failed', [check({ outcome: 'fail', message: 'a ]]> </failure><x y="1">&\u0000\u001b[2J\ufffe\ud800' })]),
  );
  expect(markup(xml)).toMatch(/property testcase failure$/);
});

testWith('xmllint')('the whole of it fits the schema', () => {
  const checks = [
    check(),
    check({ id: 'health.b', outcome: 'fail', expected: 'a\nb', actual: '<c/>' }),
    check({ id: 'health.c', outcome: 'skip' }),
  ];
  expect(complaints(renderJunit(reportOf('failed', checks)))).toBe('');
});

testWith('xmllint')('whatever a report holds, it fits the schema and is the same each time', () => {
  fc.assert(
    fc.property(anyReport, (subject) => {
      const xml = renderJunit(subject);
      expect(complaints(xml)).toBe('');
      expect(renderJunit(subject)).toBe(xml);
    }),
    { numRuns: 40 },
  );
});

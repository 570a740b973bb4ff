import { describe, expect, test } from 'vitest';
import type { Outcome, VerdictWord } from '../../src/engine/rule.ts';
import { compareReports, somethingBroke } from '../../src/report/compare.ts';
import { renderComparison } from '../../src/report/render/comparison.ts';
import { renderComparisonMarkdown } from '../../src/report/render/comparison-markdown.ts';
import { wrappedLines } from '../../src/report/render/terminal-page.ts';
import { check, contract, module, report, reportOf, unsealed } from './sample.ts';

const having = (outcome: Outcome) => reportOf('passed', [check({ outcome })]);
const change = (before: Outcome, after: Outcome) => compareReports(having(before), having(after)).changes[0]?.change;

test.each<[Outcome, Outcome, string | undefined]>([
  ['pass', 'pass', undefined],
  ['skip', 'skip', undefined],
  ['pass', 'fail', 'broke'],
  ['pass', 'warn', 'broke'],
  ['pass', 'expected-fail', 'broke'],
  ['skip', 'fail', 'broke'],
  ['error', 'fail', 'broke'],
  ['fail', 'pass', 'fixed'],
  ['warn', 'pass', 'fixed'],
  ['expected-fail', 'pass', 'fixed'],
  ['fail', 'not-applicable', 'fixed'],
  ['fail', 'fail', 'still-failing'],
  ['fail', 'expected-fail', 'still-failing'],
  ['expected-fail', 'fail', 'broke'],
  ['fail', 'skip', 'unjudged'],
  ['fail', 'inconclusive', 'unjudged'],
  ['pass', 'skip', 'unjudged'],
  ['info', 'error', 'unjudged'],
  ['skip', 'pass', 'changed'],
  ['skip', 'inconclusive', 'changed'],
  ['pass', 'waived', 'changed'],
])('%s and then %s: %s', (before, after, expected) => {
  expect(change(before, after)).toBe(expected);
});

test('a check that is new appeared, and broke no other', () => {
  const comparison = compareReports(
    having('pass'),
    reportOf('failed', [check(), check({ id: 'health.new', outcome: 'fail' })]),
  );
  expect(comparison.changes.map(({ change: kind, id }) => [kind, id])).toEqual([['appeared', 'health.new']]);
  expect(somethingBroke(comparison)).toBe(true); // The verdict is worse all the same.
});

test.each<[VerdictWord, VerdictWord, boolean]>([
  ['certified', 'inconclusive', true],
  ['passed', 'inconclusive', true],
  ['failed', 'inconclusive', false],
  ['inconclusive', 'inconclusive', false],
  ['certified', 'passed', true],
  ['passed', 'failed', true],
  ['passed', 'certified', false],
])('a contract that was %s and is %s: broke %s', (before, after, broke) => {
  const unjudged = [check({ outcome: 'skip' })];
  expect(somethingBroke(compareReports(reportOf(before, [check()]), reportOf(after, unjudged)))).toBe(broke);
});

test('what is no longer judged is a group of its own, and says why', () => {
  const message = 'Waits for connection.health-answers-200, which was inconclusive.';
  const after = reportOf('inconclusive', [check({ outcome: 'skip', message })]);
  expect(renderComparison(compareReports(reportOf('passed', [check()]), after))).toMatch(
    /Broke: ad-server could be judged before and no longer can\.[^]*No longer judged \(1\)\n.*pass → skip\n {4}Waits for/,
  );
});

test('what several checks in a row wait for is said once', () => {
  const waiting = (id: string) => check({ id, outcome: 'skip', message: 'Waits for health.first.' });
  const before = reportOf('passed', [check({ id: 'health.a' }), check({ id: 'health.b' })]);
  const text = renderComparison(compareReports(before, reportOf('passed', [waiting('health.a'), waiting('health.b')])));
  expect(text.split('Waits for')).toHaveLength(2);
});

test('a window gets lines of its width, what goes on below its beginning', () => {
  const message = 'A message of many words, more than any window has room for in one of its lines.';
  const after = reportOf('failed', [check({ outcome: 'fail', message })]);
  const text = renderComparison(compareReports(reportOf('passed', [check()]), after));
  const lines = wrappedLines(text, 60).split('\n');
  expect(lines.filter((one) => one.length > 60)).toEqual([]);
  expect(lines).toContain('    A message of many words, more than any window has room');
  expect(lines).toContain('    for in one of its lines.');
});

test('a check that is gone vanished', () => {
  const comparison = compareReports(reportOf('certified', [check(), check({ id: 'health.old' })]), having('pass'));
  expect(comparison.changes.map(({ change: kind, id }) => [kind, id])).toEqual([['vanished', 'health.old']]);
});

test("the publisher's own programs are compared too", () => {
  const custom = (outcome: Outcome) =>
    report({ custom: [module([check({ id: 'custom.mine', level: 'info', outcome })], { id: 'custom' })] });
  expect(somethingBroke(compareReports(custom('pass'), custom('fail')))).toBe(true);
});

test('an id that stands twice is not lost', () => {
  const twice = (second: Outcome) => reportOf('passed', [check(), check({ outcome: second })]);
  expect(somethingBroke(compareReports(twice('pass'), twice('fail')))).toBe(true);
});

describe('notes what makes the two less comparable', () => {
  const notes = (after = report()) => compareReports(report(), after).notes.join(' ');
  const otherRun = { ...unsealed().run, id: 'other' };

  test.each([
    ['the same run', report(), /same run/],
    ['an older second report', report({ run: { ...otherRun, startedAt: '2020-01-01T00:00:00Z' } }), /newer/],
    ['another version', report({ tool: { name: 'adserver-conformance', version: '2.0.0' } }), /1\.0\.0 and 2\.0\.0/],
    ['another address', report({ contracts: [contract([], { target: 'https://b.example' })] }), /different addresses/],
    [
      'another contract version',
      report({ contracts: [contract([], { version: '2' })] }),
      /different versions of the contract/,
    ],
    [
      'another contract',
      report({ contracts: [contract([], { id: 'listing' })] }),
      /Only the first .* ad-server.*Only the second .* listing/,
    ],
    ['an interrupted run', report({ run: { ...otherRun, interrupted: true } }), /second run was interrupted/],
  ])('%s', (_what, after, note) => {
    expect(notes(after)).toMatch(note);
  });
});

test('reads as text, what matters most first', () => {
  const before = reportOf('passed', [
    check({ id: 'health.a', outcome: 'fail' }),
    check({ id: 'health.b' }),
    check({ id: 'health.c' }),
    check({ id: 'health.gone' }),
  ]);
  const after = reportOf('failed', [
    check({ id: 'health.a' }),
    check({ id: 'health.b', outcome: 'fail', message: 'Found "UTC+2".', unstable: true }),
    check({ id: 'health.c' }),
  ]);
  expect(renderComparison(compareReports(before, after))).toMatchInlineSnapshot(`
    "Before: https://ads.example.com/api/v1, run k3v9 of 2026-03-02 10:00 UTC, version 1.0.0
    After:  https://ads.example.com/api/v1, run k3v9 of 2026-03-02 10:00 UTC, version 1.0.0
    overall: passed → failed
    ad-server: passed → failed
    Broke: ad-server was passed and is failed.
    Note: Both reports are of the same run.

    Broke (1)
      health.b (must): pass → fail (unstable)
        Found "UTC+2".

    Checks that are gone (1)
      health.gone (must): pass

    Fixed (1)
      health.a (must): fail → pass

    1 check is as it was.
    "
  `);
});

test('a hostile message stays within its line', () => {
  const after = reportOf('failed', [check({ outcome: 'fail', message: 'a\n\u001b[2Jb\u202ec' })]);
  const text = renderComparison(compareReports(having('pass'), after));
  // eslint-disable-next-line no-control-regex -- that none is there is the point
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test('a known failure that is not known any more broke', () => {
  const known = check({ outcome: 'expected-fail', known: 'We know.' });
  const comparison = compareReports(reportOf('passed', [known]), reportOf('failed', [check({ outcome: 'fail' })]));
  expect(comparison.changes.map(({ change: kind }) => kind)).toEqual(['broke']);
});

test('a check that is gone is worse, unless another took its place', () => {
  const [before, after] = [reportOf('passed', [check(), check({ id: 'health.old' })]), reportOf('passed', [check()])];
  expect(somethingBroke(compareReports(before, after))).toBe(true);
  const replaced = compareReports(before, after, () => 'health.old is gone.');
  expect([somethingBroke(replaced), replaced.changes[0]?.change]).toEqual([false, 'replaced']);
});

test('a report that was altered is worse, and both runs are named', () => {
  const comparison = compareReports(report(), { ...report(), altered: true });
  expect(somethingBroke(comparison)).toBe(true);
  expect(comparison.after).toEqual({
    ...{ publisher: 'https://ads.example.com/api/v1', run: 'k3v9', finishedAt: report().run.finishedAt },
    ...{ version: '1.0.0', altered: true },
  });
  expect(renderComparison(comparison)).toMatch(/^After: {2}.*run k3v9 of .*version 1\.0\.0 \(ALTERED/m);
});

test('reads as Markdown for a ticket: rule, what came, fix, and the line to try', () => {
  const broken = check({ outcome: 'fail', expected: 'an IANA name', actual: '"UTC+2"', fix: 'Send Europe/Berlin.' });
  const after = reportOf('failed', [broken]);
  const text = renderComparisonMarkdown(compareReports(reportOf('passed', [check()]), after), after);
  expect(text).toMatch(/^# 1 check broke\n.*run k3v9.*passed → failed/s);
  for (const part of [
    '- Rule: The time zone',
    '"UTC+2"',
    '- Fix: Send Europe',
    'curl',
    'explain health.timezone-is-iana',
  ])
    expect(text).toContain(part);
});

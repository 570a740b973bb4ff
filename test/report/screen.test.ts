import { describe, expect, test } from 'vitest';
import type { CheckResult, Report } from '../../src/report/model.ts';
import { renderTerminal } from '../../src/report/render/terminal.ts';
import failedJson from '../stored/failed.report.json' with { type: 'json' };
import { check, exchange, reportOf } from './sample.ts';

const screen = (one: Report, over: { readonly height?: number; readonly width?: number } = {}) =>
  renderTerminal(one, { width: 80, color: false, ...over });
const linesOf = (text: string) => text.trimEnd().split('\n');

const broken = (id: string, over: Partial<CheckResult> = {}) =>
  check({
    id,
    outcome: 'fail',
    expected: 'an IANA time zone identifier such as Europe/Berlin',
    actual: '"UTC+2"',
    message:
      'Expected an IANA time zone identifier such as Europe/Berlin, got "UTC+2". Seen both times that it was asked.',
    pointer: `/${id}`,
    fix: 'Send an identifier such as `Europe/Berlin`; an offset does not say when clocks change. '.repeat(3).trim(),
    ...over,
  });

describe('the last screen', () => {
  test.each([1, 2, 3])('holds verdict, %i causes, the rerun and the counts in 24 lines of 80 columns', (number) => {
    const ids = ['health.timezone-is-iana', 'health.account-id', 'health.currency-is-iso-4217'].slice(0, number);
    const lines = linesOf(
      screen(
        reportOf(
          'failed',
          ids.map((id) => broken(id)),
        ),
        { height: 24 },
      ),
    );
    expect(lines.length).toBeLessThan(24);
    expect(lines[0]).toMatch(/^✗ FAILED {2}\d rules? of the contract/);
    for (const id of ids) expect(lines.join('\n')).toContain(id);
    expect(lines.join('\n')).toMatch(/Rerun: npx adserver-conformance certify [^]* --only /);
  });

  test('says of a cause what is wrong, where, and the fix', () => {
    const text = screen(
      reportOf('failed', [broken('health.timezone-is-iana', { pointer: '/timezone', fix: 'Send one.' })]),
    );
    expect(text).toContain(
      [
        '✗ `timezone` is not an IANA time zone identifier         health.timezone-is-iana',
        '  GET /health, at /timezone: got "UTC+2"; expected an IANA time zone identifier',
        '  such as Europe/Berlin.',
        '  Fix: Send one.',
      ].join('\n'),
    );
  });

  test('shows the command that repeats a lone fault, if there is room', () => {
    expect(screen(reportOf('failed', [broken('health.account-id')]))).toContain('  Try: curl -sS -i https://ads');
    expect(screen(reportOf('failed', [broken('health.account-id')]), { height: 14 })).not.toContain('Try:');
  });

  test('shows it in a log, which may be longer than a window', () => {
    const [one, other] = [broken('health.account-id'), broken('health.currency-is-iso-4217')];
    const report = reportOf('failed', [one, other]);
    expect(screen(report).match(/ {2}Try: curl/g)).toHaveLength(2);
    expect(screen(report, { height: 24 }).match(/ {2}Try: curl/g)).toHaveLength(1);
  });

  test('in a log, shows however many commands a lone fault takes; of several faults, one command each', () => {
    const { request, ...call } = exchange();
    const name = 'a long text '.repeat(400).split(' ');
    const order = { ...call, request: { ...request, method: 'POST', body: JSON.stringify({ order: { name } }) } };
    const reportOn = (...ids: string[]) =>
      reportOf(
        'failed',
        ids.map((id) => broken(id)),
        { exchanges: [order] },
      );
    expect(linesOf(screen(reportOn('errors.a'))).length).toBeGreaterThan(100);
    const text = screen(reportOn('errors.a', 'errors.b', 'errors.c'));
    expect(text.match(/ {2}Try: npx adserver-conformance certify [^]*? --only errors\.[abc]/g)).toHaveLength(3);
  });

  test('says what came and what was expected in full, however little room there is for the rest', () => {
    const expected = `the same ids as before: ${'li-1234567890 '.repeat(8).trim()}`;
    const long = (id: string) => broken(id, { found: { kind: 'value', expected, actual: 'li-9' } });
    const text = screen(reportOf('failed', [long('errors.a'), long('errors.b'), long('errors.c')]), { height: 24 });
    expect(text.replaceAll(/\s+/g, ' ').split(expected)).toHaveLength(4);
  });

  const eight = ['errors.a', 'errors.b', 'errors.c', 'errors.d', 'errors.e', 'errors.f', 'errors.g', 'errors.h'];
  const eightBroken = reportOf(
    'failed',
    eight.map((id) => broken(id)),
  );

  test('of many causes holds the top ones, and nothing stands above the verdict', () => {
    const lines = linesOf(screen(eightBroken, { height: 24 }));
    expect(lines.length).toBeLessThan(24);
    expect(lines[0]).toMatch(/^✗ FAILED/);
    expect(lines.join('\n')).toContain('errors.a');
    expect(lines.join('\n')).toMatch(/… and [45] more: --verbose shows them\./);
  });

  test('where there is no window, the others follow the top ones', () => {
    const text = screen(eightBroken);
    expect(text).toMatch(/^✗ FAILED/);
    const places = [...eight.slice(0, 3), 'Also wrong, less important', ...eight.slice(5)].map((id) =>
      text.indexOf(id),
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places).not.toContain(-1);
  });

  test('uses a taller window', () => {
    const ids = ['errors.a', 'errors.b', 'errors.c', 'errors.d', 'errors.e', 'errors.f'];
    const text = screen(
      reportOf(
        'failed',
        ids.map((id) => broken(id)),
      ),
      { height: 60 },
    );
    expect(text).not.toContain('more: --verbose');
  });

  test('holds no lists of drafts and statements, only how many there are', () => {
    const text = screen(failedJson as unknown as Report);
    expect(text).toMatch(/3 drafts to remove · 5 statements to sign off/);
    expect(text).not.toMatch(/\[ \]|order ord-/);
  });

  test('of a passed run says what is missing for a certificate, and which option to give', () => {
    const checks = [
      check(),
      check({
        id: 'health.a',
        outcome: 'skip',
        message: 'Not supplied: --key-without-read (ADSERVER_KEY_WITHOUT_READ).',
      }),
      check({ id: 'health.b', outcome: 'waived', message: 'Not judged under --local.' }),
      check({ id: 'health.c', outcome: 'skip', message: 'Left out by --read-only: it calls POST /orders.' }),
    ];
    const text = screen(reportOf('passed', checks), { width: 120 });
    expect(linesOf(text).length).toBeLessThan(24);
    expect(text).toContain('  – 1 rule: give --key-without-read (ADSERVER_KEY_WITHOUT_READ).');
    expect(text).toContain('  ~ 1 rule: waived by --local. Run without it, at the public https:// address.');
    expect(text).toContain('  – 1 rule: left out by --read-only. Run without it.');
  });

  test('says of a warning where it was seen and what to do, if there is room', () => {
    const warning = (id: string) =>
      check({
        id,
        outcome: 'warn',
        expected: 'a code',
        actual: 'no code',
        message: 'Expected a code, got no code.',
        fix: 'Send it.',
      });
    const one = screen(reportOf('passed', [warning('health.w')]));
    expect(one).toMatch(/^ {2}GET \/health: got no code; expected a code\.\n {2}Fix: Send it\.$/m);
    const many = screen(
      reportOf(
        'passed',
        ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => warning(`health.${name}`)),
      ),
      { height: 16 },
    );
    expect(linesOf(many).length).toBeLessThan(16);
    expect(many).not.toContain('Fix:');
  });

  test('does not list what is inconclusive among what is broken', () => {
    const open = check({ id: 'health.open', outcome: 'inconclusive', message: 'It is not clear.' });
    const text = screen(reportOf('failed', [open, broken('health.account-id')]));
    expect(text).not.toContain('It is not clear');
    expect(text).toContain('1 check not judged');
  });

  test('names what several checks have in common once', () => {
    const answered = exchange({ response: { status: 500, headers: {} } });
    const same = { actual: 'status 500', expected: 'status 200', message: 'Expected status 200, got status 500.' };
    const text = screen(
      reportOf('failed', [broken('health.account-id', same), broken('health.account-name', same)], {
        exchanges: [answered],
      }),
    );
    expect(text).toContain('✗ GET /health answers 500 ');
    expect(text.replace(/\s+/g, ' ')).toContain('Also breaks health.account-name.');
  });
});

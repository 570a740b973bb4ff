import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTap } from '../../src/custom/tap-results.ts';

const names = (text: string) => readTap(text).points.map(({ name }) => name);

test('TAP 12 has neither a version nor diagnostics', () => {
  expect(readTap('1..2\nok 1 - a\nnot ok 2 - b\n')).toEqual({
    points: [
      { name: 'a', ok: true, durationMs: 0 },
      { name: 'b', ok: false, durationMs: 0 },
    ],
    faults: [],
  });
});

test('TAP 13 says more in YAML', () => {
  const text =
    'TAP version 13\n1..1\nnot ok 1 - b\n  ---\n  message: wrong\n  found: 3\n  wanted: [1, 2]\n  duration_ms: 7\n  ...\n';
  expect(readTap(text).points).toEqual([
    { name: 'b', ok: false, message: 'wrong', expected: '[1,2]', actual: '3', durationMs: 7 },
  ]);
});

test('TAP 14 nests, and each test keeps the names it stands under', () => {
  const text =
    'TAP version 14\n# Subtest: outer\n    # Subtest: inner\n        ok 1 - deep\n        1..1\n    ok 1 - inner\n    1..1\nok 1 - outer\n1..1\n';
  expect(names(text)).toEqual(['outer > inner > deep']);
});

test('comments after a failure explain it where no YAML does', () => {
  expect(readTap('not ok 1 - a\n# Failed test\n#   at line 3\nok 2\n# chatter\n1..2\n').points[0]?.message).toBe(
    'Failed test\n  at line 3',
  );
});

test('skip and todo keep their reasons', () => {
  expect(readTap('ok 1 - a # SKIP no key\nnot ok 2 - b # TODO later\nok 3 - c # skip\n1..3\n').points).toMatchObject([
    { skip: 'no key' },
    { todo: 'later' },
    { skip: '' },
  ]);
});

test.each([
  'ok 1\nBail out! no database\n',
  '1..2\nok 1\nBail out! no database\nok 2\n',
  'ok 1\n1..1\nBail out! no database\n',
])('bails out: %j', (text) => {
  expect(readTap(text).bailout).toBe('no database');
});

test.each([
  ['', /nothing that is TAP/],
  ['hello\nworld\n', /nothing that is TAP/],
  ['ok 1 - a\n', /no plan/],
  ['1..3\nok 1\nok 2\n', /says 3 tests, and there were 2/],
  ['1..3\nok 1\nnot ok 2\n', /says 3 tests, and there were 2/],
  ['1..1\nok 1\nok 2\n', /says 1 tests?, and there were 2|greater than plan end/],
  ['ok 1 - a\nok 1 - b\n1..2\n', /appears multiple times/],
  ['# Subtest: s\n    ok 1 - a\n    1..2\nok 1 - s\n1..1\n', /says 2 tests in the subtest "s"/],
  ['# Subtest: s\n    ok 1 - a\nok 1 - s\n1..1\n', /no plan .*in the subtest "s"/],
])('%j is faulty', (text, fault) => {
  expect(readTap(text).faults.join(' ')).toMatch(fault);
});

test('a plan of nothing gives its reason', () => {
  expect(readTap('1..0 # SKIP no key given\n')).toEqual({ points: [], faults: [], nothingToTest: 'no key given' });
});

describe('what would stop the parser does not', () => {
  test('returns of a progress bar', () => {
    expect(names('10%\r50%\rdone\nok 1 - a\rb\n1..1\n')).toEqual(['a b']);
  });
  test('line separators of Unicode', () => {
    expect(names('ok 1 - a\u2028b\nok 2 - c\n1..2\n')).toEqual(['a b', 'c']);
  });
  test('line ends of Windows', () => {
    expect(names('1..1\r\nok 1 - a\r\n')).toEqual(['a']);
  });
  test('YAML that goes in circles', () => {
    expect(readTap('not ok 1\n  ---\n  found: &a [*a]\n  ...\n1..1\n').points[0]?.actual).toContain('Circular');
  });
  test('a line without end', () => {
    expect(names(`ok 1 - ${'x'.repeat(1_000_000)}\n1..1\n`)[0]?.length).toBeLessThan(20_000);
  });
  test('subtests without bottom', () => {
    expect(readTap(`${'    '.repeat(2_000)}ok 1 - deep\n1..0\n`).points.length).toBeLessThanOrEqual(1);
  });
  test('more tests than anyone reads', () => {
    const text = `1..6000\n${Array.from({ length: 6000 }, (_, index) => `ok ${index + 1}`).join('\n')}\n`;
    expect(readTap(text)).toMatchObject({ faults: [expect.stringContaining('more than 5000')] });
  });
});

test('nothing that a program can print raises an exception', () => {
  const part = fc.constantFrom(
    'ok ',
    'not ok ',
    '1',
    '2',
    '..',
    ' - a',
    ' # TODO',
    ' # SKIP',
    '\n',
    '    ',
    '  ---\n',
    '  ...\n',
    '{',
    '}\n',
    'Bail out!',
    '# Subtest: s\n',
    'a: &a [*a]\n',
    'pragma +strict\n',
    'TAP version 14\n',
    '\r',
    '\u0000',
    '!error x',
    '"',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      expect(readTap(parts.join('')).points.length).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 300 },
  );
});

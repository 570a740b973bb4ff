import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { renderGithub } from '../../src/report/render/github.ts';
import { renderJson } from '../../src/report/render/json.ts';
import failed from '../stored/failed.report.json' with { type: 'json' };
import { hostileReport } from '../stored/hostile.ts';
import passed from '../stored/passed.report.json' with { type: 'json' };
import { anyReport } from './any-report.ts';
import { check, report, reportOf } from './sample.ts';

test.each([
  ['failed', failed],
  ['passed', passed],
])('the annotations of a %s run', (_name, one) => {
  expect(renderGithub(one as unknown as Report)).toMatchSnapshot();
});

test('an annotation is one line, and its parts are escaped', () => {
  const one = check({
    outcome: 'fail',
    section: 'a, b: c',
    requirement: '100 %',
    expected: 'x\ny',
    actual: 'z',
    fix: 'Mend it.',
  });
  expect(renderGithub(reportOf('failed', [one])).split('\n')[1]).toBe(
    '::error title=`timezone` is not an IANA time zone identifier::100 %25%0AExpected: x%0Ay%0AGot: z%0AIn: GET /health%0AFix: Mend it.%0Ahealth.timezone-is-iana (a, b: c)',
  );
});

test('no more of a kind than are shown, the last one naming the others', () => {
  const many = Array.from({ length: 12 }, (_none, index) => check({ id: `health.c${index}`, outcome: 'fail' }));
  const lines = renderGithub(reportOf('failed', many)).trim().split('\n');
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toMatch(/^::error title=4 more of this kind::Broken: .*, Broken: /);
});

test('a bad verdict that no check stands for is an error of its own', () => {
  expect(renderGithub(report({ verdict: 'certified' }))).toMatch(/^::notice title=Conformance::CERTIFIED: [^\n]*\n$/);
  expect(renderGithub(report({ verdict: 'inconclusive', contracts: [], reasons: ['No answer.'] }))).toContain(
    '::error title=run inconclusive::No answer.',
  );
});

test('hostile text begins no command of its own', () => {
  const text = renderGithub(hostileReport());
  for (const line of text.trim().split('\n')) expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::[^\r]*$/);
  expect(renderGithub(hostileReport())).toBe(text);
});

test('any report makes whole commands and nothing else', () => {
  fc.assert(
    fc.property(anyReport, (one) => {
      const text = renderGithub(one);
      for (const line of text.split('\n').slice(0, -1))
        expect(line).toMatch(/^::(error|warning|notice) title=[^:,]*::/);
    }),
    { numRuns: 60 },
  );
});

test('JSON is the report itself, and stays so', () => {
  expect(JSON.parse([...renderJson(failed as unknown as Report)].join(''))).toEqual(failed);
  expect([...renderJson(hostileReport())]).toEqual([...renderJson(hostileReport())]);
});

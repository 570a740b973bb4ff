import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readReport, UnreadableDocument } from '../../src/report/read.ts';
import { check, report, reportOf, unsealed } from './sample.ts';

const text = JSON.stringify(report());

test('a report is read as it was written', () => {
  expect(readReport(text)).toEqual(report());
});

test('a byte order mark is passed over', () => {
  expect(readReport(`\ufeff${text}`)).toEqual(report());
});

test.each([
  ['nothing', '', /It is empty/],
  ['no JSON', '<html>', /not JSON/],
  ['half a report', text.slice(0, -100), /not JSON/],
  ['other JSON', '{"a":1}', /Not a report of this tool \("format" is missing\)/],
  ['a list', '[]', /Not a report/],
  ['half a report', text.slice(0, 500), /It is not JSON\. Line \d+, column \d+: the file ends too early\./],
  ['a page', `<html>${'['.repeat(70)}`, /It is not JSON\. Line 1, column 1: unexpected text\./],
  ['a package', `PK\u0003\u0004${'['.repeat(70)}`, /It is a package\. Give the report in it\./],
  ['a diagnosis', '{"format":"adserver-conformance/diagnosis@1"}', /a diagnosis, not a certification report/],
  ['a later version', '{"format":"adserver-conformance/report@2"}', /another version of the format/],
  ['a member twice', text.replace('"verdict"', '"verdict":"failed","verdict"'), /member \/verdict appears twice/],
  [
    'an abyss',
    text.replace('"apiKey":true', `"a":${'['.repeat(5_000)}${']'.repeat(5_000)}`),
    /more than 64 levels of nesting, which no report has/,
  ],
  [
    'a wrong verdict',
    text.replace('"certified"', '"great"'),
    /At \/verdict: expected one of certified, .*found "great"/,
  ],
  ['a member missing', text.replace('"id":"k3v9",', ''), /At \/run\/id: expected a string: the id .*found no id/],
])('%s is refused in words', (_what, given, message) => {
  expect(() => readReport(given)).toThrow(UnreadableDocument);
  expect(() => readReport(given)).toThrow(message);
});

test('a thousand faults are told in a few lines', () => {
  const checks = Array.from({ length: 1000 }, () => check({ id: 'WRONG' }));
  expect(() => readReport(JSON.stringify(reportOf('certified', checks)))).toThrow(/(.*\n){6}And 995 more\.$/);
});

test('what a message quotes cannot do anything', () => {
  const hostile = JSON.stringify({ ...report(), verdict: '\u001b[2J\u202e' });
  try {
    readReport(hostile);
    expect.unreachable();
  } catch (error) {
    // eslint-disable-next-line no-control-regex -- that none is there is the point
    expect(String(error)).not.toMatch(/[\u001b\u202e]/);
  }
});

test('whatever the text, it is a report or an error that says why', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.nat(text.length).map((at) => text.slice(0, at) + text.slice(at + 1)),
      ),
      (given) => {
        try {
          expect(readReport(given).format).toBe('adserver-conformance/report@1');
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableDocument);
        }
      },
    ),
  );
});

test('options may be of any form', () => {
  const options = { only: ['health'], expectedFailures: [{ id: 'a.b', reason: 'c' }], template: { a: { b: null } } };
  expect(readReport(JSON.stringify(report({ run: { ...unsealed().run, options } }))).run.options).toEqual(options);
});

import fc from 'fast-check';
import type { Level, Outcome } from '../../src/engine/rule.ts';
import type { CheckResult, Report } from '../../src/report/model.ts';
import { check, exchange, module, reportOf } from './sample.ts';

const outcomes: readonly Outcome[] = [
  'pass',
  'fail',
  'warn',
  'info',
  'not-applicable',
  'waived',
  'skip',
  'inconclusive',
  'expected-fail',
  'error',
];
const levels: readonly Level[] = ['must', 'should', 'info'];

/** What a service may send to break out of a format, between other texts. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    ']]>',
    '</failure>',
    '<!-- --',
    '&amp;',
    '\u001b]0;x\u0007',
    '\u202e',
    '\u2028ok 9 - x',
    '\nnot ok 1 - injected',
    '\nBail out! injected',
    '\r1..999',
    ' # SKIP injected',
    ' # TODO injected',
    '{',
    '\\',
    '\n  ...\n',
    '\n  ---\n',
    '::error::injected',
    '\ud800',
    '\u0000',
    '\ufffe',
  ),
);
export const anyText = fc.array(nasty, { maxLength: 5 }).map((parts) => parts.join(''));

const anyCheck: fc.Arbitrary<CheckResult> = fc
  .record({
    level: fc.constantFrom(...levels),
    outcome: fc.constantFrom(...outcomes),
    section: anyText,
    requirement: anyText,
    message: anyText,
    expected: anyText,
    actual: anyText,
    pointer: anyText,
    fix: anyText,
  })
  .map((over) => check(over));

/** Reports with any outcome, whose texts try to break out of the format that shows them. */
export const anyReport: fc.Arbitrary<Report> = fc
  .record({
    checks: fc.array(anyCheck, { maxLength: 6 }),
    own: fc.array(anyCheck, { maxLength: 3 }),
    text: anyText,
    title: anyText,
  })
  .map(({ checks, own, text, title }) =>
    reportOf(
      checks.some(({ level, outcome }) => level === 'must' && outcome === 'fail') ? 'failed' : 'passed',
      checks.map((one, index) => ({ ...one, id: `health.c${index}` })),
      {
        reasons: [text],
        custom: [
          module(
            own.map((one, index) => ({ ...one, id: `custom.c${index}` })),
            { id: 'custom', title },
          ),
        ],
        exchanges: [
          exchange({
            request: {
              method: 'POST',
              url: `https://ads.example.com/${text}`,
              headers: { cookie: text, 'x-a': text },
              body: text,
            },
          }),
          exchange({
            id: 'x2',
            response: { status: 200, headers: { 'set-cookie': text, location: text }, body: text },
          }),
          exchange({ id: 'x3', response: null, error: text }),
        ],
      },
    ),
  );

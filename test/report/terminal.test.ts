import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { renderTerminal } from '../../src/report/render/terminal.ts';
import type { ScreenOptions } from '../../src/report/render/terminal-screen.ts';
import { isPrintable } from '../../src/report/text.ts';
import failedJson from '../stored/failed.report.json' with { type: 'json' };
import { hostileReport } from '../stored/hostile.ts';
import passedJson from '../stored/passed.report.json' with { type: 'json' };
import { anyReport } from './any-report.ts';
import { check, contract, exchange, module, report, reportOf } from './sample.ts';

const failed = failedJson as unknown as Report;
const passed = passedJson as unknown as Report;
const plain: ScreenOptions = { width: 80, color: false };

describe('the report for a terminal', () => {
  test.each<[string, Report, Partial<ScreenOptions>]>([
    ['a failed run', failed, {}],
    ['a failed run, in colour', failed, { color: true }],
    ['a failed run, 160 columns wide', failed, { width: 160 }],
    ['a failed run, quiet', failed, { quiet: true }],
    ['a failed run, in full', failed, { verbose: true }],
    ['a passed run', passed, {}],
  ])('of %s', (_name, one, options) => {
    expect(renderTerminal(one, { ...plain, ...options })).toMatchSnapshot();
  });

  test('of an inconclusive run, quiet, names what kept it from being judged', () => {
    const open = check({ outcome: 'inconclusive', message: 'No booking was accepted.' });
    const verdict = 'inconclusive';
    const text = renderTerminal(report({ verdict, contracts: [contract([module([open])], { verdict })] }), {
      ...plain,
      quiet: true,
    });
    expect(text).toContain('No booking was accepted.');
    expect(text).not.toContain('More:');
  });

  test.each([
    ['ad-server', /\(adserver-conformance diagnose\)/],
    ['listing', /Check the address, and whether it can be reached from here \(curl -v\)/],
  ] as const)('of a run without an answer of the %s, says where to look', (id, advice) => {
    const verdict = 'inconclusive';
    const unanswered = exchange({ response: null, error: 'refused' });
    const text = renderTerminal(
      report({ verdict, contracts: [contract([], { id, verdict })], exchanges: [unanswered] }),
      plain,
    );
    expect(text).toMatch(advice);
  });

  test('begins with what is not a draft', () => {
    const alarm = 'Stopped creating orders: something this run created is not a draft (orders.status-is-draft).';
    expect(
      renderTerminal({ ...failed, created: [], reasons: ['Another.', alarm] }, { width: 160, color: false }),
    ).toMatch(/✗ Stopped creating orders: something this run created is not a draft[^]*✗ FAILED/);
  });

  test('of a run that met something that is not a draft lists what was created, quiet as well', () => {
    const alarm = 'Stopped creating orders: something this run created is not a draft (orders.status-is-draft).';
    const created = [
      {
        orderId: 'ord-7',
        name: 'Conformance test: basic',
        externalRef: 'conformance-basic',
        advertiser: 'Conformance test: advertiser',
        lineItemIds: [],
      },
    ];
    const quiet = (reasons: readonly string[]) =>
      renderTerminal(report({ verdict: 'failed', created, reasons }), { ...plain, quiet: true });
    expect(quiet([alarm])).toContain('ord-7');
    expect(quiet(['Another.'])).not.toContain('ord-7');
  });

  test.each([
    ['among how many answers it was seen', 'Seen in 2 of 9 answers.', 'seen      in 2 of 9 answers'],
    [
      'what those have in common',
      'Seen in 2 of 9 answers: every one from GET /health.',
      'seen      in 2 of 9 answers: every one from GET /health',
    ],
    ['what was found besides', 'Also /b is wrong.', 'found     Also /b is wrong.'],
  ])('says in full of a broken rule %s', (_what, rest, line) => {
    const broken = check({ outcome: 'fail', expected: 'A', actual: 'B', message: `Expected A, got B. ${rest}` });
    expect(renderTerminal(reportOf('failed', [broken]), { ...plain, verbose: true })).toContain(`  ${line}\n`);
  });

  test('says of an answer without a body that it is empty', () => {
    const empty = exchange({ response: { status: 204, headers: {} } });
    const broken = check({ outcome: 'fail', expected: 'status 200', actual: 'status 204', exchanges: ['x1'] });
    expect(renderTerminal(reportOf('failed', [broken], { exchanges: [empty] }), { ...plain, verbose: true })).toContain(
      '  answer    The body is empty.\n',
    );
  });

  test('stays within the width, but for what is copied or cannot be broken', () => {
    for (const one of [failed, passed])
      for (const width of [60, 80, 160])
        for (const line of renderTerminal(one, { width, color: false, verbose: true }).split('\n'))
          if (!/ \\$|--data-raw|curl|npx|--only|https?:|uuidgen|^ +[A-Z]+\d*='/.test(line))
            expect(stringWidth(line)).toBeLessThanOrEqual(width);
  });

  test('promises no certificate for a run with --local', () => {
    const local = report({ verdict: 'passed', run: { ...passed.run, options: { local: true } } });
    expect(renderTerminal(local, plain)).toContain('A `--local` run cannot earn a certificate.');
  });

  test('says once what keeps several checks from being judged', () => {
    const message = 'The inventory lists no slot.';
    const open = ['health.a', 'health.b', 'health.c'].map((id) => check({ id, outcome: 'inconclusive', message }));
    const one = reportOf('inconclusive', open);
    expect(renderTerminal(one, { ...plain, verbose: true })).toMatch(
      /\? The inventory lists no slot\. +health\.a\n[^]*also {6}The same cause affects:\n +\? health\.b .*\n +\? health\.c /,
    );
    expect(renderTerminal(one, plain)).toContain(' ? health.a, health.b, health.c: The inventory lists no slot.');
  });

  test('counts what was skipped under the option to give', () => {
    const supplied = check({
      id: 'health.a',
      outcome: 'skip',
      message: 'Not supplied: --expired-key (ADSERVER_EXPIRED_KEY).',
    });
    const message = 'Waits for health.a, which was skipped: not supplied: --expired-key (ADSERVER_EXPIRED_KEY).';
    const waiting = check({ id: 'health.b', outcome: 'skip', message });
    expect(renderTerminal(reportOf('passed', [supplied, waiting]), plain)).toContain(
      'Missing for a certificate:\n  – 2 rules: give --expired-key (ADSERVER_EXPIRED_KEY).\n',
    );
  });

  test('names under what a certificate lacks no rule that it does not depend on', () => {
    const open = (id: string, level: 'must' | 'should') =>
      check({ id, level, outcome: 'inconclusive', message: `Of ${id}.` });
    const text = renderTerminal(reportOf('passed', [open('health.a', 'must'), open('health.b', 'should')]), plain);
    expect(text).toContain('Missing for a certificate:\n  ? health.a: Of health.a.');
    expect(text).not.toContain('health.b');
    const closed = renderTerminal(reportOf('certified', [check(), open('health.b', 'should')]), plain);
    expect(closed).not.toContain('Missing');
  });

  test('says how many checks one that is open blocks', () => {
    const open = check({ id: 'health.a', outcome: 'inconclusive', message: 'It was locked out.' });
    const waiting = check({
      id: 'health.b',
      outcome: 'skip',
      message: 'Waits for health.a, which could not be judged.',
    });
    expect(renderTerminal(reportOf('passed', [open, waiting]), plain)).toMatch(
      /It was locked out\. .* Blocks 1\s+check\.\n/,
    );
  });

  test('says of a service that answers nothing where to look', () => {
    const unanswered = [exchange({ response: null, error: 'nothing listens on this port' })];
    const text = renderTerminal(reportOf('inconclusive', [check()], { exchanges: unanswered }), plain);
    expect(text).toMatch(
      /^\? INCONCLUSIVE {2}nothing listens on this port [^]*\n {2}Find out where the connection breaks/,
    );
  });

  test('says the same with colour and without', () => {
    // eslint-disable-next-line no-control-regex -- the escapes that colour consists of
    const uncoloured = (text: string) => text.replace(/\u001b\[\d+m/g, '').replaceAll('`', '');
    const lines = (text: string) => uncoloured(text).replace(/\s+/g, ' ');
    expect(lines(renderTerminal(failed, { width: 160, color: true }))).toBe(
      lines(renderTerminal(failed, { width: 160, color: false })),
    );
  });

  test('lets no hostile text do anything', () => {
    const text = renderTerminal(hostileReport(), { ...plain, verbose: true });
    for (const line of text.split('\n')) expect(isPrintable(line)).toBe(true);
    expect(text.length).toBeLessThan(1_000_000);
  });

  test('shows any report in lines that are safe', () => {
    fc.assert(
      fc.property(anyReport, fc.integer({ min: 20, max: 200 }), fc.boolean(), (one, width, verbose) => {
        for (const line of renderTerminal(one, { width, color: false, verbose }).split('\n'))
          expect(isPrintable(line)).toBe(true);
      }),
      { numRuns: 60, examples: [[report({ reasons: ['a\tb'] }), 80, false]] },
    );
  });

  test('is the same twice', () => {
    expect(renderTerminal(hostileReport(), plain)).toBe(renderTerminal(hostileReport(), plain));
  });

  test.each([
    ['certified', report(), /^✓ CERTIFIED {2}/],
    [
      'inconclusive',
      reportOf('inconclusive', [check({ outcome: 'inconclusive', message: 'No answer at all.' })]),
      /INCONCLUSIVE[^]*No answer at all/,
    ],
    ['interrupted', report({ run: { ...failed.run, interrupted: true } }), /interrupted/],
    [
      'stale',
      reportOf('failed', [check()], {
        reasons: ['health.a is listed as an expected failure and now passes. Take it off the list.'],
      }),
      /out of date[^]*Take it off/,
    ],
  ])('tells what is up with a run that is %s', (_name, one, expected) => {
    expect(renderTerminal(one, plain)).toMatch(expected);
  });
});

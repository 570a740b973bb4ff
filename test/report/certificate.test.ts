import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/engine/rule.ts';
import { accountOf } from '../../src/report/account.ts';
import { renderCertificate } from '../../src/certificate/certificate.ts';
import { renderBadge } from '../../src/report/render/badge.ts';
import type { ShownReport } from '../../src/report/verdict-words.ts';
import { reportToSign, signOffFor } from '../sign-off/sample.ts';
import { anyReport } from './any-report.ts';
import { check, contract, exchange, module, report, reportOf, unsealed, type UnsealedReport } from './sample.ts';

/** What a reader sees: the text of the page without its style. */
const textOf = (page: string) =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const certificate = (subject: ShownReport, context = {}) => textOf(renderCertificate(subject, context));
const badge = (subject: ShownReport) => textOf(renderBadge(subject));

describe('a certificate', () => {
  const subject = reportToSign({
    created: [{ externalRef: 'r', name: 'n', advertiser: 'a', lineItemIds: [] }],
    exchanges: [
      exchange({
        response: { status: 200, headers: {}, body: '{"account_name":"Gazette & Sons","account_id":"acc-1"}' },
      }),
    ],
  });
  const fingerprint = `sha256:${'ab'.repeat(32)}`;
  const shown = certificate(subject, {
    signOff: signOffFor(subject, {}, { answer: 'does-not-apply', remark: 'we fill no macro' }, { answer: 'open' }),
    fingerprint,
  });

  test.each([
    ['that it is one', 'Certificate of conformance'],
    ['the verdict', 'certified'],
    ['who was judged', 'Gazette &amp; Sons acc-1'],
    ['the address', 'https://ads.example.com/api/v1'],
    ['the contract and its version', 'Ad server, version 1.0.1'],
    ['when', '2026-03-02 10:00:01 UTC'],
    ['the suite and its version', 'adserver-conformance 1.0.0'],
    ['the rules judged, by module', 'Health 1 1 0 0 0'],
    ['that nothing is waived or open', 'No binding rule was waived, and none is open.'],
    ['how far it is signed off', '1 of 3 confirmed, 1 does not apply, 1 open'],
    ['by whom', 'Signed off by Jane Doe, Head of ad operations (2), on 2026-03-03.'],
    ['what does not apply, and why', 'Does not apply. ad-server §2.6 rule 1'],
    ['the remark', 'Remark: we fill no macro'],
    ['what is open', 'Open. ad-server §5 rule 6'],
    ['the digest of the report', subject.digest],
    ['the fingerprint of the key', fingerprint],
  ])('says %s', (_what, words) => {
    expect(shown).toContain(words);
  });

  test('says that nobody signed off, and counts no sign-off of another report', () => {
    const other = signOffFor(reportToSign({ run: { ...unsealed().run, id: 'other' } }));
    for (const context of [{}, { signOff: other }])
      expect(certificate(subject, context)).toContain('0 of 3 confirmed, 3 open Nobody has signed');
  });

  test('names no key that it does not know', () => {
    expect(certificate(subject)).toContain('Not checked against a key');
  });
});

describe('only what is certified says so:', () => {
  const altered: ShownReport = { ...report(), altered: true };
  const interrupted = report({ run: { ...unsealed().run, interrupted: true } });
  const contradictory = reportOf('certified', [check({ outcome: 'fail' })]);
  const one = (outcome: Outcome, verdict: 'passed' | 'failed' | 'inconclusive') =>
    reportOf(verdict, [check({ outcome })]);
  const two = report({
    verdict: 'passed',
    contracts: [
      contract([module([check()])]),
      contract([module([check({ id: 'token-exchange.a', outcome: 'skip' })], { id: 'token-exchange' })], {
        id: 'listing',
        verdict: 'passed',
      }),
    ],
  });

  test.each<[string, ShownReport, string]>([
    ['passed', one('waived', 'passed'), 'passed'],
    ['failed', one('fail', 'failed'), 'failed'],
    ['inconclusive', one('inconclusive', 'inconclusive'), 'inconclusive'],
    ['altered', altered, 'altered'],
    ['interrupted', interrupted, 'interrupted'],
    ['certified against its own checks', contradictory, 'contradictory'],
    ['certified by one contract of two', two, 'passed'],
  ])('not what is %s', (_what, subject, word) => {
    for (const text of [certificate(subject), badge(subject)]) {
      expect(text).not.toMatch(/certified/i);
      expect(text).toContain(word);
    }
    expect(certificate(subject)).toMatch(/This is not a certificate|there is no certificate/);
  });

  test('whatever the report holds', () => {
    fc.assert(
      fc.property(anyReport, (subject) => {
        expect(certificate(subject)).not.toMatch(/certified/i);
        expect(badge(subject)).not.toMatch(/certified/i);
      }),
    );
  });
});

test('what is broken, waived, known or not run stands in plain sight, with the options that made it so', () => {
  const checks = (['fail', 'waived', 'expected-fail', 'skip', 'inconclusive', 'error'] as const).map((outcome) =>
    check({ id: `health.${outcome}`, outcome }),
  );
  const run = { ...unsealed().run, options: { local: true, skip: ['reports'], only: [], apiKey: true } };
  const shown = certificate(reportOf('failed', checks, { run }));
  for (const { id } of checks) expect(shown).toContain(`1 rule. ${id}`);
  expect(shown).toContain('Options of this run: --local, --skip');
});

test('long lists are counted, not left out in silence', () => {
  const checks = Array.from({ length: 20 }, (_, index) => check({ id: `health.r${index}`, outcome: 'waived' }));
  expect(certificate(reportOf('passed', checks))).toMatch(/Waived: 20 rules\. .* and 14 more/);
});

describe('the account', () => {
  const health = (body: string, over = {}): UnsealedReport['exchanges'] => [
    exchange({ response: { status: 200, headers: {}, body }, ...over }),
  ];
  test.each<[string, UnsealedReport['exchanges'], object]>([
    ['is read from GET /health', health('{"account_name":"A","account_id":"1"}'), { name: 'A', id: '1' }],
    ['is not a number or an empty text', health('{"account_name":" ","account_id":7}'), {}],
    ['is not read from what is no JSON', health('<html>'), {}],
    [
      'is not read from another endpoint',
      health('{"account_name":"A"}', {
        request: { method: 'GET', url: 'https://ads.example.com/api/v1/inventory', headers: {} },
      }),
      {},
    ],
    [
      'is not read from a refusal',
      [exchange({ response: { status: 403, headers: {}, body: '{"account_name":"A"}' } })],
      {},
    ],
  ])('%s', (_what, exchanges, expected) => {
    expect(accountOf(report({ exchanges }))).toEqual(expected);
  });
});

describe('a badge', () => {
  test('says contract, version, verdict and date, for eyes and for screen readers', () => {
    const svg = renderBadge(report());
    expect(svg).toContain('aria-label="Ad server 1.0.1: certified · 2026-03-02"');
    expect(svg).toMatch(/>Ad server 1\.0\.1<\/text>\n.*>certified · 2026-03-02<\/text>/);
  });

  test('is well-formed whatever the report holds', () => {
    const version = `</text><script>alert(1)</script>"'&`;
    const svg = renderBadge(report({ contracts: [contract([module([check()])], { version })] }));
    expect(svg).not.toContain('<script>');
    expect(svg).toContain('&lt;/text&gt;');
  });
});

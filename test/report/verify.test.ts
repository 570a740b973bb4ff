import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Level, Outcome } from '../../src/engine/rule.ts';
import { sealed } from '../../src/report/digest.ts';
import { renderProofs } from '../../src/report/render/proofs.ts';
import { isGood, verifyReport, type Proof } from '../../src/report/verify.ts';
import type { Report } from '../../src/report/model.ts';
import { buildOf } from './known-release.ts';
import { check, contract, exchange, module, report, reportOf, unsealed } from './sample.ts';

interface Reader {
  readonly publicKey?: string;
  /** A report of the release as it knows it. */
  readonly like?: Report;
}

const verified = (subject: Report, { publicKey, like = subject }: Reader = {}) =>
  verifyReport(subject, { publicKey, build: buildOf(like) });

const found = (id: Proof['id'], subject: Report, reader: Reader = {}) => {
  const proof = verified(subject, reader).find((one) => one.id === id);
  return `${proof?.outcome ?? 'absent'}: ${proof?.message ?? ''}`;
};
const keys = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};

test('a report as it was made is good', () => {
  expect(isGood(verified(report()))).toBe(true);
});

test('the verdict of a run with headers of its own is passed at most', () => {
  const run = { ...unsealed().run, options: { apiKey: true, header: ['x-gate'] } };
  expect(found('verdict', report({ run }))).toMatch(
    /^bad: By its checks ad-server is passed; the report says certified/,
  );
  const passed = { verdict: 'passed', contracts: [contract([module([check()])], { verdict: 'passed' })] } as const;
  expect(found('verdict', report({ run, ...passed }))).toMatch(/^good/);
  const listing = { ...run, options: { listingHeader: ['x-gate'] } };
  expect(found('verdict', report({ run: listing }))).toMatch(/^good/);
});

test('an altered report is not', () => {
  const altered: Report = { ...report(), run: { ...report().run, durationMs: 1 } };
  expect(found('digest', altered)).toMatch(/^bad: The report was altered/);
  expect(isGood(verified(altered))).toBe(false);
});

describe('the signature', () => {
  const { publicKey, privateKey } = keys();
  const signed = sealed(unsealed(), privateKey);

  test('of the key given is good', () => {
    expect(found('signature', signed, { publicKey })).toMatch(/^good/);
  });
  test('of another key is bad', () => {
    expect(found('signature', signed, { publicKey: keys().publicKey })).toMatch(/^bad/);
  });
  test('of a report altered and sealed again is bad', () => {
    const forged: Report = {
      ...sealed({ ...unsealed(), reasons: ['all is well'] }),
      signature: signed.signature ?? '',
    };
    expect(found('digest', forged)).toMatch(/^good/);
    expect(found('signature', forged, { publicKey })).toMatch(/^bad/);
  });
  test('without a key proves nothing, and it says so', () => {
    expect(found('signature', signed)).toMatch(
      /^unknown: The signature was not checked, .*--public-key.*only reveals accidental changes/,
    );
  });
  test('that is absent proves nothing, and it says so', () => {
    expect(found('signature', report())).toMatch(/^unknown: The report is not signed.*only reveals accidental changes/);
  });
  test('that is absent though a key is given is bad', () => {
    expect(found('signature', report(), { publicKey })).toMatch(/^bad/);
  });
});

describe('the verdict', () => {
  const verdicts: readonly Report['verdict'][] = ['certified', 'passed', 'failed', 'inconclusive'];
  const due: readonly (readonly [Report['verdict'], Level, Outcome])[] = [
    ['certified', 'must', 'pass'],
    ['certified', 'must', 'not-applicable'],
    ['failed', 'must', 'fail'],
    ['passed', 'must', 'waived'],
    ['passed', 'must', 'skip'],
    ['passed', 'must', 'expected-fail'],
    ['inconclusive', 'must', 'error'],
    ['inconclusive', 'must', 'inconclusive'],
  ];

  test.each(due)('%s follows from a %s check that is %s, and no other does', (verdict, level, outcome) => {
    for (const stated of verdicts) {
      expect(found('verdict', reportOf(stated, [check({ level, outcome })]))).toMatch(
        stated === verdict ? /^good/ : /^bad/,
      );
    }
  });

  test('certified follows though guidance is not followed', () => {
    const checks = [check(), check({ id: 'health.answers-fast', level: 'should', outcome: 'warn' })];
    expect(found('verdict', reportOf('certified', checks))).toMatch(/^good/);
  });

  test('failed follows from a failure that was expected and did not come', () => {
    const run = { ...unsealed().run, options: { expectedFailures: [{ id: check().id, reason: 'known' }] } };
    expect(found('verdict', reportOf('failed', [check()], { run }))).toMatch(/^good/);
    expect(found('verdict', reportOf('certified', [check()], { run }))).toMatch(/^bad/);
  });

  test('inconclusive follows where the service never answered', () => {
    const exchanges = [exchange({ response: null, error: 'connection refused' })];
    expect(found('verdict', reportOf('inconclusive', [check()], { exchanges }))).toMatch(/^good/);
    expect(found('verdict', reportOf('certified', [check()], { exchanges }))).toMatch(/^bad/);
  });

  test('over two contracts is the worst', () => {
    const contracts = [
      contract([module([check()])]),
      contract([module([check({ id: 'token-exchange.status-is-200', outcome: 'fail' })], { id: 'token-exchange' })], {
        id: 'listing',
        verdict: 'failed',
      }),
    ];
    expect(found('verdict', report({ verdict: 'failed', contracts }))).toMatch(/^good/);
    expect(found('verdict', report({ verdict: 'certified', contracts }))).toMatch(/^bad: .*its contracts/);
  });

  test("does not follow from the publisher's own programs", () => {
    const custom = [module([check({ id: 'custom.mine', level: 'info', outcome: 'fail' })], { id: 'custom' })];
    expect(isGood(verified(report({ custom })))).toBe(true);
  });
});

test.each<[Level, Outcome]>([
  ['must', 'warn'],
  ['must', 'info'],
  ['should', 'fail'],
  ['should', 'expected-fail'],
  ['info', 'fail'],
  ['info', 'warn'],
])('a %s check cannot be %s', (level, outcome) => {
  expect(found('outcomes', reportOf('certified', [check({ level, outcome })]))).toMatch(/^bad/);
});

test('an exchange cited must be there', () => {
  expect(found('exchanges', reportOf('certified', [check({ exchanges: ['x7'] })]))).toMatch(/^bad: .*cites x7/);
});

test('an exchange stands there once', () => {
  expect(found('exchanges', report({ exchanges: [exchange(), exchange()] }))).toMatch(/^bad/);
});

test('the requests counted are the exchanges recorded', () => {
  expect(found('requests', report({ run: { ...unsealed().run, requests: 3 } }))).toMatch(/^bad/);
});

test('a check stands there once', () => {
  expect(found('checks', reportOf('certified', [check(), check()]))).toMatch(/^bad/);
});

test('a check stands in its module', () => {
  expect(found('checks', reportOf('certified', [check({ id: 'orders.first-is-201' })]))).toMatch(/^bad/);
});

test('many faults are told in few words', () => {
  const checks = Array.from({ length: 500 }, (_, index) => check({ id: `health.c${index}`, exchanges: ['x9'] }));
  expect(found('exchanges', reportOf('certified', checks)).length).toBeLessThan(1_000);
});

test('the proofs stay within the width of a terminal, beside what they begin with', () => {
  const lines = renderProofs(verified(reportOf('certified', [check()])), 60)
    .trimEnd()
    .split('\n');
  expect(lines.filter((one) => one.length > 60)).toEqual([]);
  expect(lines.slice(2, 4)).toEqual([
    'unknown  signature  The report is not signed. On its own, a',
    '                    digest only reveals accidental changes:',
  ]);
});

test('the proofs read as lines', () => {
  expect(renderProofs(verified(reportOf('certified', [check({ exchanges: ['x7'] })])))).toMatchInlineSnapshot(`
    "good     version    Version 1.0.0 made it.
    good     digest     The digest matches the content.
    unknown  signature  The report is not signed. On its own, a digest only reveals accidental changes: anyone who alters a report on purpose can compute a new one.
    good     verdict    The verdict certified follows from the checks.
    good     outcomes   Every outcome is one that its level allows.
    good     options    The options of the run allow every outcome.
    good     checks     Every check of that version is there, as it was worded.
    good     target     Every call went to the targets.
    BAD      exchanges  health.timezone-is-iana cites x7, which is not in the report.
    good     requests   The exchanges recorded are all that the run counts (1), and were made during it.
    "
  `);
});

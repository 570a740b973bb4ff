import { describe, expect, it } from 'vitest';
import { EARLIER_CHECKS } from '../../checks/earlier-ids.ts';
import { suite } from '../../checks/suite.ts';
import { checksOf } from '../../src/engine/suite.ts';
import { aboutEarlier, withCurrentNames } from '../../src/run/earlier-names.ts';
import { planRun } from '../../src/run/plan.ts';
import { judge, resultsOf, PATIENCE } from '../matrix/judge.ts';
import { run } from './command.ts';
import promised from '../stored/1.0/promises.json';

/** The checks of 1.1.0 that no earlier release had. */
const ADDED = [
  'errors.same-for-any-accept',
  'health.timezone-spelling',
  'orders.goal-is-positive',
  'idempotency.keys-differ-by-case',
  'errors.code-not-empty',
  'errors.message-not-empty',
  'reports.lines-asked-for',
  'orders.waits-for-others-in-flight',
  'forecast.today-in-account-timezone',
  'orders.odd-texts-are-handled',
  'orders.line-reference-in-two-orders',
  'orders.no-server-error-at-once',
  'orders.answered-at-the-first-try',
  'idempotency.retry-after-server-error',
  'connection.answers-at-the-first-try',
  'connection.answers-are-http',
  'connection.certificate-is-valid',
  'connection.certificate-has-alternative-name',
  'listing-access.certificate-is-valid',
  'listing-access.certificate-has-alternative-name',
  'connection.endpoints-stay-up',
  'connection.members-named-once',
  'connection.no-byte-order-mark',
  'inventory.no-slot-twice-on-a-page',
  'inventory.no-slot-on-two-pages',
  'forecast.numbers-differ',
  'orders.several-countries-on-one-line',
  'orders.several-sizes-on-one-line',
  'updates.attaches-creatives',
  'updates.many-lines-keep-ids',
  'updates.no-country-is-refused',
  'auth.placeholder-key-is-401',
  'auth.other-scheme-or-header-is-401',
  'auth.malformed-header-is-refused',
  'errors.reveals-no-secret',
  'errors.shows-no-stack-trace',
  'token-exchange.missing-key-refused',
  'listing-access.version-segment',
  'listing-access.every-request-answered',
  'listing-access.answers-are-http',
  'listing-access.good-token-accepted-throughout',
  'listing-access.errors-repeat-no-secret',
];

const levels = new Map(checksOf(suite).map(({ id, rule }) => [id, rule.level]));
const ids = EARLIER_CHECKS.map(({ id }) => id);

describe('the table of earlier checks', () => {
  it('has every id that is gone, and none that is there', () => {
    expect(Object.keys(promised.checks).filter((id) => !levels.has(id) && !ids.includes(id))).toEqual([]);
    expect(ids.filter((id) => levels.has(id))).toEqual([]);
  });

  it('leads to checks of this release', () => {
    expect(EARLIER_CHECKS.flatMap(({ now }) => now).filter((id) => !levels.has(id))).toEqual([]);
  });

  it('has every check that was added', () => {
    expect([...levels.keys()].filter((id) => !(id in promised.checks)).sort()).toEqual(ADDED.toSorted());
  });
});

describe('the id of an earlier check', () => {
  const options = { baseUrl: 'http://127.0.0.1:9', apiKey: 'k'.repeat(20), local: true, environment: {} };

  it('stands for the checks that took its place', () => {
    const { only, skip } = withCurrentNames({
      ...options,
      only: ['health', ...ids.slice(0, 1)],
      skip: ids.slice(1, 2),
    });
    expect({ only, skip }).toEqual({
      only: ['health', 'inventory.no-slot-on-two-pages', 'inventory.no-slot-twice-on-a-page'],
      skip: ['updates.attaches-creatives'],
    });
  });

  it('can be asked for', () => {
    expect(planRun({ ...options, only: ids }).totals.checks).toBeGreaterThan(0);
  });

  it('is told with what took its place, and why', () => {
    expect(aboutEarlier(['updates.takes-creatives', 'health'])).toEqual([
      'updates.takes-creatives is gone since 1.1.0; updates.attaches-creatives takes its place. The contract promises it, so it fails now instead of warning.',
    ]);
  });

  it('may be expected to fail, although its checks pass', { timeout: PATIENCE }, async () => {
    const expectedFailures = [{ id: 'inventory.no-slot-twice', reason: 'known' }];
    const report = await judge([], { certify: { only: ['inventory'], expectedFailures } });
    expect([report.verdict, resultsOf(report).filter(({ outcome }) => outcome === 'fail')]).toEqual(['passed', []]);
  });

  it('is explained', async () => {
    const { code, stdout } = await run(['explain', 'auth.empty-key-is-401']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^auth\.empty-key-is-401 is gone since 1\.1\.0; /)]);
  });
});

import { expect, test } from 'vitest';
import { contractVerdict } from '../../src/engine/verdict.ts';
import type { CheckResult } from '../../src/report/model.ts';
import { check, module } from '../report/sample.ts';

const verdictOf = (...checks: readonly Partial<CheckResult>[]) =>
  contractVerdict({ modules: [module(checks.map((one) => check(one)))], answered: true, stale: [], relaxedBy: [] });

test('a module of which an interrupted run judged no rule is inconclusive', () => {
  expect(verdictOf({ outcome: 'skip', because: { kind: 'interrupted' } })).toBe('inconclusive');
  const because = { kind: 'blocked', by: 'health.get', after: 'skipped', root: { kind: 'interrupted' } } as const;
  expect(verdictOf({ outcome: 'skip', because })).toBe('inconclusive');
});

test('a module of which an interrupted run judged a rule has passed so far', () => {
  expect(verdictOf({}, { outcome: 'skip', because: { kind: 'interrupted' } })).toBe('passed');
});

test('what was asked for by name and came to nothing is inconclusive, whatever else was judged on the way', () => {
  const waiting = check({
    id: 'health.late',
    outcome: 'skip',
    because: { kind: 'blocked', by: 'health.get', after: 'inconclusive' },
  });
  const judged = { modules: [module([check(), waiting])], answered: true, stale: [], relaxedBy: [] };
  expect(contractVerdict({ ...judged, only: ['health.late'] })).toBe('inconclusive');
  expect(contractVerdict({ ...judged, only: ['health'] })).toBe('passed');
});

test('an option that the client does not have keeps a run from being certified, and hides no failure', () => {
  const judged = { modules: [module([check()])], answered: true, stale: [], relaxedBy: ['--header'] };
  expect(contractVerdict({ ...judged, relaxedBy: [] })).toBe('certified');
  expect(contractVerdict(judged)).toBe('passed');
  expect(contractVerdict({ ...judged, modules: [module([check({ outcome: 'fail' })])] })).toBe('failed');
});

test('a module that needs a credential that was not supplied is not judged, and blames nothing', () => {
  expect(verdictOf({ outcome: 'skip', message: 'Not supplied: --expired-key (ADSERVER_EXPIRED_KEY).' })).toBe('passed');
});

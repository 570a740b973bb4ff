import { describe, expect, it } from 'vitest';
import { suite } from '../../checks/suite.ts';
import { uniquelyNamed } from '../../fixtures/entries.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { variations } from '../../fixtures/variations/index.ts';
import { checksOf } from '../../src/engine/suite.ts';
import { judge, PATIENCE, resultsOf } from './judge.ts';

/** Rules about the address that is called, about being there at all, and about the time of day: no behaviour of a
 * publisher on loopback breaks them whenever it runs, tests of their own do. */
const BROKEN_ELSEWHERE = [
  'connection.https-only',
  'connection.certificate-is-valid',
  'connection.certificate-has-alternative-name',
  'connection.version-segment',
  'connection.public-address',
  'connection.service-answers',
  'listing-access.https-only',
  'forecast.today-in-account-timezone',
  'listing-access.certificate-is-valid',
  'listing-access.certificate-has-alternative-name',
  'listing-access.version-segment',
];

const checks = checksOf(suite);
const caught = new Set(faults.flatMap(({ fails }) => fails));

describe('the catalogue and the publishers that break it', () => {
  it('has a fault for every rule that can be broken', () => {
    const judging = checks.filter(({ rule }) => rule.level !== 'info' && !BROKEN_ELSEWHERE.includes(rule.id));
    expect(judging.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
  });

  it('names only checks that judge', () => {
    const judging = checks.filter(({ rule }) => rule.level !== 'info').map(({ id }) => id);
    expect([...caught].filter((id) => !judging.includes(id))).toEqual([]);
  });

  it('does not load when two faults share a name', () => {
    expect(() => uniquelyNamed([{ name: 'twice' }, { name: 'twice' }])).toThrow('twice');
  });

  it('has a fault of every module that breaks one of its rules, and no fault that breaks none', () => {
    expect(faults.filter(({ fails }) => fails.length === 0).map(({ name }) => name)).toEqual([]);
    expect(suite.modules.filter(({ id }) => !faults.some(({ name }) => name.startsWith(`${id}-`)))).toEqual([]);
  });

  it('is measured against many of both', () => {
    expect(faults.length).toBeGreaterThan(200);
    expect(variations.length).toBeGreaterThan(60);
  });

  it('shows what every informative check of the ad server has to say', { timeout: PATIENCE }, async () => {
    const results = resultsOf(await judge());
    const silent = results.filter(
      ({ level, outcome, message }) => level === 'info' && (outcome !== 'info' || message === ''),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { suite as catalogue } from '../../checks/suite.ts';
import { checksOf, nodesOf, suite } from '../../src/engine/suite.ts';
import { rule, testModule } from './tiny-service.ts';

const define = (...modules: ReturnType<typeof testModule>[]) => suite({ modules, attested: [], client: [] });

describe('a suite', () => {
  it('refuses two checks of one id', () => {
    const module = testModule();
    module.rule({ ...rule('health.twice'), of: {}, judge: () => undefined });
    module.rule({ ...rule('health.twice'), of: {}, judge: () => undefined });
    expect(() => define(module)).toThrow('health.twice is defined twice');
  });

  it('refuses a need that stands in no module', () => {
    const later = testModule('orders');
    const booked = later.record({ id: 'orders.booked', of: {} }, () => 1);
    const earlier = testModule('health');
    earlier.rule({ ...rule('health.eager'), of: { booked }, judge: () => undefined });
    expect(() => define(earlier)).toThrow('health.eager needs orders.booked, which stands in no module of the suite');
  });

  it('refuses a declared record that nothing makes', () => {
    const module = testModule();
    module.declares<string>('health.zone');
    expect(() => define(module)).toThrow('health.zone is declared, and nothing makes it');
  });

  it('refuses a declared record that is made twice, or by another module', () => {
    const module = testModule();
    const zone = module.declares<string>('health.zone');
    module.record({ makes: zone, of: {} }, () => 'Europe/Berlin');
    expect(() => module.record({ makes: zone, of: {} }, () => 'UTC')).toThrow('health.zone is made twice');
    const other = testModule('orders').declares<string>('orders.zone');
    expect(() => module.record({ makes: other, of: {} }, () => 'UTC')).toThrow('health does not declare it');
  });

  it('refuses an id that is not in kebab case under its module', () => {
    for (const id of ['health.notKebab', 'orders.other-module', 'health', 'health.two.dots']) {
      const module = testModule();
      module.rule({ ...rule(id), of: {}, judge: () => undefined });
      expect(() => define(module)).toThrow('is no id of the form');
    }
  });

  it('refuses a requirement that is no sentence', () => {
    const module = testModule();
    module.rule({ ...rule('health.terse'), requirement: 'status 200', of: {}, judge: () => undefined });
    expect(() => define(module)).toThrow('whole sentences');
  });
});

describe('the catalogue', () => {
  it('has every module that the product names, in order', () => {
    expect(catalogue.modules.map(({ id }) => id)).toEqual([
      'connection',
      'health',
      'inventory',
      'forecast',
      'orders',
      'idempotency',
      'updates',
      'reports',
      'auth',
      'errors',
      'token-exchange',
      'listing-access',
      'exchange-throttle',
    ]);
  });

  it('judges something in every module', () => {
    for (const module of catalogue.modules)
      expect(
        checksOf(catalogue).filter((check) => check.module === module && check.rule.level === 'must'),
      ).not.toHaveLength(0);
  });

  it('holds every check that another one names by its id, as what it waits for', () => {
    const modules = catalogue.modules.map(({ id }) => id).join('|');
    const known = new Set(nodesOf(catalogue).map(({ id }) => id));
    const named = sources().flatMap((text) => [...text.matchAll(new RegExp(`'((?:${modules})\\.[a-z0-9-]+)'`, 'g'))]);
    expect(named.length).toBeGreaterThan(known.size / 2);
    expect(named.map(([, id = '']) => id).filter((id) => !known.has(id))).toEqual([]);
  });
});

/** The texts of all checks. */
function sources(): string[] {
  const folder = fileURLToPath(new URL('../../checks', import.meta.url));
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'earlier-ids.ts')
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

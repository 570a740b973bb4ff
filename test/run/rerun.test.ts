import { describe, expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { rerun } from '../../src/report/rerun.ts';
import type { Report } from '../../src/report/model.ts';
import * as listing from '../listing/judge.ts';
import { endedAs, judge, PATIENCE } from '../matrix/judge.ts';

/** One for each reason for which a check alone may not show what the whole run did, and one for which it does. */
const FAULTS = [
  ['health-timezone-offset', 'health.timezone-is-iana', 'alone'],
  ['errors-nested-at-401', 'errors.has-code', 'with the requests of another module'],
  ['errors-empty-object-at-409', 'errors.has-code', 'with the requests of another module'],
  ['orders-order-id-missing-in-updates', 'orders.order-id', 'with the requests of another module'],
  ['connection-reports-redirect', 'connection.no-redirect', 'with the requests of another module'],
  ['forecast-crashes-once-lines-are-updated', 'orders.booked-slot-is-forecast', 'after what is sent before'],
  ['inventory-slot-once-for-each-line', 'inventory.read-throughout', 'in a whole run'],
  ['listing-access-token-good-for-seconds', 'listing-access.exchanged-token-lasts', 'in a whole run'],
] as const;

describe('the command that runs a failed check again shows the failure again', () => {
  test.each(FAULTS)('%s: %s %s', { timeout: PATIENCE }, async (name, id, how) => {
    const fault = faults.find((each) => each.name === name);
    if (fault === undefined) throw new Error(`there is no fault ${name}`);
    const { behaviour } = fault;
    const run = (only?: readonly string[]): Promise<Report> =>
      id.startsWith('listing') || id.startsWith('token')
        ? listing.judge(behaviour, only && { only })
        : judge(behaviour, { certify: only ? { only } : {} });
    const report = await run();
    expect(endedAs(report, 'fail')).toHaveProperty([id]);
    const only = /--only '?([^' ]+)/.exec(rerun(report, id) ?? '')?.[1]?.split(',');
    if (how === 'in a whole run') {
      expect(only).toBeUndefined();
      return;
    }
    expect(only).toContain(id);
    expect((only ?? []).length > 1).toBe(how !== 'alone');
    expect(endedAs(await run(only), 'fail')).toHaveProperty([id]);
  });
});

test('of a run of some modules, a check about the whole run names these', { timeout: PATIENCE }, async () => {
  const fault = faults.find(({ name }) => name === 'inventory-slot-once-for-each-line');
  const report = await judge(fault?.behaviour, { certify: { only: ['inventory', 'orders'] } });
  expect(rerun(report, 'inventory.read-throughout')).toMatch(/--only connection,health,inventory,forecast,orders$/);
});

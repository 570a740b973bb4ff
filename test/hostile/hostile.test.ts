import { describe, expect, it } from 'vitest';
import { fuzzed } from './fuzz.ts';
import { judgeHostile } from './judge.ts';
import { servers } from './servers.ts';

/** What is asked of a service, by the endpoint that it spoils: little, so that there is time for many services. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  health: ['health'],
  inventory: ['inventory.data-is-array', 'inventory.slot-id'],
  forecast: ['forecast.body-is-object'],
  orders: ['orders.body-is-order', 'idempotency.retry-is-200'],
  reports: ['reports.rows-is-array'],
  token: ['token-exchange.body-is-object'],
  toplists: ['listing-access'],
  any: ['health', 'orders.body-is-order'],
};
const SERVICES = 50;

describe.concurrent('a service that answers at random', () => {
  it.each(Array.from({ length: SERVICES }, (_none, index) => index + 1))(
    'is survived, with a valid report, no secret shown and every order listed: seed %i',
    async (seed) => {
      const { hostility, endpoint } = fuzzed(seed);
      const { wrong } = await judgeHostile(hostility, { only: ASKED[endpoint] ?? [] });
      expect(wrong).toEqual([]);
    },
  );
});

it('a list that is too long is read as far as that only once, even if a check of it is asked again', async () => {
  const endless = servers.find(({ name }) => name === 'endless-inventory');
  const maxPages = 40;
  const { report } = await judgeHostile(endless?.begin() ?? ((good) => good), { only: ['inventory'], maxPages });
  const checks = report.contracts.flatMap(({ modules }) => modules.flatMap((module) => module.checks));
  const large = report.exchanges.filter(({ request }) => /limit=200&cursor=cursor-/.test(request.url));
  expect(checks.find(({ id }) => id === 'inventory.limit-respected')?.message).toMatch(
    /Seen (?:1 of the 2|both) times/,
  );
  expect(large.length).toBeGreaterThanOrEqual(maxPages - 1);
  expect(large.length).toBeLessThan(2 * (maxPages - 1));
});

import { describe, expect, it } from 'vitest';
import { fuzzed } from './fuzz.ts';
import { judgeHostile } from './judge.ts';

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
const SERVICES = 200;
const AT_ONCE = 10;

describe.concurrent('a service that answers at random', () => {
  it.each(Array.from({ length: SERVICES / AT_ONCE }, (_none, index) => index * AT_ONCE + 1))(
    'is survived, with a valid report, no secret shown and every order listed: seeds from %i',
    async (first) => {
      const wrong: string[] = [];
      for (let seed = first; seed < first + AT_ONCE; seed++) {
        const { hostility, endpoint } = fuzzed(seed);
        const judged = await judgeHostile(hostility, { only: ASKED[endpoint] ?? [] });
        wrong.push(...judged.wrong.map((each) => `seed ${seed}: ${each}`));
      }
      expect(wrong).toEqual([]);
    },
  );
});

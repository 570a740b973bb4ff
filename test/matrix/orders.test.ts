import { describe, expect, it } from 'vitest';
import { ordersFaults } from '../../fixtures/faults/orders.ts';
import { bookingVariations } from '../../fixtures/variations/booking.ts';
import { ordersVariations } from '../../fixtures/variations/orders.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { ordersCircumstances } from './circumstances/orders.ts';
import { expectCaught, expectTolerated, judge, PATIENCE, resultsOf } from './judge.ts';

describe.concurrent(
  'A fault of draft orders is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(ordersFaults)('$name', async (fault) => {
      expectCaught(fault, await judge(fault.behaviour));
    });
  },
);

describe.concurrent('An unusual publisher of draft orders is not failed', { timeout: PATIENCE }, () => {
  it.each([...ordersVariations, ...bookingVariations])('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

describe.concurrent(
  'A form of an order that was refused is told of where another was taken',
  { timeout: PATIENCE },
  () => {
    it.each([
      ['orders-one-size-per-line', 'orders.optional-members'],
      ['orders-plain-tags-alone', 'orders.takes-creatives'],
      ['orders-a-day-sold-out', 'orders.one-day-flight'],
    ])('%s', async (name, id) => {
      const variation = ordersVariations.find((one) => one.name === name);
      const report = await judge(variation?.behaviour);
      expect(resultsOf(report).find((result) => result.id === id)?.message).toMatch(/refused before.*business/);
    });
  },
);

describe.concurrent('Of orders', { timeout: PATIENCE }, () => {
  it.each(ordersCircumstances)('$name', expectAsStated);
});

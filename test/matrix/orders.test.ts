import { describe, it } from 'vitest';
import { ordersFaults } from '../../fixtures/faults/orders.ts';
import { bookingVariations } from '../../fixtures/variations/booking.ts';
import { ordersVariations } from '../../fixtures/variations/orders.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { ordersCircumstances } from './circumstances/orders.ts';
import { expectCaught, expectTolerated, judge, judgeFault, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of draft orders is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(ordersFaults)('$name', async (fault) => {
      expectCaught(fault, await judgeFault(fault));
    });
  },
);

describe.concurrent('An unusual publisher of draft orders is not failed', { timeout: PATIENCE }, () => {
  it.each([...ordersVariations, ...bookingVariations])('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

describe.concurrent('Of orders', { timeout: PATIENCE }, () => {
  it.each(ordersCircumstances)('$name', expectAsStated);
});

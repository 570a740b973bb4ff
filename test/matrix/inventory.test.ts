import { describe, it } from 'vitest';
import { inventoryFaults } from '../../fixtures/faults/inventory.ts';
import { inventoryVariations } from '../../fixtures/variations/inventory.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { inventoryCircumstances } from './circumstances/inventory.ts';
import { expectCaught, expectTolerated, judge, judgeFault, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of the inventory is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(inventoryFaults)('$name', async (fault) => {
      expectCaught(fault, await judgeFault(fault));
    });
  },
);

describe.concurrent('A freedom of the inventory is held against nobody', { timeout: PATIENCE }, () => {
  it.each(inventoryVariations)('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

describe.concurrent('Of an inventory', { timeout: PATIENCE }, () => {
  it.each(inventoryCircumstances)('$name', expectAsStated);
});

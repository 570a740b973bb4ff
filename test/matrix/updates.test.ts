import { describe, it } from 'vitest';
import { updatesFaults } from '../../fixtures/faults/updates.ts';
import { updatesVariations } from '../../fixtures/variations/updates.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { updatesCircumstances } from './circumstances/updates.ts';
import { expectCaught, expectTolerated, judge, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of updates is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(updatesFaults)('$name', async (fault) => {
      expectCaught(fault, await judge(fault.behaviour));
    });
  },
);

describe.concurrent('An unusual publisher of updates is not failed', { timeout: PATIENCE }, () => {
  it.each(updatesVariations)('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

describe.concurrent('Of updates', { timeout: PATIENCE }, () => {
  it.each(updatesCircumstances)('$name', expectAsStated);
});

import { describe, it } from 'vitest';
import { healthFaults } from '../../fixtures/faults/health.ts';
import { healthVariations } from '../../fixtures/variations/health.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { healthCircumstances } from './circumstances/health.ts';
import { expectCaught, expectTolerated, judge, judgeFault, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of the account context is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(healthFaults)('$name', async (fault) => {
      expectCaught(fault, await judgeFault(fault));
    });
  },
);

describe.concurrent('A freedom of the account context is held against nobody', { timeout: PATIENCE }, () => {
  it.each(healthVariations)('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

describe.concurrent('Of the account context', { timeout: PATIENCE }, () => {
  it.each(healthCircumstances)('$name', expectAsStated);
});

import { describe, it } from 'vitest';
import { idempotencyFaults } from '../../fixtures/faults/idempotency.ts';
import { idempotencyVariations } from '../../fixtures/variations/idempotency.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { idempotencyCircumstances } from './circumstances/idempotency.ts';
import { expectCaught, expectTolerated, judge, judgeFault, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of idempotency is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(idempotencyFaults)('$name', async (fault) => {
      expectCaught(fault, await judgeFault(fault));
    });
  },
);

describe.concurrent('An unusual publisher of idempotency is not failed', { timeout: PATIENCE }, () => {
  it.each(idempotencyVariations)('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

describe.concurrent('Of idempotency', { timeout: PATIENCE }, () => {
  it.each(idempotencyCircumstances)('$name', expectAsStated);
});

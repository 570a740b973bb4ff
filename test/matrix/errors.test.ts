import { describe, it } from 'vitest';
import { errorsFaults } from '../../fixtures/faults/errors.ts';
import { sandboxKeys } from '../../fixtures/publisher/keys.ts';
import { errorsVariations } from '../../fixtures/variations/errors.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { errorsCircumstances } from './circumstances/errors.ts';
import { expectCaught, expectTolerated, judge, judgeFault, PATIENCE } from './judge.ts';
import { expectSecrecy } from './secrecy.ts';

const keys = Object.values(sandboxKeys);

describe.concurrent(
  'A fault of answering with errors is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(errorsFaults)('$name', async (fault) => {
      const report = await judgeFault(fault);
      expectCaught(fault, report);
      expectSecrecy(report, keys);
    });
  },
);

describe.concurrent('A freedom of answering with errors is held against nobody', { timeout: PATIENCE }, () => {
  it.each(errorsVariations)('$name', async (variation) => {
    const report = await judge(variation.behaviour);
    expectTolerated(variation, report);
    expectSecrecy(report, keys);
  });
});

describe.concurrent('Of errors', { timeout: PATIENCE }, () => {
  it.each(errorsCircumstances)('$name', expectAsStated);
});

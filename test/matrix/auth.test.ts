import { describe, it } from 'vitest';
import { authFaults } from '../../fixtures/faults/auth.ts';
import { sandboxKeys } from '../../fixtures/publisher/keys.ts';
import { authVariations } from '../../fixtures/variations/auth.ts';
import { authCircumstances } from './circumstances/auth.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { expectCaught, expectTolerated, judge, judgeFault, PATIENCE } from './judge.ts';
import { expectSecrecy } from './secrecy.ts';

const keys = Object.values(sandboxKeys);

describe.concurrent(
  'A fault of authentication is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(authFaults)('$name', async (fault) => {
      const report = await judgeFault(fault);
      expectCaught(fault, report);
      expectSecrecy(report, keys);
    });
  },
);

describe.concurrent('A freedom of authentication is held against nobody', { timeout: PATIENCE }, () => {
  it.each(authVariations)('$name', async (variation) => {
    const report = await judge(variation.behaviour);
    expectTolerated(variation, report);
    expectSecrecy(report, keys);
  });
});

describe.concurrent('Of authentication', { timeout: PATIENCE }, () => {
  it.each(authCircumstances)('$name', expectAsStated);
});

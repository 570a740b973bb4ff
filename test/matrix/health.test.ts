import { describe, it } from 'vitest';
import { healthFaults } from '../../fixtures/faults/health.ts';
import { expectCaught, judge, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of the account context is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(healthFaults)('$name', async (fault) => {
      expectCaught(fault, await judge(fault.behaviour));
    });
  },
);

import { describe, it } from 'vitest';
import { connectionFaults } from '../../fixtures/faults/connection.ts';
import { expectCaught, judge, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of connecting is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(connectionFaults)('$name', async (fault) => {
      expectCaught(fault, await judge(fault.behaviour));
    });
  },
);

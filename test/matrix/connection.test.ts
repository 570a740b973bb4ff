import { describe, it } from 'vitest';
import { connectionFaults } from '../../fixtures/faults/connection.ts';
import { connectionVariations } from '../../fixtures/variations/connection.ts';
import { wireVariations } from '../../fixtures/variations/wire.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { connectionCircumstances } from './circumstances/connection.ts';
import { expectCaught, expectTolerated, judge, judgeFault, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of connecting is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(connectionFaults)('$name', async (fault) => {
      expectCaught(fault, await judgeFault(fault));
    });
  },
);

describe.concurrent('A freedom of connecting is held against nobody', { timeout: PATIENCE }, () => {
  it.each([...connectionVariations, ...wireVariations])('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

describe.concurrent('Of a connection', { timeout: PATIENCE }, () => {
  it.each(connectionCircumstances)('$name', expectAsStated);
});

import { describe, it } from 'vitest';
import { forecastFaults } from '../../fixtures/faults/forecast.ts';
import { forecastVariations } from '../../fixtures/variations/forecast.ts';
import { expectAsStated } from './circumstances/circumstance.ts';
import { forecastCircumstances } from './circumstances/forecast.ts';
import { expectCaught, expectTolerated, judge, judgeFault, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of forecasting is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(forecastFaults)('$name', async (fault) => {
      expectCaught(fault, await judgeFault(fault));
    });
  },
);

describe.concurrent('A freedom of forecasting is held against nobody', { timeout: PATIENCE }, () => {
  it.each(forecastVariations)('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

describe.concurrent('Of forecasts', { timeout: PATIENCE }, () => {
  it.each(forecastCircumstances)('$name', expectAsStated);
});

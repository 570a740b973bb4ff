import { healthFaults } from '../../../fixtures/faults/health.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import type { Circumstance } from './circumstance.ts';

const THREE = 'health.capabilities-exactly-three';
const REPORTING = 'health.reporting-is-true';
const FORECAST = 'forecast.body-is-object';

const run = { certify: { only: ['health', FORECAST] } };

export const healthCircumstances: readonly Circumstance[] = [
  {
    name: 'where there is no flag, what would read one waits for all three',
    behaviour: behaviourOf(healthFaults, 'health-capabilities-empty'),
    run,
    fails: [THREE],
    verdict: 'failed',
    says: {
      [THREE]: /got no member\. Seen/,
      [REPORTING]: /^Waits for health\.capabilities-exactly-three/,
      [FORECAST]: /^Waits for health\.capabilities-exactly-three/,
    },
    cites: { [THREE]: 2 },
  },
];

import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { ordersVariations } from '../../../fixtures/variations/orders.ts';
import { planRun } from '../../../src/run/plan.ts';
import { behaviourOf } from '../../listing/circumstance.ts';
import type { Circumstance } from './circumstance.ts';

const IDS = ['home+sport', "l'echo", 'köln'];
const FORMATS = ['audio', 'takeover'];

/** Lists slots of more kinds than one order has lines, and accepts orders on archived ones. */
export const takingAll: BehaviourChange = (base, settings) => ({
  ...behaviourOf(ordersVariations, 'orders-archived-slots-bookable')(base, settings),
  slots: (exchange) =>
    base.slots(exchange).map((slot) => {
      const { [slot.position - 150]: inventoryId = slot.inventoryId } = IDS;
      const format = FORMATS[slot.position - 36] ?? slot.format;
      return { ...slot, inventoryId, ...(format === undefined ? {} : { format }) };
    }),
});

const only = { only: ['orders'] };
const { totals } = planRun({ baseUrl: 'https://ads.example.com/api/v1', apiKey: 'key', ...only });

/** The number of drafts that a run leaves. */
export const draftCircumstances: readonly Circumstance[] = [
  {
    name: 'who takes all that may be taken is left with as many drafts as were announced',
    behaviour: takingAll,
    run: { certify: only },
    verdict: 'passed',
    creates: totals.drafts,
  },
];

import { expect, it } from 'vitest';
import { urgenciesOf } from '../../src/engine/starting-order.ts';
import { testModule } from './tiny-service.ts';

it('the urgency of traffic is how many requests come one after the other from it on, by records and by phases', () => {
  const module = testModule();
  const made = module.traffic({ id: 'health.made', phase: 'read', sends: { health: 1 } }, () => 1);
  const inTurn = module.traffic({ id: 'health.in-turn', phase: 'read', uses: { made }, sends: { health: 5 } }, () => 1);
  const atOnce = { id: 'health.at-once', phase: 'read', uses: { made }, sends: { health: 9 }, atOnce: true } as const;
  const parallel = module.traffic(atOnce, () => 1);
  const later = module.traffic({ id: 'health.later', phase: 'read', sends: { health: 3 } }, () => 1);
  const urgencies = urgenciesOf(module.nodes, new Map([[later, [parallel]]]));
  expect([made, inTurn, parallel, later].map((node) => urgencies.get(node))).toEqual([6, 5, 4, 3]);
});

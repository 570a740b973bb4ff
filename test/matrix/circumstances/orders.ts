import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { isObject, listOf, member } from '../../../fixtures/publisher/json.ts';
import type { Circumstance } from './circumstance.ts';

const UNKNOWN = 'orders.unknown-slot-is-404';
const LEFT = 'orders.refused-leaves-nothing';
const only = { only: ['orders'] };

const slotsIn = (body: string): string[] =>
  listOf(member(JSON.parse(body), 'line_items')).map((line) => String(member(line, 'inventory_id')));

/** Has slots that are not listed, under the first so many ids that are made up. */
const hiding =
  (ids: number): BehaviourChange =>
  (base) => {
    const hidden = new Set<string>();
    return {
      onRefused: (refusal, exchange, carryOn) => {
        if (refusal.reason !== 'slot-unknown' || exchange.request.route !== 'orders')
          return base.onRefused(refusal, exchange, carryOn);
        const listed = new Set(base.slots(exchange).map(({ inventoryId }) => inventoryId));
        const made = slotsIn(exchange.request.body).filter((id) => !listed.has(id));
        for (const id of made) if (hidden.size < ids) hidden.add(id);
        return made.every((id) => hidden.has(id)) ? carryOn() : refusal;
      },
    };
  };

/** Books what is right about an order that it refuses for an unknown slot. */
const leaving: BehaviourChange = (base) => ({
  onRefused: async (refusal, exchange, carryOn) => {
    if (refusal.reason !== 'slot-unknown' || exchange.request.route !== 'orders')
      return base.onRefused(refusal, exchange, carryOn);
    const listed = new Set(base.slots(exchange).map(({ inventoryId }) => inventoryId));
    const body: unknown = JSON.parse(exchange.request.body);
    const line_items = listOf(member(body, 'line_items')).filter((line) =>
      listed.has(String(member(line, 'inventory_id'))),
    );
    if (line_items.length > 0) await carryOn({ ...(isObject(body) ? body : {}), line_items });
    return refusal;
  },
});

export const ordersCircumstances: readonly Circumstance[] = [
  {
    name: 'a slot that is not listed and can be booked stands under a made-up id by chance',
    behaviour: hiding(1),
    run: { certify: { only: [UNKNOWN] } },
    verdict: 'passed',
    ends: { [UNKNOWN]: 'pass' },
  },
  {
    name: 'two made-up ids are not both of slots that are not listed',
    behaviour: hiding(2),
    run: { certify: { only: [UNKNOWN] } },
    fails: [UNKNOWN],
    verdict: 'failed',
  },
  {
    name: 'that a refused order leaves nothing is said',
    run: { certify: only },
    verdict: 'passed',
    says: { [LEFT]: /^The same order without the bad line: status 201 \(nothing was left\)\.$/ },
  },
  {
    name: 'that a refused order leaves its good lines is said, and held against nobody',
    behaviour: leaving,
    run: { certify: only },
    verdict: 'passed',
    says: {
      [LEFT]: /^The same order without the bad line: status 200 \(something was left: it counts as an update\)\.$/,
    },
  },
];

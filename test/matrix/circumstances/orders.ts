import type { Behaviour } from '../../../fixtures/publisher/behaviour.ts';
import type { Exchange } from '../../../fixtures/publisher/exchange.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import { isObject, listOf, member } from '../../../fixtures/publisher/json.ts';
import type { Circumstance } from './circumstance.ts';

const UNKNOWN = 'orders.unknown-slot-is-404';
const LEFT = 'orders.refused-leaves-nothing';
const only = { only: ['orders'] };

const slotOf = (line: unknown): string => String(member(line, 'inventory_id'));

/** Whether a slot is listed. */
function listing(base: Behaviour, exchange: Exchange): (id: string) => boolean {
  const ids = new Set(base.slots(exchange).map(({ inventoryId }) => inventoryId));
  return (id) => ids.has(id);
}

/** Has slots that are not listed, under the first so many ids that are made up. */
const hiding =
  (ids: number): BehaviourChange =>
  (base) => {
    const hidden = new Set<string>();
    return {
      onRefused: (refusal, exchange, carryOn) => {
        if (refusal.reason !== 'slot-unknown' || exchange.request.route !== 'orders')
          return base.onRefused(refusal, exchange, carryOn);
        const isListed = listing(base, exchange);
        const lines = listOf(member(JSON.parse(exchange.request.body), 'line_items'));
        const made = lines.map(slotOf).filter((id) => !isListed(id));
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
    const isListed = listing(base, exchange);
    const body: unknown = JSON.parse(exchange.request.body);
    const line_items = listOf(member(body, 'line_items')).filter((line) => isListed(slotOf(line)));
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

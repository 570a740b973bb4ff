import { unknownSlot } from '../../../fixtures/publisher/forecast-rules.ts';
import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import type { OrderRequest } from '../../../fixtures/publisher/orders/request.ts';
import { lineRule, type BookingContext } from '../../../fixtures/publisher/orders/value-rules.ts';
import { badValue } from '../../../fixtures/publisher/refusal.ts';

/** Refuses some orders with 422, as a business rule may. */
export const refusing =
  (when: (request: OrderRequest, context: BookingContext) => boolean): BehaviourChange =>
  (base) => ({
    orderRules: [
      ...base.orderRules,
      {
        name: 'not-here',
        check: (request, context) =>
          when(request, context) ? badValue('business-rule', 'This is not taken here.') : undefined,
      },
    ],
  });

/** Selects orders by the end of their name. */
export const named =
  (...ends: readonly string[]) =>
  ({ name }: OrderRequest): boolean =>
    ends.some((end) => name.endsWith(`: ${end}`));

/** A business rule that does not depend on the order. */
export const closed = badValue('business-rule', 'Closed until noon.');

/** Removes slots from the list for good, from the first order on that the predicate selects. */
export const takingOff =
  (isMeant: (tried: readonly string[], orders: number, inventoryId: string) => boolean): BehaviourChange =>
  (base) => {
    const gone = new Set<string>();
    const tried: string[] = [];
    return {
      slots: (exchange) => base.slots(exchange).filter(({ inventoryId }) => !gone.has(inventoryId)),
      orderRules: [
        lineRule('gone', ({ inventoryId }, index, { exchange }) => {
          if (!tried.includes(inventoryId)) tried.push(inventoryId);
          if (isMeant(tried, exchange.store.orders.length, inventoryId)) gone.add(inventoryId);
          return gone.has(inventoryId) ? unknownSlot(inventoryId, index) : undefined;
        }),
        ...base.orderRules,
      ],
    };
  };

/** Removes the slots of an order from the list for good, when the first body with this text comes. */
export const takingOffWith =
  (label: string): BehaviourChange =>
  (base) => {
    const gone = new Set<string>();
    return {
      slots: (exchange) => base.slots(exchange).filter(({ inventoryId }) => !gone.has(inventoryId)),
      orderRules: [
        lineRule('gone', ({ inventoryId }, index, { exchange }) => {
          if (exchange.request.body.includes(label)) gone.add(inventoryId);
          return gone.has(inventoryId) ? unknownSlot(inventoryId, index) : undefined;
        }),
        ...base.orderRules,
      ],
    };
  };

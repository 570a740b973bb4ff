import type { BehaviourChange } from '../../../fixtures/publisher/index.ts';
import type { OrderRequest } from '../../../fixtures/publisher/orders/request.ts';
import type { BookingContext } from '../../../fixtures/publisher/orders/value-rules.ts';
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

/** Under a name that ends so. */
export const named =
  (...ends: readonly string[]) =>
  ({ name }: OrderRequest): boolean =>
    ends.some((end) => name.endsWith(`: ${end}`));

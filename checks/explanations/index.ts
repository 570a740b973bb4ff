import { auth } from './auth.ts';
import { bookedSlots } from './booked-slots.ts';
import { connection } from './connection.ts';
import { errors } from './errors.ts';
import { exchangeThrottle } from './exchange-throttle.ts';
import type { Explanation } from './explanation.ts';
import { forecast } from './forecast.ts';
import { health } from './health.ts';
import { idempotency } from './idempotency.ts';
import { inventory } from './inventory.ts';
import { listingAccess } from './listing-access.ts';
import { oddSlots } from './odd-slots.ts';
import { refusedOrders } from './orders-refused.ts';
import { orders } from './orders.ts';
import { reports } from './reports.ts';
import { tokenExchange } from './token-exchange.ts';
import { updates } from './updates.ts';

export type { Explanation } from './explanation.ts';

/** By check id, in the order of the report. */
export const explanations: Readonly<Partial<Record<string, Explanation>>> = {
  ...connection,
  ...health,
  ...inventory,
  ...forecast,
  ...orders,
  ...refusedOrders,
  ...oddSlots,
  ...bookedSlots,
  ...idempotency,
  ...updates,
  ...reports,
  ...auth,
  ...errors,
  ...tokenExchange,
  ...listingAccess,
  ...exchangeThrottle,
};

import { auth } from './yields/auth.ts';
import { connection } from './yields/connection.ts';
import { errors } from './yields/errors.ts';
import { forecast } from './yields/forecast.ts';
import { health } from './yields/health.ts';
import { idempotency } from './yields/idempotency.ts';
import { inventory } from './yields/inventory.ts';
import { orders } from './yields/orders.ts';
import { reports } from './yields/reports.ts';
import { updates } from './yields/updates.ts';

/**
 * Which checks tell of the same fault. One fault is told by the check that states its rule: others that break because of
 * it, or have nothing to judge because of it, name that one. The first row that applies counts.
 */
export const yields = [
  ...connection,
  ...health,
  ...inventory,
  ...forecast,
  ...orders,
  ...idempotency,
  ...updates,
  ...reports,
  ...auth,
  ...errors,
];

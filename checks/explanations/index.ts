import { connection } from './connection.ts';
import type { Explanation } from './explanation.ts';
import { forecast } from './forecast.ts';
import { health } from './health.ts';
import { inventory } from './inventory.ts';
import { orders } from './orders.ts';

export type { Explanation } from './explanation.ts';

/** By check id. */
export const explanations: Readonly<Partial<Record<string, Explanation>>> = {
  ...connection,
  ...health,
  ...inventory,
  ...forecast,
  ...orders,
};

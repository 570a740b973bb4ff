import { isLiveOrder } from './live-orders.ts';
import type { PlacedCheck } from './tally.ts';

/** A check that did not pass, and how many others it blocked. */
export interface Weighed {
  readonly lead: PlacedCheck;
  readonly keeps: readonly unknown[];
}

/** If these modules fail, the client does not connect at all. */
const CONNECTING = ['connection', 'health'];
const CONNECTING_CHECKS = ['token-exchange.credentials-accepted', 'token-exchange.token'];

/**
 * Sorts by importance: orders that may be live, then what breaks the connection, then what blocks most checks, then the
 * order of the report. Inconclusive checks come after broken ones.
 */
export function byImportance<T extends Weighed>(found: readonly T[]): T[] {
  return [...found].sort((one, other) => rankOf(one) - rankOf(other) || blocking(other) - blocking(one));
}

function rankOf({ lead: { check, module, contract } }: Weighed): number {
  if (check.outcome === 'inconclusive') return 6;
  if (check.outcome !== 'fail') return 5;
  if (contract === null) return 4;
  if (isLiveOrder(check)) return 0;
  const step = CONNECTING.indexOf(module.id);
  if (step >= 0) return 1 + step;
  return CONNECTING_CHECKS.includes(check.id) ? 1 : 3;
}

const blocking = ({ keeps }: Weighed) => keeps.length;

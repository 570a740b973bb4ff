import { besideRuleOf } from './earlier-builds.ts';
import type { PlacedCheck } from './tally.ts';

/** A check that did not pass, and how many others it blocked. */
export interface Weighed {
  readonly lead: PlacedCheck;
  readonly keeps: readonly unknown[];
}

/**
 * Sorts by importance: orders that may be live, then what breaks the connection, then what blocks most checks, then the
 * order of the report. Inconclusive checks come after broken ones.
 */
export function byImportance<T extends Weighed>(found: readonly T[]): T[] {
  return [...found].sort((one, other) => rankOf(one) - rankOf(other) || blocking(other) - blocking(one));
}

const RANKS: Readonly<Record<string, number>> = { 'live-order': 0, connection: 1, account: 2 };

function rankOf({ lead: { check, contract } }: Weighed): number {
  if (check.outcome === 'inconclusive') return 6;
  if (check.outcome !== 'fail') return 5;
  if (contract === null) return 4;
  const { weight } = besideRuleOf(check);
  return RANKS[weight ?? ''] ?? 3;
}

const blocking = ({ keeps }: Weighed) => keeps.length;

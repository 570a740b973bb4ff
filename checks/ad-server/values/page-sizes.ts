import type { Walk } from '../readers/inventory-summary.ts';

export const LARGEST = 200;

export const LOOK = 5;

/** Leaves a single slot for the last page, where slots get lost, or divides few lists evenly if none does. */
export function oddLimit({ ids: { size } }: Walk): number {
  if (size > 2 && size <= 20) return size - 1;
  return Array.from({ length: LARGEST - 20 }, (_, index) => 20 + index).find((limit) => size % limit === 1) ?? 23;
}

/** Fills the last page, too: services easily get wrong whether another follows. Most lists have one. */
export function evenLimit({ ids: { size } }: Walk): number | null {
  const limit = Array.from({ length: LARGEST }, (_, index) => LARGEST - index).find((limit) => size % limit === 0) ?? 1;
  return limit === 1 || limit === 50 || limit === LARGEST || size / limit > 10 ? null : limit;
}

export function pagesOf({ end, slots }: Walk, most: number, pages: number): { pages?: number } {
  if ('finding' in end) return { pages: LOOK };
  return slots > most ? { pages } : {};
}

/** How the whole list is read once more; one that did not end the first time is only looked at. */
export function onceMore({ end }: Walk): { limit: number; pages?: number } {
  return { limit: LARGEST, ...(end.kind === 'too-long' && { pages: LOOK }) };
}

import type { Walk } from '../readers/inventory-summary.ts';

// In which page sizes the inventory is read besides the largest.

export const LARGEST = 200;

/** A list that does not end is not followed in small pages too. */
export const LOOK = 5;

/** A page size that leaves a single slot for the last page, which is where one gets lost; else one that few lists are a multiple of. */
export function oddLimit({ ids: { size } }: Walk): number {
  if (size > 2 && size <= 20) return size - 1;
  return Array.from({ length: 40 }, (_, index) => 20 + index).find((limit) => size % limit === 1) ?? 23;
}

/** A page size that leaves a single slot for a second and last page, where the odd one leaves none and there is one. */
export function allButOne(all: Walk): number | null {
  const { size } = all.ids;
  return 'finding' in all.end || size < 3 || size > LARGEST + 1 || size % oddLimit(all) === 1 ? null : size - 1;
}

/** A page size that fills the last page as well: whether more follows is easily got wrong there. Few lists have none. */
export function evenLimit({ ids: { size } }: Walk): number | null {
  const limit = Array.from({ length: LARGEST }, (_, index) => LARGEST - index).find((limit) => size % limit === 0) ?? 1;
  return limit === 1 || limit === 50 || limit === LARGEST || size / limit > 10 ? null : limit;
}

/** How many pages of a list are read at another size than the largest: all, where it is no longer than this. */
export function pagesOf({ end, slots }: Walk, most: number, pages: number): { pages?: number } {
  if ('finding' in end) return { pages: LOOK };
  return slots > most ? { pages } : {};
}

/** How the whole list is read once more; one that did not end the first time is only looked at. */
export function onceMore({ end }: Walk): { limit: number; pages?: number } {
  return { limit: LARGEST, ...(end.kind === 'too-long' && { pages: LOOK }) };
}

import type { Repeated } from './inventory-sight.ts';
import type { Walk } from './inventory-walk.ts';

/** Ids that stand in only one of two walks; of a longer list, those of the shorter look that the whole does not have. */
export function difference(whole: Walk, other: Walk): string[] {
  const added = (other.ids.listed ?? []).filter((id) => !whole.ids.has(id));
  const missing = other.end.kind === 'last-page' ? (whole.ids.listed ?? []).filter((id) => !other.ids.has(id)) : [];
  return [...missing, ...added];
}

/** A slot that stands in two walks under different ids, though all else about it is the same. */
export function renamed(one: Walk, other: Walk): { look: string; before: string; after: string } | null {
  for (const [look, after] of other.looks) {
    const before = one.looks.get(look);
    if (typeof before === 'string' && typeof after === 'string' && before !== after) return { look, before, after };
  }
  return null;
}

/**
 * Whether later readings bear out that slots are listed twice. A slot that comes meanwhile pushes others across a cut, so
 * that in a list that grows the same slot must be listed twice every time; in one too long to tell, once more.
 */
export function bornOut({ ids }: Repeated, later: readonly Walk[], known: (id: string) => boolean): boolean {
  const times = [...ids].map((id) => later.filter(({ repeated }) => repeated?.ids.has(id)).length);
  if (later.some((each) => each.ids.listed === null)) return times.some((count) => count > 0);
  const grows = later.some((each) => each.ids.listed?.some((id) => !known(id)));
  return grows ? times.includes(later.length) : later.some(({ repeated }) => repeated !== null);
}

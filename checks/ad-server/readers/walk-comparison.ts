import type { Repeated } from './inventory-summary.ts';
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

/** Slots that have other ids in a later walk: how many of those that look the same in both, and one of them. */
interface Renumbered {
  readonly look: string;
  readonly before: string;
  readonly after: string;
  readonly slots: number;
  readonly alike: number;
}

/**
 * The slots of a list whose ids have changed: more than half of all that look as they did, and more than one, or more than
 * a fifth, and three or more; so that slots which gave way to others of their names are none. Neither are those that took
 * each other's names.
 */
export function renumbered(one: Walk, other: Walk): Renumbered | null {
  const alike = [...other.looks].flatMap(([look, after]) => {
    const before = one.looks.get(look);
    return typeof before === 'string' && typeof after === 'string' ? [{ look, before, after }] : [];
  });
  const changed = alike.filter(
    ({ before, after }) => before !== after && !other.ids.has(before) && !one.ids.has(after),
  );
  const [first] = changed;
  const most = changed.length > 1 && changed.length * 2 > alike.length;
  if (first === undefined || !(most || (changed.length > 2 && changed.length * 5 > alike.length))) return null;
  return { ...first, slots: changed.length, alike: alike.length };
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

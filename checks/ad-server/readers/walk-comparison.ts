import type { Repeated, Walk } from './inventory-summary.ts';

/** Ids that only one of two walks has; where the second did not come to its end, only those that the whole list lacks. */
export function difference(whole: Walk, other: Walk): string[] {
  const added = (other.ids.listed ?? []).filter((id) => !whole.ids.has(id));
  const missing = other.end.kind === 'last-page' ? (whole.ids.listed ?? []).filter((id) => !other.ids.has(id)) : [];
  return [...missing, ...added];
}

/** A slot that two walks have under different ids, though all else about it is the same. */
export function renamed(one: Walk, other: Walk): { look: string; before: string; after: string } | null {
  for (const [look, after] of other.looks) {
    const before = one.looks.get(look);
    if (typeof before === 'string' && typeof after === 'string' && before !== after) return { look, before, after };
  }
  return null;
}

/** A walk, and later the whole list and the same walk once more, one right behind the other. */
interface Confirmed {
  readonly walk: Walk;
  readonly whole: Walk;
  readonly again: readonly [Walk, Walk];
}

/** Ids that only one of the whole list and a walk has, where the later readings show the same. */
export function confirmedDifference(listed: Walk, { walk, whole, again: [again] }: Confirmed): string[] {
  const before = new Set(difference(listed, walk));
  return difference(whole, again).filter((id) => before.has(id));
}

/**
 * Ids that walks lack which were read while others were, though the list is at rest: alone, before and after, it was the
 * same. None where one of them lacks nothing, or did not come to its end: a cursor may be good for the latest walk alone.
 */
export function lostTogether([one, other]: readonly [Walk, Walk], walks: readonly Walk[], after: Walk): string[] {
  const isAtRest = [other, after].every((walk) => difference(one, walk).length === 0 && walk.ids.size === one.ids.size);
  const lost = walks.map((walk) => (one.ids.listed ?? []).filter((id) => !walk.ids.has(id)));
  const areRead = walks.every(({ end }) => !('finding' in end));
  return isAtRest && areRead && lost.every((ids) => ids.length > 0) ? (lost[0] ?? []) : [];
}

/** A slot that has another id in a walk than in the whole list, where the later readings show such a slot too. */
export function confirmedRenamed(listed: Walk, { walk, whole, again: [third] }: Confirmed): ReturnType<typeof renamed> {
  return renamed(whole, third) === null ? null : renamed(listed, walk);
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
 * The slots whose ids have changed, where they are many: two or more, and over half of all that look the same as before; or
 * three or more, and over a fifth. A few slots may have been replaced by others of the same name, or have swapped names.
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

/** Whether a walk lists slots twice: what comes again in a list that goes round in circles is no such slot. */
export function isListedTwice(walk: Walk, isRound: boolean): walk is Walk & { readonly repeated: Repeated } {
  return walk.repeated !== null && (!isRound || walk.end.kind === 'last-page');
}

/**
 * Whether later readings confirm that slots are listed twice. A slot that is added meanwhile pushes others across a page
 * break, so that in a list that grows the same slot must be listed twice every time; in one too long to tell, once more.
 */
export function bornOut({ ids }: Repeated, later: readonly Walk[], known: (id: string) => boolean): boolean {
  const times = [...ids].map((id) => later.filter(({ repeated }) => repeated?.ids.has(id)).length);
  if (later.some((each) => each.ids.listed === null)) return times.some((count) => count > 0);
  const grows = later.some((each) => each.ids.listed?.some((id) => !known(id)));
  return grows ? times.includes(later.length) : later.some(({ repeated }) => repeated !== null);
}

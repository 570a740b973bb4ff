import type { Repeated, Walk } from './inventory-summary.ts';

/**
 * Ids that only one walk has; if the other did not reach its end, only those that the whole list lacks. None if there are
 * too many to keep.
 */
export function difference(whole: Walk, other: Walk): string[] {
  const { listed: all } = whole.ids;
  const { listed: some } = other.ids;
  if (all === null || some === null) return [];
  const missing = other.end.kind === 'last-page' ? all.filter((id) => !other.ids.has(id)) : [];
  return [...missing, ...some.filter((id) => !whole.ids.has(id))];
}

function lookingAlike(one: Walk, other: Walk) {
  return [...other.looks].flatMap(([look, after]) => {
    const before = one.looks.get(look);
    return typeof before === 'string' && typeof after === 'string' ? [{ look, before, after }] : [];
  });
}

/** A slot with different ids in two walks although all else about it is the same. */
export function renamed(one: Walk, other: Walk) {
  return lookingAlike(one, other).find(({ before, after }) => before !== after) ?? null;
}

/** A walk, and later the whole list and the same walk again, right after each other. */
interface Confirmed {
  readonly walk: Walk;
  readonly whole: Walk;
  readonly again: readonly [Walk, Walk];
}

export function confirmedDifference(listed: Walk, { walk, whole, again: [again] }: Confirmed): string[] {
  const before = new Set(difference(listed, walk));
  return difference(whole, again).filter((id) => before.has(id));
}

export function confirmedRenamed(listed: Walk, { walk, whole, again: [third] }: Confirmed) {
  return renamed(whole, third) === null ? null : renamed(listed, walk);
}

/** `null` if few have changed: these may have been replaced by others of the same name, or have swapped names. */
export function renumbered(one: Walk, other: Walk) {
  const alike = lookingAlike(one, other);
  const changed = alike.filter(
    ({ before, after }) => before !== after && !other.ids.has(before) && !one.ids.has(after),
  );
  const [first] = changed;
  const most = changed.length > 1 && changed.length * 2 > alike.length;
  if (first === undefined || !(most || (changed.length > 2 && changed.length * 5 > alike.length))) return null;
  return { ...first, slots: changed.length, alike: alike.length };
}

/** Whether a walk lists slots twice. Repetitions in a list that goes round in circles do not count. */
export function isListedTwice(walk: Walk, isRound: boolean): walk is Walk & { readonly repeated: Repeated } {
  return walk.repeated !== null && (!isRound || walk.end.kind === 'last-page');
}

/**
 * Whether later walks confirm that slots are listed twice. A slot that is added during a walk pushes others across a
 * page break, so in a growing list the same slot must be listed twice every time; once more is enough in a list that is
 * too long to see whether it grows (`listed` is `null`).
 */
export function isConfirmedAgain({ ids }: Repeated, later: readonly Walk[], known: (id: string) => boolean): boolean {
  const times = [...ids].map((id) => later.filter(({ repeated }) => repeated?.ids.has(id)).length);
  const lists = later.map((walk) => walk.ids.listed);
  if (lists.includes(null)) return times.some((count) => count > 0);
  const grows = lists.some((list) => list?.some((id) => !known(id)));
  return grows ? times.includes(later.length) : later.some(({ repeated }) => repeated !== null);
}

// Ids that came back as another text, and may mean the same.

/** How an id may come out of another system, and be no longer the same text. */
const WAYS: readonly ((one: string, other: string) => boolean)[] = [
  (one, other) => one.toLowerCase() === other.toLowerCase(),
  (one, other) => one.trim() === other.trim(),
  (one, other) => [one, other].every((id) => /^\d+$/.test(id)) && withoutZeros(one) === withoutZeros(other),
  (one, other) => isPartOf(one, other) || isPartOf(other, one),
];

/** What becomes of an id that goes through a number of some width: several may become one, and some stay as they were. */
const NUMBERS: readonly ((id: string) => string)[] = [
  (id) => String(Number(id)),
  (id) => String(BigInt(Number(id))),
  (id) => String(Number(id) | 0),
  (id) => String(BigInt.asIntN(32, BigInt(id))),
  (id) => String(BigInt.asUintN(32, BigInt(id))),
];

/** Short ids are part of others by chance. */
const SHORTEST_PART = 4;

function withoutZeros(number: string): string {
  return number.replace(/^0+/, '');
}

/** Whether an id is the beginning or the end of another, set off by something that is no letter and no digit. */
function isPartOf(part: string, whole: string): boolean {
  if (part.length < SHORTEST_PART || part.length >= whole.length) return false;
  const rest = whole.endsWith(part)
    ? whole.slice(0, -part.length).at(-1)
    : whole.startsWith(part)
      ? whole.charAt(part.length)
      : undefined;
  return rest !== undefined && !/[\p{L}\p{N}]/u.test(rest);
}

/**
 * What these ids became, by what was found instead, where all that was found is one of them written otherwise, in the
 * same way, and at least half of them are there. Anything less may be chance: others' ids may differ in case alone.
 */
export function alteredIds(ids: readonly string[], found: readonly string[]): ReadonlyMap<string, string> {
  const none = new Map<string, string>();
  const known = new Set(ids);
  if (found.every((id) => known.has(id))) return none;
  if (ids.every((id) => /^\d{1,40}$/.test(id)))
    for (const read of NUMBERS) {
      const readBack = new Map(ids.map((id) => [read(id), id]));
      const isMost = new Set(found).size * 2 >= readBack.size;
      if (isMost && found.every((as) => readBack.has(as)))
        return new Map([...readBack].filter(([as]) => found.includes(as) && !known.has(as)));
    }
  if (found.some((id) => known.has(id))) return none;
  for (const isSame of WAYS) {
    const altered = new Map(
      [...new Set(found)].flatMap((as) => {
        const id = ids.find((one) => isSame(one, as));
        return id === undefined ? [] : [[as, id] as const];
      }),
    );
    if (found.every((id) => altered.has(id)) && new Set(altered.values()).size * 2 >= known.size) return altered;
  }
  return none;
}

// Ids that came back as another text but may mean the same.

/** How a system that an id passes through may change its text. */
const WAYS: readonly ((one: string, other: string) => boolean)[] = [
  (one, other) => one.toLowerCase() === other.toLowerCase(),
  (one, other) => one.trim() === other.trim(),
  (one, other) => [one, other].every((id) => /^\d+$/.test(id)) && withoutZeros(one) === withoutZeros(other),
  (one, other) => isPartOf(one, other) || isPartOf(other, one),
];

/** What becomes of an id that is read as a number of some width: several may become the same. */
const NUMBERS: readonly ((id: string) => string)[] = [
  (id) => String(Number(id)),
  (id) => String(BigInt(Number(id))),
  (id) => String(Number(id) | 0),
  (id) => String(BigInt.asIntN(32, BigInt(id))),
  (id) => String(BigInt.asUintN(32, BigInt(id))),
];

/** Shorter ids may be part of others by chance. */
const SHORTEST_PART = 4;

const withoutZeros = (number: string) => number.replace(/^0+/, '');

/** Whether an id is the beginning or end of another, set off by a character that is neither a letter nor a digit. */
function isPartOf(part: string, whole: string): boolean {
  if (part.length < SHORTEST_PART || part.length >= whole.length) return false;
  const rest = whole.endsWith(part)
    ? whole.slice(0, -part.length).at(-1)
    : whole.startsWith(part)
      ? whole.charAt(part.length)
      : undefined;
  return rest !== undefined && !/[\p{L}\p{N}]/u.test(rest);
}

/** The ids by what they became: all changed in one way, and at least half of them. Anything less may be chance. */
export function alteredIds(ids: readonly string[], found: readonly string[]): ReadonlyMap<string, string> {
  const none = new Map<string, string>();
  const known = new Set(ids);
  if (found.every((id) => known.has(id))) return none;
  if (ids.every((id) => /^\d{1,40}$/.test(id)))
    for (const read of NUMBERS) {
      const readBack = new Map(ids.map((id) => [read(id), id]));
      const coversHalf = new Set(found).size * 2 >= readBack.size;
      if (coversHalf && found.every((as) => readBack.has(as)))
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

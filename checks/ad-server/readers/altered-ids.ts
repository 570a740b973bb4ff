const isNumber = (id: string) => /^\d{1,40}$/.test(id);

/** What a system that an id passes through may make of it: another case, no blanks, a number, the last of its parts. */
const FORMS: readonly ((id: string) => string)[] = [
  (id) => id.toLowerCase(),
  (id) => id.trim(),
  (id) => (isNumber(id) ? String(Number(id)) : id),
  // Shorter parts may be the same by chance.
  (id) => /[\p{L}\p{N}-]{4,}$/u.exec(id)?.[0] ?? id,
];

/** The ids by what they became: all changed in one way, and at least half of them. Anything less may be chance. */
export function alteredIds(ids: readonly string[], found: readonly string[]): ReadonlyMap<string, string> {
  const known = new Set(ids);
  if (found.some((id) => !known.has(id)))
    for (const form of FORMS) {
      const byForm = new Map(ids.map((id) => [form(id), id]));
      const coversHalf = new Set(found).size * 2 >= byForm.size;
      if (coversHalf && found.every((as) => byForm.has(form(as))))
        return new Map(found.flatMap((as) => (known.has(as) ? [] : [[as, byForm.get(form(as)) ?? as]])));
    }
  return new Map();
}

/** Escapes the name of a member as one step of a JSON pointer (RFC 6901). */
export function stepOf(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * The decoded steps of a JSON pointer (RFC 6901), or `null` if the text is not a pointer. `''` is the whole document.
 */
export function pointerTokens(pointer: string): readonly string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A value inside a JSON document, and the pointer to it. */
export interface Place {
  readonly pointer: string;
  readonly value: unknown;
}

const DEPTH = 8;

/**
 * The first place in a JSON value for which the predicate is true, outermost first. `name` is the name of the member.
 */
export function placeWhere(
  value: unknown,
  isMeant: (value: unknown, name: string) => boolean,
  deepest = DEPTH,
): Place | null {
  const within = (outer: Place, name: string, depth: number): Place | null => {
    if (isMeant(outer.value, name)) return outer;
    if (typeof outer.value !== 'object' || outer.value === null || depth > deepest) return null;
    for (const [member, inner] of Object.entries(outer.value) as [string, unknown][]) {
      const found = within({ pointer: `${outer.pointer}/${stepOf(member)}`, value: inner }, member, depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  return within({ pointer: '', value }, '', 0);
}

/** The pointer to the first number that is too large for JSON's readers, such as `1e999`; `null` if there is none. */
export function infiniteIn(value: unknown): string | null {
  return hasInfinite(value) ? (placeWhere(value, isInfinite, Infinity)?.pointer ?? null) : null;
}

const isInfinite = (value: unknown) => value === Infinity || value === -Infinity;

function hasInfinite(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).some(hasInfinite) : isInfinite(value);
}

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
export function placeWhere(value: unknown, isMeant: (value: unknown, name: string) => boolean): Place | null {
  const within = (outer: Place, name: string, depth: number): Place | null => {
    if (isMeant(outer.value, name)) return outer;
    if (typeof outer.value !== 'object' || outer.value === null || depth > DEPTH) return null;
    for (const [member, inner] of Object.entries(outer.value) as [string, unknown][]) {
      const found = within({ pointer: `${outer.pointer}/${stepOf(member)}`, value: inner }, member, depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  return within({ pointer: '', value }, '', 0);
}

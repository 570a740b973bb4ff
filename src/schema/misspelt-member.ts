import { stepOf } from '../text/pointer.ts';

const VALUES = 200;
const DEPTH = 3;

/**
 * What a missing member was probably named instead: a JSON pointer from the object to a different spelling (`accountId`
 * for `account_id`) or to the same name further inside (`/error/code` for `code`). `null` if nothing similar exists.
 */
export function meantBy(name: string, object: unknown): string | null {
  const wanted = letters(name);
  const queue = [{ value: object, pointer: '', depth: 0 }];
  for (const { value, pointer, depth } of queue) {
    if (typeof value !== 'object' || value === null) continue;
    const members = Array.isArray(value) ? [['0', value[0]] as const] : Object.entries(value).slice(0, VALUES);
    const alike = members.find(([member]) => letters(member) === wanted);
    if (alike !== undefined) return `${pointer}/${stepOf(alike[0])}`;
    if (depth === DEPTH || queue.length >= VALUES) continue;
    for (const [member, inner] of members)
      queue.push({ value: inner, pointer: `${pointer}/${stepOf(member)}`, depth: depth + 1 });
  }
  return null;
}

function letters(name: string): string {
  return name.replaceAll(/[_\-\s]/g, '').toLowerCase();
}

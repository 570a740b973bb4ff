import { isObject } from '../text/json.ts';
import { stepOf } from '../text/pointer.ts';

const VALUES = 200;
const DEPTH = 3;

/**
 * What a missing member was probably named instead: a JSON pointer from the object to a different spelling (`accountId`
 * for `account_id`) or to the same name in a wrapper (`/error/code` for `code`). `null` if nothing similar exists. No member
 * that the object should have is a wrapper.
 */
export function meantBy(name: string, object: unknown, due: readonly string[] = []): string | null {
  const wanted = letters(name);
  const queue = [{ value: object, pointer: '', depth: 0 }];
  for (const { value, pointer, depth } of queue) {
    if (!isObject(value)) continue;
    const members = Object.entries(value).slice(0, VALUES);
    const alike = members.find(([member]) => letters(member) === wanted);
    if (alike !== undefined) return `${pointer}/${stepOf(alike[0])}`;
    if (depth === DEPTH || queue.length >= VALUES) continue;
    for (const [member, inner] of members.filter(([member]) => depth > 0 || !due.includes(member)))
      queue.push({ value: inner, pointer: `${pointer}/${stepOf(member)}`, depth: depth + 1 });
  }
  return null;
}

function letters(name: string): string {
  return name.replaceAll(/[_\-\s]/g, '').toLowerCase();
}

import type { Reply } from '../../../src/http/reply.ts';
import { cut } from '../../../src/text/cut.ts';
import { placeWhere } from '../../../src/text/pointer.ts';
import { isObject, member } from '../../json.ts';

const LIKE_A_CURSOR = /^(?:next|after|cursor$|continuation|page_?token$)/i;

/**
 * What leads to the next page in place of `next_cursor`, such as `/nextCursor` or a `Link` header: clients do not follow
 * it. `null` if there is nothing like that.
 */
export function otherWayOn({ json, headers }: Reply): string | null {
  if (!json.ok || !isObject(json.value) || !isNothing(member(json.value, 'next_cursor'))) return null;
  if (/\brel="?next\b/i.test(headers['link'] ?? '')) return 'a Link header with rel="next"';
  const { data: _slots, ...rest } = json.value;
  const found = placeWhere(rest, (value, name) => LIKE_A_CURSOR.test(name) && !isNothing(value) && !isObject(value));
  return found && cut(found.pointer, 80);
}

const isNothing = (value: unknown) => value === undefined || value === null || value === '' || value === false;

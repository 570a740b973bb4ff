import { endOfString } from './json-string.ts';
import { stepOf } from './pointer.ts';

interface Open {
  /** The names so far of an object; `null` in an array. */
  readonly names: Set<string> | null;
  /** The last name, or the index of the element. */
  step: string | number;
}

/**
 * Whether the JSON text of a value may name a member twice. Almost no body does, and counting takes a quarter of the time
 * that a search takes. A text of the same shape inside a string can only raise the first number.
 */
export function mayNameTwice(text: string, value: unknown): boolean {
  const names = /"\s*:/g;
  let more = -membersIn(value);
  while (names.test(text)) more++;
  return more !== 0;
}

function membersIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inner of Object.values(value)) members += membersIn(inner);
  return members;
}

/** The text of a JSON string. Few names have escapes, and parsing each would take most of the time. */
function nameIn(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/** What is nested deeper, in objects and arrays, is not searched. */
const DEEPEST = 200;

/**
 * The pointer to the first member whose object has another one of the same name; `null` if there is none. The text is
 * valid JSON, except that it may be cut.
 */
export function duplicateMember(text: string): string | null {
  const open: Open[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const inside = open.at(-1);
    const sign = text.charAt(at);
    switch (sign) {
      case '{':
      case '[':
        if (open.length === DEEPEST) return null;
        isName = sign === '{';
        open.push(isName ? { names: new Set(), step: '' } : { names: null, step: 0 });
        break;
      case '}':
      case ']':
        open.pop();
        isName = false;
        break;
      case ',':
        isName = inside?.names !== null;
        if (typeof inside?.step === 'number') inside.step++;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (isName && inside !== undefined && inside.names !== null && end < text.length) {
          const name = nameIn(text.slice(at, end));
          inside.step = name;
          if (inside.names.has(name)) return open.map(({ step }) => `/${stepOf(String(step))}`).join('');
          inside.names.add(name);
          isName = false;
        }
        at = end - 1;
      }
    }
  }
  return null;
}

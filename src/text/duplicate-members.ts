import { endOfString } from './json-string.ts';
import { stepOf } from './pointer.ts';

interface Open {
  /** The names so far of an object; `null` in an array. */
  readonly names: Set<string> | null;
  /** The last name, or the index of the element. */
  step: string | number;
}

/**
 * Whether the JSON of a value may name a member twice: it names more than the value has. Almost no body does, and this
 * is much quicker than a search, for it runs on every page. A name inside a string can only make it search.
 */
export function mayNameTwice(json: Uint8Array, value: unknown): boolean {
  let names = 0;
  for (let colon = json.indexOf(COLON); colon >= 0; colon = json.indexOf(COLON, colon + 1)) {
    let before = colon - 1;
    while ((json[before] ?? QUOTE) <= SPACE) before--;
    if (json[before] === QUOTE) names++;
  }
  return names !== membersIn(value);
}

const [SPACE, QUOTE, COLON] = [0x20, 0x22, 0x3a];

/** Without arrays of names and values, which would take most of the time. */
function membersIn(value: unknown): number {
  let members = 0;
  if (Array.isArray(value)) for (const item of value) members += membersIn(item);
  else if (typeof value === 'object' && value !== null)
    for (const name in value) members += 1 + membersIn((value as Record<string, unknown>)[name]); // JSON has no others.
  return members;
}

/** The text of a JSON string. Few names have escapes, and parsing each would take most of the time. */
function nameIn(quoted: string): string {
  return quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/** Objects and arrays that are nested deeper are not searched. */
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

import { endOfString } from '../text/json-string.ts';

/**
 * The name of a member that occurs twice in one object of a valid JSON document, because parsers disagree about which
 * one counts. Reads the text once, without recursion.
 */
export function duplicateIn(text: string): string | undefined {
  /** The names seen so far in each open object; `null` for an open array. */
  const open: (Set<string> | null)[] = [];
  let nameIsNext = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      const names = open.at(-1);
      if (nameIsNext && names) {
        const written = text.slice(at + 1, end - 1);
        const name: unknown = written.includes('\\') ? JSON.parse(text.slice(at, end)) : written;
        if (typeof name === 'string') {
          if (names.has(name)) return name;
          names.add(name);
        }
        nameIsNext = false;
      }
      at = end - 1;
    } else if (character === '{' || character === '[') {
      nameIsNext = character === '{';
      open.push(nameIsNext ? new Set() : null);
    } else if (character === '}' || character === ']') {
      open.pop();
      nameIsNext = false;
    } else if (character === ',') {
      nameIsNext = open.at(-1) instanceof Set;
    }
  }
  return undefined;
}

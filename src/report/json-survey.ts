import { endOfString } from '../text/json-string.ts';

/** What `JSON.parse` does not tell about a document. */
export interface JsonSurvey {
  /** How deep objects and arrays are nested. */
  readonly depth: number;
  /** A member that appears twice in one object: parsers disagree about which one counts. */
  readonly duplicate?: string;
}

/** Reads the text of a valid JSON document once, without recursion. */
export function surveyJson(text: string): JsonSurvey {
  /** The names seen so far in each open object; `null` for an open array. */
  const open: (Set<string> | null)[] = [];
  let depth = 0;
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
          if (names.has(name)) return { depth, duplicate: name };
          names.add(name);
        }
        nameIsNext = false;
      }
      at = end - 1;
    } else if (character === '{' || character === '[') {
      nameIsNext = character === '{';
      depth = Math.max(depth, open.push(nameIsNext ? new Set() : null));
    } else if (character === '}' || character === ']') {
      open.pop();
      nameIsNext = false;
    } else if (character === ',') {
      nameIsNext = open.at(-1) instanceof Set;
    }
  }
  return { depth };
}

import { endOfString } from './json-string.ts';

/** How much a JSON text may hold. */
export interface JsonBounds {
  /** How deep objects and arrays may be nested. */
  readonly deepest: number;
  /** How many values there may be, names of members aside. */
  readonly values: number;
  /** How many different names of members: each object that has other names than those before it takes much memory. */
  readonly names: number;
}

const LONGEST_NAME = 200;
const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** What of a text, which may be JSON, goes beyond the bounds; `null` if nothing. Takes little memory itself. */
export function excessOf(text: string, bounds: JsonBounds): string | null {
  const names = new Set<string>();
  let values = 1;
  let depth = 0;
  let string = '';
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        string = text.slice(at, Math.min(end, at + LONGEST_NAME));
        at = end - 1;
        break;
      }
      case COLON:
        if (names.add(string).size > bounds.names)
          return `more than ${bounds.names.toLocaleString('en')} different names of members`;
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        if (++depth > bounds.deepest) return `more than ${bounds.deepest} levels of nesting`;
        if (++values > bounds.values) return `more than ${bounds.values.toLocaleString('en')} values`;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth--;
        break;
      case COMMA:
        if (++values > bounds.values) return `more than ${bounds.values.toLocaleString('en')} values`;
    }
  }
  return null;
}

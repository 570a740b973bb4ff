import { endOfString } from './json-string.ts';

/** Limits for a JSON text. */
export interface JsonBounds {
  /** The maximum nesting of objects and arrays. */
  readonly deepest: number;
  /** The maximum number of values, not counting names of members. */
  readonly values: number;
  /** The maximum number of different names. Objects whose names are all new take much memory. */
  readonly names: number;
}

const LONGEST_NAME = 200;
const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Which limit a text exceeds, in words; `null` if none. The text may be invalid JSON. This takes little memory itself.
 */
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

import { isJson } from '../text/json.ts';
import { endOfString } from '../text/json-string.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface JsonLayout {
  readonly lines: readonly string[];
  /** The values along the path, from the outside in, as far as the path exists. */
  readonly path: readonly Span[];
}

interface Container {
  readonly isArray: boolean;
  /** How many steps of the path lead here; `-1` off the path. */
  readonly depth: number;
  members: number;
  /** The member that the next value belongs to. */
  key: string;
}

const SCALAR = /-?[0-9][0-9.eE+-]*|true|false|null/y;
const DEEPEST_INDENT = 40;

/**
 * Splits a JSON document into lines, as it was sent: numbers keep their spelling, members their order, and duplicates
 * are kept. A document that was cut is laid out as far as it goes; `null` if the text is not JSON. It does not recurse,
 * because a service can nest as deep as it likes.
 */
export function layOut(text: string, cut: boolean, path: readonly string[] = []): JsonLayout | null {
  if (!cut && !isJson(text)) return null;
  const lines = [''];
  const open: Container[] = [];
  const spans: { from: number; to?: number }[] = [];
  let isName = false;
  const write = (token: string) => {
    lines.push(`${lines.pop() ?? ''}${token}`);
  };
  const newLine = () => {
    lines.push('  '.repeat(Math.min(open.length, DEEPEST_INDENT)));
  };
  const begin = (token: string): number => {
    const inside = open.at(-1);
    if (inside?.isArray) {
      inside.key = String(inside.members++);
      newLine();
    }
    write(token);
    if (inside !== undefined && (inside.depth < 0 || path[inside.depth] !== inside.key)) return -1;
    const depth = inside === undefined ? 0 : inside.depth + 1;
    // If a name occurs several times in an object, the last member counts.
    spans.splice(depth, spans.length, { from: lines.length - 1 });
    return depth;
  };
  const end = (depth: number) => {
    const span = spans[depth];
    if (span) span.to = lines.length - 1;
  };
  for (let at = 0; at < text.length;) {
    const sign = text.charAt(at);
    let next = at + 1;
    if (sign === '{' || sign === '[') {
      const depth = begin(sign);
      open.push({ isArray: sign === '[', depth, members: 0, key: '' });
      isName = sign === '{';
    } else if (sign === '}' || sign === ']') {
      const container = open.pop();
      if (container === undefined) return null;
      if (container.members > 0) newLine();
      write(sign);
      end(container.depth);
      isName = false;
    } else if (sign === ',') {
      write(sign);
      isName = open.at(-1)?.isArray === false;
    } else if (sign === ':') write(': ');
    else if (!/\s/.test(sign)) {
      next = sign === '"' ? endOfString(text, at) : endOfScalar(text, at, cut);
      if (next === at) return null;
      const token = text.slice(at, next);
      const inside = open.at(-1);
      if (isName && sign === '"' && inside) {
        inside.members++;
        inside.key = nameIn(token);
        newLine();
        write(token);
        isName = false;
      } else end(begin(token));
    }
    at = next;
  }
  if (text.trim() === '') return null;
  return { lines, path: spans.map(({ from, to = lines.length - 1 }) => ({ from, to })) };
}

/** Where a number or a word ends; the beginning if there is none. A document may be cut in the middle of one. */
function endOfScalar(text: string, at: number, cut: boolean): number {
  SCALAR.lastIndex = at;
  if (SCALAR.test(text)) return SCALAR.lastIndex;
  return cut && text.length - at <= 5 ? text.length : at;
}

function nameIn(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal;
  }
}

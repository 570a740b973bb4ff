import { isJson } from '../text/json.ts';
import { endOfString } from '../text/json-string.ts';

/** A piece of one line: the name of a member, or another part of the document. */
export interface Piece {
  readonly text: string;
  readonly name: boolean;
}

export interface Line {
  readonly indent: number;
  readonly pieces: readonly Piece[];
}

/** The position of a value: its first and last piece, both included. */
export interface Span {
  readonly from: Position;
  readonly to: Position;
}

export interface Position {
  readonly line: number;
  readonly piece: number;
}

export interface JsonLayout {
  /** The number of lines of the whole document. */
  readonly count: number;
  /** The lines, up to the number asked for. */
  readonly lines: readonly Line[];
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

const WHITESPACE = /[ \t\n\r]*/y;
const SCALAR = /-?[0-9][0-9.eE+-]*|true|false|null/y;

/**
 * Splits a JSON document into lines, as it was sent: numbers keep their spelling, members their order, and duplicates
 * are kept. A document that was cut is laid out as far as it goes; `null` if the text is not JSON. It does not recurse,
 * because a service can nest as deep as it likes.
 */
export function layOut(
  text: string,
  cut: boolean,
  path: readonly string[] = [],
  most = Number.POSITIVE_INFINITY,
): JsonLayout | null {
  if (!cut && !isJson(text)) return null;
  const writer = new Writer(path, most);
  let at = 0;
  for (;;) {
    at = endOf(WHITESPACE, text, at) ?? at;
    if (at >= text.length) return cut || writer.isComplete ? writer.layout() : null;
    const character = text.charAt(at);
    if (character === '"') {
      const end = endOfString(text, at);
      writer.string(text.slice(at, end));
      at = end;
    } else if (character === '{' || character === '[') {
      writer.open(character);
      at++;
    } else if (character === '}' || character === ']') {
      if (!writer.close(character)) return null;
      at++;
    } else if (character === ',' || character === ':') {
      writer.separator(character);
      at++;
    } else {
      const end = endOf(SCALAR, text, at) ?? (cut && text.length - at <= 5 ? text.length : undefined);
      if (end === undefined) return null;
      writer.scalar(text.slice(at, end));
      at = end;
    }
  }
}

class Writer {
  readonly #wanted: readonly string[];
  readonly #most: number;
  /** The line being written. Lines beyond the limit are counted, not kept. */
  #line: { readonly indent: number; readonly pieces: Piece[] } = { indent: 0, pieces: [] };
  #count = 1;
  readonly #lines = [this.#line];
  readonly #open: Container[] = [];
  readonly #starts: (Position | undefined)[] = [];
  readonly #ends: (Position | undefined)[] = [];
  #nameIsNext = false;

  constructor(wanted: readonly string[], most: number) {
    this.#wanted = wanted;
    this.#most = most;
  }

  get isComplete(): boolean {
    return this.#open.length === 0;
  }

  string(text: string): void {
    const container = this.#open.at(-1);
    if (this.#nameIsNext && container) {
      this.#startLineOfMember(container);
      container.key = nameIn(text);
      this.#write(text, true);
      this.#nameIsNext = false;
    } else this.scalar(text);
  }

  scalar(text: string): void {
    const depth = this.#beginValue();
    this.#write(text);
    this.#endValue(depth);
  }

  open(bracket: '{' | '['): void {
    const depth = this.#beginValue();
    this.#write(bracket);
    this.#open.push({ isArray: bracket === '[', depth, members: 0, key: '0' });
    this.#nameIsNext = bracket === '{';
  }

  close(bracket: string): boolean {
    const container = this.#open.pop();
    if (!container) return false;
    if (container.members > 0) this.#newLine();
    this.#write(bracket);
    this.#endValue(container.depth);
    this.#nameIsNext = false;
    return true;
  }

  separator(mark: ',' | ':'): void {
    this.#write(mark === ':' ? ': ' : mark);
    const container = this.#open.at(-1);
    if (mark === ':' || !container) return;
    if (container.isArray) container.key = String(container.members);
    this.#nameIsNext = !container.isArray;
  }

  layout(): JsonLayout {
    const end = this.#here();
    const path: Span[] = [];
    for (const [depth, from] of this.#starts.entries()) {
      if (from === undefined) break;
      path.push({ from, to: this.#ends[depth] ?? end });
    }
    return { count: this.#count, lines: this.#lines, path };
  }

  /** How many steps of the path lead to the value that begins here, or -1. */
  #beginValue(): number {
    const container = this.#open.at(-1);
    if (container?.isArray) this.#startLineOfMember(container);
    const depth = container === undefined ? 0 : this.#depthWithin(container);
    if (depth >= 0) {
      const { line, piece } = this.#here();
      this.#starts[depth] = { line, piece: piece + 1 };
      // If a name occurs several times in an object, the last member counts.
      this.#starts.length = depth + 1;
      this.#ends.length = Math.min(this.#ends.length, depth);
    }
    return depth;
  }

  #depthWithin(container: Container): number {
    return container.depth >= 0 && this.#wanted[container.depth] === container.key ? container.depth + 1 : -1;
  }

  #endValue(depth: number): void {
    if (depth >= 0) this.#ends[depth] = this.#here();
  }

  #startLineOfMember(container: Container): void {
    container.members++;
    this.#newLine();
  }

  #newLine(): void {
    this.#line = { indent: this.#open.length, pieces: [] };
    if (this.#count++ < this.#most) this.#lines.push(this.#line);
  }

  #write(text: string, name = false): void {
    this.#line.pieces.push({ text, name });
  }

  #here(): Position {
    return { line: this.#count - 1, piece: this.#line.pieces.length - 1 };
  }
}

function nameIn(literal: string): string {
  try {
    const name: unknown = JSON.parse(literal);
    return typeof name === 'string' ? name : literal;
  } catch {
    return literal;
  }
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

import type { RecordedBody } from '../http/exchange.ts';
import { faultOffset } from '../text/json-fault.ts';
import { pointerTokens } from '../text/pointer.ts';
import { layOut, type JsonLayout } from './json-layout.ts';
import { printable } from './text.ts';

/** A line of an excerpt; `null` marks lines that were left out. */
export type ExcerptLine = { readonly text: string; readonly marked: boolean } | null;

const DEEPEST_INDENT = 40;

export interface ExcerptOptions {
  /** Number of lines shown before and after the place. */
  readonly around?: number;
  readonly most?: number;
  readonly width?: number;
  /** What was found, if no pointer says where: the first line with a text that it quotes is the one in question. */
  readonly found?: string | undefined;
}

/**
 * The part of a body around the place that a pointer names. The line where it begins is marked, and the lines that open
 * the objects around it are kept. Without a pointer, the marked line is the one that contains what was found, or where the
 * body stops being JSON; if there is none, the beginning of the body is shown.
 */
export function excerpt(body: RecordedBody, pointer: string | undefined, options: ExcerptOptions = {}): ExcerptLine[] {
  const { around = 2, most = 12, width = 160, found = '' } = options;
  const { body: text } = body;
  if (text === undefined || text === '') return [];
  const tokens = pointer === undefined ? null : pointerTokens(pointer);
  const layout = layOut(text, body.bodyTruncated !== undefined, tokens ?? []);
  if (layout === null) return unreadable(text, { around, most, width, found });
  const lines = linesOf(
    layout.lines,
    ({ indent, pieces }) => '  '.repeat(Math.min(indent, DEEPEST_INDENT)) + pieces.map((piece) => piece.text).join(''),
  );
  const place = tokens === null || tokens.length === 0 ? undefined : layout.path.at(-1);
  if (place === undefined || layout.path.length < 2)
    return aroundLine(lines, lineWith(found, lines), { around, most, width });
  const first = place.from.line;
  const last = Math.min(place.to.line, first + Math.max(0, most - 2 * around - 1));
  const kept = new Set(opening(layout));
  for (let line = first - around; line <= last + around; line++) kept.add(line);
  return withGaps(lines, kept, width, (line) => line === first);
}

type Sizes = Required<Pick<ExcerptOptions, 'around' | 'most' | 'width'>>;

function unreadable(text: string, { found, ...sizes }: Sizes & { readonly found: string }): ExcerptLine[] {
  const all = text.split(/\r\n|\n|\r/);
  const before = /^\s*[[{]/.test(text) ? text.slice(0, faultOffset(text)).split(/\r\n|\n|\r/) : [];
  const lines = linesOf(all, (line) => line);
  if (before.length === 0) return aroundLine(lines, lineWith(found, lines), sizes);
  const [index, column] = [before.length - 1, before.at(-1)?.length ?? 0];
  // A body on one line would be cut before the place.
  const from = Math.max(0, column - Math.floor(sizes.width / 2));
  const moved = linesOf(
    all.map((line, at) => (at === index && from > 0 ? `…${line.slice(from)}` : line)),
    (line) => line,
  );
  return aroundLine(moved, index, sizes);
}

/** Longer bodies are not searched: their beginning is shown. */
const MOST_SEARCHED = 20_000;

/** The first line that holds one of the texts that `found` quotes. */
function lineWith(found: string, lines: Lines): number | undefined {
  const quoted = [...found.matchAll(/"((?:[^"\\]|\\.){2,200})"/g)].map(([, text = '']) => text);
  for (let index = 0; quoted.length > 0 && index < Math.min(lines.length, MOST_SEARCHED); index++)
    if (quoted.some((text) => lines.at(index).includes(text))) return index;
  return undefined;
}

/** The beginning, if there is no such line. */
function aroundLine(lines: Lines, line: number | undefined, { around, most, width }: Sizes): ExcerptLine[] {
  if (line === undefined) return begun(lines, most, width);
  const kept = new Set(Array.from({ length: Math.max(0, most - 2 * around - 1) }, (_none, index) => index));
  for (let one = line - around; one <= line + around; one++) kept.add(one);
  return withGaps(lines, kept, width, (one) => one === line);
}

/** The lines on which the objects and arrays around the place begin. */
function opening({ path }: JsonLayout): number[] {
  return path.slice(1, -1).map(({ from }) => from.line);
}

/** The lines of a body. Each is only formatted when it is shown. */
interface Lines {
  readonly length: number;
  readonly at: (index: number) => string;
}

function linesOf<T>(all: readonly T[], text: (line: T) => string): Lines {
  return {
    length: all.length,
    at: (index) =>
      all
        .slice(index, index + 1)
        .map(text)
        .join(''),
  };
}

function begun(lines: Lines, most: number, width: number): ExcerptLine[] {
  const kept = new Set(Array.from({ length: Math.min(most, lines.length) }, (_none, index) => index));
  return withGaps(lines, kept, width, () => false);
}

function withGaps(
  lines: Lines,
  kept: ReadonlySet<number>,
  width: number,
  isMarked: (line: number) => boolean,
): ExcerptLine[] {
  const shown = [...kept].filter((line) => line >= 0 && line < lines.length).sort((one, other) => one - other);
  const excerpt = shown.flatMap((line, index): ExcerptLine[] => {
    const text = { text: printable(lines.at(line), { max: width }), marked: isMarked(line) };
    const before = index === 0 ? -1 : (shown[index - 1] ?? -1);
    if (line === before + 2) return [{ text: printable(lines.at(line - 1), { max: width }), marked: false }, text];
    return line > before + 1 ? [null, text] : [text];
  });
  return (shown.at(-1) ?? 0) < lines.length - 1 ? [...excerpt, null] : excerpt;
}

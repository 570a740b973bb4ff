import type { RecordedBody } from '../http/exchange.ts';
import { pointerTokens } from '../text/pointer.ts';
import { layOut, type JsonLayout } from './json-layout.ts';
import { printable } from './text.ts';

/** A line of an excerpt; `null` stands for lines left out. */
export type ExcerptLine = { readonly text: string; readonly marked: boolean } | null;

export interface ExcerptOptions {
  /** Lines shown before and after the place. */
  readonly around?: number;
  readonly most?: number;
  readonly width?: number;
}

/**
 * The part of a body around the place that a pointer names: the line it begins on is marked, and the lines that open
 * the objects around it are kept. Without a pointer, or where the body is not JSON, its beginning.
 */
export function excerpt(body: RecordedBody, pointer: string | undefined, options: ExcerptOptions = {}): ExcerptLine[] {
  const { around = 2, most = 12, width = 160 } = options;
  const { body: text } = body;
  if (text === undefined || text === '') return [];
  const tokens = pointer === undefined ? null : pointerTokens(pointer);
  const layout = layOut(text, body.bodyTruncated !== undefined, tokens ?? []);
  if (layout === null) return begun(text.split(/\r\n|\n|\r/), most, width);
  const lines = layout.lines.map(
    ({ indent, pieces }) => '  '.repeat(indent) + pieces.map((piece) => piece.text).join(''),
  );
  const place = tokens === null || tokens.length === 0 ? undefined : layout.path.at(-1);
  if (place === undefined || layout.path.length < 2) return begun(lines, most, width);
  const first = place.from.line;
  const last = Math.min(place.to.line, first + Math.max(0, most - 2 * around - 1));
  const kept = new Set(opening(layout));
  for (let line = first - around; line <= last + around; line++) kept.add(line);
  return withGaps(lines, kept, width, (line) => line === first);
}

/** The lines on which the objects and arrays around the place begin. */
function opening({ path }: JsonLayout): number[] {
  return path.slice(1, -1).map(({ from }) => from.line);
}

function begun(lines: readonly string[], most: number, width: number): ExcerptLine[] {
  const kept = new Set(lines.slice(0, most).map((_line, index) => index));
  return withGaps(lines, kept, width, () => false);
}

function withGaps(
  lines: readonly string[],
  kept: ReadonlySet<number>,
  width: number,
  isMarked: (line: number) => boolean,
): ExcerptLine[] {
  const shown = [...kept].filter((line) => line >= 0 && line < lines.length).sort((one, other) => one - other);
  const excerpt = shown.flatMap((line, index): ExcerptLine[] => {
    const text = { text: printable(lines[line] ?? '', { max: width }), marked: isMarked(line) };
    const before = index === 0 ? -1 : (shown[index - 1] ?? -1);
    if (line === before + 2) return [{ text: printable(lines[line - 1] ?? '', { max: width }), marked: false }, text];
    return line > before + 1 ? [null, text] : [text];
  });
  return (shown.at(-1) ?? 0) < lines.length - 1 ? [...excerpt, null] : excerpt;
}

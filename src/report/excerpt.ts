import type { RecordedBody } from '../http/recorded-call.ts';
import { faultOffset } from '../text/json-fault.ts';
import { pointerTokens } from '../text/pointer.ts';
import { layOut } from './json-layout.ts';
import { printable } from './text.ts';

/** A line of an excerpt; `null` marks lines that were left out. */
export type ExcerptLine = { readonly text: string; readonly marked: boolean } | null;

export interface ExcerptOptions {
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
export function excerpt(
  { body: text = '', bodyTruncated }: RecordedBody,
  pointer: string | undefined,
  { around = 2, most = 12, width = 160, found = '' }: ExcerptOptions = {},
): ExcerptLine[] {
  if (text === '') return [];
  const layout = layOut(text, bodyTruncated !== undefined, pointerTokens(pointer ?? '') ?? []);
  const lines = layout?.lines ?? linesOf(text);
  const [, ...path] = layout?.path ?? [];
  const place = path.pop();
  const valid = layout === null && /^\s*[[{]/.test(text) ? linesOf(text.slice(0, faultOffset(text))) : [];
  const marked = place?.from ?? (valid.length > 0 ? valid.length - 1 : lineWith(found, lines));
  // A body on one line would be cut before the place.
  const from = Math.max(0, (valid.at(-1)?.length ?? 0) - Math.floor(width / 2));
  const beside = Math.max(0, most - 2 * around - 1);
  const kept = new Set(
    place === undefined ? range(0, marked === undefined ? most - 1 : beside - 1) : path.map((one) => one.from),
  );
  if (marked !== undefined)
    for (const line of range(marked - around, Math.min(place?.to ?? marked, marked + beside) + around)) kept.add(line);
  const shown = [...kept].filter((line) => line >= 0 && line < lines.length).sort((one, other) => one - other);
  const lineAt = (line: number): ExcerptLine => {
    const whole = lines[line] ?? '';
    const text = line === marked && from > 0 ? `…${whole.slice(from)}` : whole;
    return { text: printable(text, { max: width }), marked: line === marked };
  };
  const excerpt = shown.flatMap((line, index) => {
    const left = line - (shown[index - 1] ?? -1) - 1;
    return [...(left === 0 ? [] : [left === 1 ? lineAt(line - 1) : null]), lineAt(line)];
  });
  const last = shown.at(-1) ?? 0;
  const rest = lines.slice(last + 1);
  const isEnd = rest.length <= MOST_BRACKETS && rest.every((line) => /^\s*[\]}]/.test(line));
  return [...excerpt, ...(isEnd ? rest.map((_line, index) => lineAt(last + 1 + index)) : [null])];
}

/** So many closing brackets are shown rather than left out. */
const MOST_BRACKETS = 2;

const linesOf = (text: string) => text.split(/\r\n|\n|\r/);

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_none, at) => from + at);

/** Longer bodies are not searched: their beginning is shown. */
const MOST_SEARCHED = 20_000;

/** The first line that holds one of the texts that `found` quotes. */
function lineWith(found: string, lines: readonly string[]): number | undefined {
  const quoted = [...found.matchAll(/"((?:[^"\\]|\\.){2,200})"/g)].map(([, text = '']) => text);
  const at = lines.slice(0, MOST_SEARCHED).findIndex((line) => quoted.some((text) => line.includes(text)));
  return at < 0 ? undefined : at;
}

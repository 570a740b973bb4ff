import type { ComponentChildren } from 'preact';
import { counted, printable } from '../../text.ts';
import type { Line, Span } from '../../json-layout.ts';

const LONGEST_PIECE = 600;
const DEEPEST_INDENT = 40;

interface Run {
  text: string;
  readonly kind: 'plain' | 'name' | 'gap';
  readonly marked: boolean;
}

/** The kept lines of a document, a note on what was left out between them, and the marked value as one `<mark>`. */
export function JsonText({
  lines,
  kept,
  mark,
}: {
  readonly lines: readonly Line[];
  readonly kept: (line: number) => boolean;
  readonly mark?: Span | undefined;
}) {
  return <>{groups(runs(lines, kept, mark), mark !== undefined && mark.to.line > mark.from.line + 2)}</>;
}

function runs(lines: readonly Line[], kept: (line: number) => boolean, mark: Span | undefined): Run[] {
  const result: Run[] = [];
  const add = (text: string, kind: Run['kind'], marked: boolean) => {
    const last = result.at(-1);
    if (last?.kind === kind && last.marked === marked) last.text += text;
    else result.push({ text, kind, marked });
  };
  let hidden = 0;
  let indent = 0;
  const closeGap = (marked: boolean) => {
    if (hidden > 0) add(`${spaces(indent)}⋯ ${counted(hidden, 'line')}\n`, 'gap', marked);
    hidden = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (!kept(index)) {
      if (hidden++ === 0) indent = line.indent;
      continue;
    }
    const opensMarked = within(mark, index, -1);
    closeGap(opensMarked);
    add(spaces(line.indent), 'plain', opensMarked);
    for (const [piece, { text, name }] of line.pieces.entries())
      add(printable(text, { max: LONGEST_PIECE }), name ? 'name' : 'plain', within(mark, index, piece));
    if (index < lines.length - 1) add('\n', 'plain', within(mark, index, Infinity));
  }
  closeGap(false);
  return result;
}

const spaces = (indent: number) => '  '.repeat(Math.min(indent, DEEPEST_INDENT));

/** Whether a piece is within the span. -1 and Infinity are the positions before and after a line's pieces. */
function within(span: Span | undefined, line: number, piece: number): boolean {
  if (span === undefined || line < span.from.line || line > span.to.line) return false;
  if (line === span.from.line && piece < span.from.piece) return false;
  return line !== span.to.line || piece <= span.to.piece;
}

function groups(all: readonly Run[], wide: boolean): ComponentChildren[] {
  const children: ComponentChildren[] = [];
  for (let at = 0; at < all.length;) {
    const first = all[at];
    if (first === undefined) break;
    let end = at + 1;
    while (all[end]?.marked === first.marked) end++;
    const inner = all.slice(at, end).map((run) => <Text run={run} />);
    children.push(first.marked ? <mark class={wide ? 'wide' : undefined}>{inner}</mark> : inner);
    at = end;
  }
  return children;
}

function Text({ run }: { readonly run: Run }) {
  return run.kind === 'plain' ? <>{run.text}</> : <span class={run.kind}>{run.text}</span>;
}

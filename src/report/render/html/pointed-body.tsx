import type { RecordedBody } from '../../../http/exchange.ts';
import { pointerTokens } from '../../../text/pointer.ts';
import { counted, printable } from '../../text.ts';
import { layOut, type JsonLayout, type Span } from '../../json-layout.ts';
import { JsonText } from './json-text.tsx';

const CONTEXT_LINES = 5;
const SHORT_DOCUMENT = 36;
const LONGEST_MARK = 24;
const MOST_LINES = 120;
const LONGEST_TEXT = 8_000;

/** The body of an answer around the place that a pointer names, with that place marked. */
export function PointedBody({ body, pointer }: { readonly body: RecordedBody; readonly pointer: string }) {
  const tokens = pointerTokens(pointer);
  const layout =
    tokens === null || body.body === undefined ? null : layOut(body.body, body.bodyTruncated !== undefined, tokens);
  if (tokens === null || layout === null) return <BodyText body={body} />;
  const found = layout.path.length - 1;
  const span = layout.path[found];
  const missing = tokens.slice(Math.max(found, 0));
  // Marking the whole document would not point at anything.
  const mark = found > 0 ? span : undefined;
  return (
    <>
      <pre class="code">
        <JsonText lines={layout.lines} kept={keptAround(layout, span)} mark={mark} />
      </pre>
      {missing.length > 0 && (
        <p class="note">
          {body.bodyTruncated === undefined ? 'Not there: ' : 'Not in the part of the body that was kept: '}
          <code>{printable(`/${missing.join('/')}`, { max: 200 })}</code>
          {found > 0 ? ' within the marked value.' : ' in this body.'}
        </p>
      )}
      <CutNote body={body} />
    </>
  );
}

/** A body, formatted if it is JSON, and limited in length. */
export function BodyText({ body }: { readonly body: RecordedBody }) {
  const text = body.body ?? body.bodyBase64;
  if (text === undefined || text === '') return <p class="note">No body.</p>;
  return (
    <>
      <pre class="code">
        {body.body === undefined
          ? printable(text, { max: LONGEST_TEXT })
          : bodyText(text, { cut: body.bodyTruncated !== undefined })}
      </pre>
      {body.body === undefined && <p class="note">Not UTF-8: the bytes are shown in base64.</p>}
      <CutNote body={body} />
    </>
  );
}

/**
 * A body as plain text, formatted if it is JSON. It has no colours, because an element per value would make a page with
 * many folded bodies slow to open.
 */
export function bodyText(
  body: string,
  { cut = false, lines: most = MOST_LINES, characters = LONGEST_TEXT }: BodyTextOptions = {},
): string {
  const layout = layOut(body, cut, [], most);
  if (layout === null) return printable(body, { max: characters, multiline: true });
  const shown = layout.lines.map(
    ({ indent, pieces }) => '  '.repeat(Math.min(indent, 40)) + pieces.map(({ text }) => text).join(''),
  );
  const left = layout.count - shown.length;
  const text = printable(shown.join('\n'), { max: characters, multiline: true });
  return left > 0 ? `${text}\n⋯ ${counted(left, 'more line')}` : text;
}

interface BodyTextOptions {
  /** Whether the recorded body was cut. */
  readonly cut?: boolean;
  readonly lines?: number;
  readonly characters?: number;
}

function CutNote({ body }: { readonly body: RecordedBody }) {
  if (body.bodyTruncated === undefined) return null;
  return <p class="note">The recorded body was cut: it had {counted(body.bodyTruncated, 'byte')}.</p>;
}

function keptAround(layout: JsonLayout, span: Span | undefined): (line: number) => boolean {
  const { lines, path } = layout;
  if (lines.length <= SHORT_DOCUMENT || span === undefined) return (line) => line < SHORT_DOCUMENT;
  const kept = new Set<number>();
  const keep = (from: number, to: number) => {
    for (let line = Math.max(from, 0); line <= Math.min(to, lines.length - 1); line++) kept.add(line);
  };
  const { from, to } = span;
  for (const ancestor of path.slice(0, SHORT_DOCUMENT)) {
    keep(ancestor.from.line, ancestor.from.line);
    keep(ancestor.to.line, ancestor.to.line);
  }
  if (to.line - from.line < LONGEST_MARK) keep(from.line - CONTEXT_LINES, to.line + CONTEXT_LINES);
  else {
    keep(from.line - CONTEXT_LINES, from.line + LONGEST_MARK);
    keep(to.line - 2, to.line + CONTEXT_LINES);
  }
  return (line) => kept.has(line);
}

/** The place in the answer, for a caption: `/data/3/sizes/0`, or words for the whole body. */
export function placeName(pointer: string): string {
  return pointer === '' ? 'the body as a whole' : printable(pointer, { max: 300 });
}

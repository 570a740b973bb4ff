import type { RecordedBody } from '../../../http/exchange.ts';
import { excerpt } from '../../excerpt.ts';
import { layOut } from '../../json-layout.ts';
import { counted, printable } from '../../text.ts';

const EXCERPT = { around: 5, most: 36, width: 2_000 };
const MOST_LINES = 120;
const LONGEST_TEXT = 8_000;

/** The body of an answer around the place that a pointer names, with the line of that place marked. */
export function PointedBody({ body, pointer }: { readonly body: RecordedBody; readonly pointer: string }) {
  if (body.body === undefined) return <BodyText body={body} />;
  return (
    <>
      <pre class="code">
        {excerpt(body, pointer, EXCERPT).map((line) =>
          line === null ? (
            <span class="gap">⋯{'\n'}</span>
          ) : (
            <>
              {line.marked ? <mark>{line.text}</mark> : line.text}
              {'\n'}
            </>
          ),
        )}
      </pre>
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

interface BodyTextOptions {
  /** Whether the recorded body was cut. */
  readonly cut?: boolean;
  readonly lines?: number;
  readonly characters?: number;
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
  const left = layout.count - layout.lines.length;
  const text = printable(layout.lines.join('\n'), { max: characters, multiline: true });
  return left > 0 ? `${text}\n⋯ ${counted(left, 'more line')}` : text;
}

function CutNote({ body }: { readonly body: RecordedBody }) {
  if (body.bodyTruncated === undefined) return null;
  return <p class="note">The recorded body was cut: it had {counted(body.bodyTruncated, 'byte')}.</p>;
}

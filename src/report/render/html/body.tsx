import type { RecordedBody } from '../../../http/recorded-call.ts';
import { excerpt } from '../../excerpt.ts';
import { layOut } from '../../json-layout.ts';
import { counted, printable } from '../../text.ts';

const EXCERPT = { around: 5, most: 36, width: 2_000 };
/** Thousands of messages must not weigh the page down. */
const MOST_LINES = 80;
const LONGEST_TEXT = 4_000;

/** The body of an answer around the place that a pointer names, with the line of that place marked. */
export function PointedBody({ body, pointer }: { readonly body: RecordedBody; readonly pointer: string }) {
  return (
    <pre class="code">
      {body.body === undefined
        ? bodyText(body)
        : excerpt(body, pointer, EXCERPT).map((line) => (
            <>
              {line === null ? '⋯' : line.marked ? <mark>{line.text}</mark> : line.text}
              {'\n'}
            </>
          ))}
    </pre>
  );
}

/**
 * A body as plain text, formatted if it is JSON, and limited in length. It has no colours, because an element per value
 * would make a page with many folded bodies slow to open.
 */
export function bodyText({ body, bodyBase64, bodyTruncated }: RecordedBody): string {
  const text = body ?? bodyBase64 ?? '';
  const layout = body === undefined ? null : layOut(text, bodyTruncated !== undefined);
  const left = layout === null ? 0 : layout.lines.length - MOST_LINES;
  return [
    printable(layout?.lines.slice(0, MOST_LINES).join('\n') ?? text, { max: LONGEST_TEXT, multiline: true }),
    ...(left > 0 ? [`⋯ ${counted(left, 'more line')}`] : []),
    ...(bodyBase64 === undefined ? [] : ['(not UTF-8: the bytes in base64)']),
    ...(bodyTruncated === undefined ? [] : [`(cut when it was recorded: it had ${counted(bodyTruncated, 'byte')})`]),
  ].join('\n');
}

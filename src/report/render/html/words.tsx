import type { ComponentChildren } from 'preact';
import { printable } from '../../text.ts';
import type { View } from './view.ts';

/** A text of the report on one line. */
export const oneLine = (text: string, max = 1_000): string => printable(text, { max });

/** A text of the report, with its own line breaks. */
export const prose = (text: string, max = 2_000): string => printable(text, { max, multiline: true });

/** A text in which back-ticks mark code. */
export function Prose({ text, max }: { readonly text: string; readonly max?: number }) {
  const parts = prose(text, max).split('`');
  // An odd back-tick marks nothing.
  if (parts.length % 2 === 0) return <>{parts.join('`')}</>;
  return <>{parts.map((part, index): ComponentChildren => (index % 2 === 0 ? part : <code>{part}</code>))}</>;
}

/** A text in which the ids of checks lead to them. */
export function Linked({ text, view }: { readonly text: string; readonly view: View }) {
  return (
    <>
      {prose(text)
        .split(/([a-z0-9-]+\.[a-z0-9-]*[a-z0-9])/)
        .map((part) => {
          const anchor = view.anchorOfId(part);
          return anchor === undefined ? part : <a href={`#${anchor}`}>{part}</a>;
        })}
    </>
  );
}

/** `84 ms`, `1.2 s`, `2 min 5 s` */
export function duration(milliseconds: number): string {
  if (milliseconds < 10 && milliseconds % 1 !== 0) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** `2026-03-02 10:00:00 UTC`, or the text as it stands where it is no such time. */
export function instant(iso: string): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return oneLine(iso, 60);
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

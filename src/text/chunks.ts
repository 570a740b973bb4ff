import { inert, type Lines } from './inert.ts';

/** A text, whole or in pieces. A long one is made in pieces, and written as they come. */
export type Text = string | Iterable<string>;

const SHORTEST = 64 * 1024;

/**
 * Joins the pieces of a text into chunks that are worth a system call each, with no command to a build system in them.
 * All but the last end with a line, so that none is split.
 */
export function* chunksOf(text: Text, lines: Lines = 'texts'): Generator<string, void> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of typeof text === 'string' ? [text] : text) {
    waiting.push(piece);
    length += piece.length;
    if (length < SHORTEST || !piece.includes('\n')) continue;
    const whole = waiting.join('');
    const end = whole.lastIndexOf('\n') + 1;
    yield inert(whole.slice(0, end), lines);
    waiting = [whole.slice(end)];
    length = whole.length - end;
  }
  if (length > 0) yield inert(waiting.join(''), lines);
}

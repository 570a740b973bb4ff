/** A text, whole or in pieces. A long one is made in pieces, and written as they come. */
export type Text = string | Iterable<string>;

const SHORTEST = 64 * 1024;

/** Joins the pieces of a text into chunks that are worth a system call each. */
export function* chunksOf(text: Text): Generator<string, void> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of typeof text === 'string' ? [text] : text) {
    waiting.push(piece);
    length += piece.length;
    if (length < SHORTEST) continue;
    yield waiting.join('');
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting.join('');
}

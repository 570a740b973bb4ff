/** Marks where the rest of a text was left out. */
export const CUT_MARK = '…';

/**
 * Shortens a text to at most `most` characters, with a mark at the end. A service's text is cut here before it is
 * redacted: the mark tells the redactor that a secret may have lost its end.
 */
export function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most - CUT_MARK.length) + CUT_MARK : text;
}

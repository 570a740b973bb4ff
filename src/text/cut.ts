/** Marks where the rest of a text was left out. */
export const CUT_MARK = '…';

/**
 * A text of `most` characters at most; if it is cut, it ends with a mark. Text of a service is cut here before it is
 * redacted: the mark tells the redactor that a secret may have lost its end.
 */
export function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most - CUT_MARK.length) + CUT_MARK : text;
}

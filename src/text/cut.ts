/** What stands where the rest of a text was left out. */
export const CUT_MARK = '…';

/**
 * A text of `most` characters at most; one that is cut ends with a mark. All text of a service is cut here before it is
 * redacted: by the mark a redactor sees that a secret may have lost its end.
 */
export function cut(text: string, most: number): string {
  return text.length > most ? text.slice(0, most - CUT_MARK.length) + CUT_MARK : text;
}

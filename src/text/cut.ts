/** Marks where the rest of a text was left out. */
export const CUT_MARK = '…';

/**
 * Shortens a text to at most `most` characters, with a mark at the end. A service's text is cut here before it is
 * redacted: the mark tells the redactor that a secret may have lost its end.
 */
export function cut(text: string, most: number): string {
  return text.length > most ? beginning(text, most - CUT_MARK.length) + CUT_MARK : text;
}

/** The beginning of a text, without half a character at its end. */
export function beginning(text: string, most: number): string {
  const part = text.slice(0, Math.max(0, most));
  const splits = /[\ud800-\udbff]$/.test(part) && /^[\udc00-\udfff]/.test(text.slice(part.length));
  const whole = splits ? part.slice(0, -1) : part;
  // Copied, because a slice keeps all of a text in memory.
  return text.length > LARGE ? Buffer.from(whole, 'utf16le').toString('utf16le') : whole;
}

const LARGE = 64 * 1024;

import { printable } from '../report/text.ts';

/** Text of a stranger on one line: bounded, and nothing in it can move a cursor or turn a line. */
export function quote(text: string, most = 300): string {
  return printable(text.trim(), { max: most });
}

/** A few items as a list in words, the rest counted. */
export function listed(items: readonly string[], most = 6): string {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${items.length - most} more` : shown;
}

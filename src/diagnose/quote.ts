import { printable } from '../report/text.ts';

/** Text of a stranger on one line: bounded, and nothing in it can move a cursor or turn a line. */
export function quote(text: string, most = 300): string {
  return printable(text.trim(), { max: most });
}

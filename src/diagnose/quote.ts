import { printable } from '../report/text.ts';

/** Untrusted text on one line: cut to a length, and without characters that could act on a terminal. */
export function quote(text: string, most = 300): string {
  return printable(text.trim(), { max: most });
}

import { printable } from '../report/text.ts';

/** Makes untrusted text safe for one line: shortened, and without characters that could control a terminal. */
export function quote(text: string, most = 300): string {
  return printable(text.trim(), { max: most });
}

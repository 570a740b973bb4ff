import { Page } from './terminal-page.ts';

/** Wraps the lines of a plain text to a width in columns. Each goes on below its own beginning. */
export function wrappedLines(text: string, width: number): string {
  const page = new Page({ width, color: false });
  for (const line of text.trimEnd().split('\n')) {
    const unindented = line.trimStart();
    page.text(unindented, { indent: line.length - unindented.length });
  }
  return page.toString();
}

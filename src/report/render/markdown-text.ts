import { codeParts, printable } from '../text.ts';

/** Breaks up text that a platform would turn into a mention, a reference or a link after it has read the markup. */
const APART = '<!-- -->';

/** A text escaped so that it is shown literally: without markup, mentions, references or links. */
export function plain(text: string, max = 600): string {
  return printable(text.replace(/\s+/g, ' ').trim(), { max })
    .replace(/[\\`*_[\]|~$]|^[-+=]/g, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[@#]/g, `$&${APART}`)
    .replace(/:(?=\/\/)|\bwww(?=\.)/gi, `$&${APART}`)
    .replace(/^#/, '\\#');
}

/** The same for a text in which back-ticks mark code. */
export function prose(text: string, max = 600): string {
  return codeParts(printable(text.replace(/\s+/g, ' ').trim(), { max }))
    .map((part, index) => (index % 2 === 0 ? spaced(part) : code(part, Infinity)))
    .join('');
}

/** Escaping trims the text, but the spaces around code must stay. */
function spaced(part: string): string {
  return part.replace(
    /^(\s*)(.*?)(\s*)$/s,
    (_all, before: string, text: string, after: string) => before + plain(text, Infinity) + after,
  );
}

/** Inline code, between more back-ticks than the text contains. */
export function code(text: string, max = 200): string {
  const safe = printable(text, { max });
  if (safe.trim() === '') return '` `';
  const fence = '`'.repeat(longestRun(safe) + 1);
  const gap = safe.startsWith('`') || safe.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${safe}${gap}${fence}`;
}

/** A code block, with a fence longer than any run of back-ticks in the text. */
export function block(text: string, language = '', max = 2_000): string {
  const safe = printable(text, { max, multiline: true });
  const fence = '`'.repeat(Math.max(3, longestRun(safe) + 1));
  return `${fence}${language}\n${safe}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** A section that opens on a click. */
export function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

import { codeParts, printable } from '../text.ts';

/** Splits what a platform would make a mention, a reference or a link of, after markup is read. */
const APART = '<!-- -->';

/** Text that shows as it reads: nothing in it is markup, a mention, a reference or a link. */
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

/** Text in which back-ticks mark code; all else in it shows as it reads. */
export function prose(text: string, max = 600): string {
  return codeParts(printable(text.replace(/\s+/g, ' ').trim(), { max }))
    .map((part, index) => (index % 2 === 0 ? spaced(part) : code(part, Infinity)))
    .join('');
}

/** Escaping trims; the spaces around code are meant. */
function spaced(part: string): string {
  return part.replace(
    /^(\s*)(.*?)(\s*)$/s,
    (_all, before: string, text: string, after: string) => before + plain(text, Infinity) + after,
  );
}

/** Text as code on one line, between more back-ticks than it holds. */
export function code(text: string, max = 200): string {
  const safe = printable(text, { max });
  if (safe.trim() === '') return '` `';
  const fence = '`'.repeat(longestRun(safe) + 1);
  const gap = safe.startsWith('`') || safe.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${safe}${gap}${fence}`;
}

/** A block of code, fenced by more back-ticks than it holds in a row. */
export function block(text: string, language = '', max = 2_000): string {
  const safe = printable(text, { max, multiline: true });
  const fence = '`'.repeat(Math.max(3, longestRun(safe) + 1));
  return `${fence}${language}\n${safe}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** A part that opens on a click. */
export function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

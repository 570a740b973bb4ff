export interface PrintableOptions {
  /** Maximum length in UTF-16 units, without the note on what was cut; 2,000 by default. */
  readonly max?: number;
  /** Keeps line breaks and tabs; otherwise they are written as `\n` and `\t`. */
  readonly multiline?: boolean;
}

const DEFAULT_MAX = 2_000;

/**
 * Characters to escape: control characters (such as terminal escapes), line separators, invisible characters, those
 * that change the direction of writing, lone surrogates and non-characters. The emoji selector U+FE0F is harmless and
 * frequent, so it is kept.
 */
const UNSAFE = /(?!\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;
const MARK = /\p{M}/u;
/** With more combining marks on one letter, they cover the neighbouring lines. */
const MOST_MARKS = 4;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Whether a text can be shown unchanged on one line. */
export function isPrintable(text: string): boolean {
  return !UNSAFE.test(text);
}

/**
 * Makes a text safe to show: unsafe characters are escaped (`\u001b`), and text beyond `max` is cut, with a note on how
 * much. Each format escapes its own markup in addition.
 */
export function printable(text: string, { max = DEFAULT_MAX, multiline = false }: PrintableOptions = {}): string {
  let shown = '';
  let taken = 0;
  let marks = 0;
  for (const character of text) {
    marks = MARK.test(character) ? marks + 1 : 0;
    const lineEnd = multiline && (character === '\n' || (character === '\r' && text[taken + 1] === '\n'));
    const piece = lineEnd || (multiline && character === '\t') ? character : safe(character, marks);
    if (shown.length + piece.length > max) return `${shown}… [${counted(text.length - taken, 'more character')}]`;
    if (!(lineEnd && character === '\r')) shown += piece;
    taken += character.length;
  }
  return shown;
}

/** Makes untrusted text safe for one line: shortened, and without characters that could control a terminal. */
export function quote(text: string, most = 300): string {
  return printable(text.trim(), { max: most });
}

function safe(character: string, marks: number): string {
  if (!UNSAFE.test(character) && marks <= MOST_MARKS) return character;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).padStart(4, '0');
  return SHORT_ESCAPES[character] ?? (code > 0xffff ? `\\u{${digits}}` : `\\u${digits}`);
}

/** Splits a text at back-ticks: every second part is code. A back-tick without a partner is plain text. */
export function codeParts(text: string): string[] {
  const parts = text.split('`');
  return parts.length % 2 === 0 ? [text] : parts;
}

/** The first items and the number of the others: `a, b and 3 more`. */
export function listed(items: readonly string[], most = 6): string {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${grouped(items.length - most)} more` : shown;
}

/** `1,234,567` */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 check`, `2 checks`; pass irregular plurals. */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(number)} ${number === 1 ? noun : plural}`;
}

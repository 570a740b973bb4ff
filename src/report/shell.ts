import { isPrintable } from './text.ts';

/** A part of a shell word: literal text, or an expansion such as `${ADSERVER_API_KEY}`. */
export type WordPart = { readonly text: string } | { readonly expansion: string };

const BARE = /^[A-Za-z0-9_@%+=:,./-]+$/;
/** Harmless between double quotes, in an interactive shell too. */
const DOUBLE_QUOTABLE = /^[^"$`\\!]*$/;

/** A word that a POSIX shell reads as exactly this text, on one line and fit to be shown. */
export function shellWord(text: string): string {
  return BARE.test(text) && !text.startsWith('-') ? text : shellWordOf([{ text }]);
}

/** A word made of texts and expansions; the expansions stay between double quotes. */
export function shellWordOf(parts: readonly WordPart[]): string {
  const texts = parts.flatMap((part) => ('text' in part ? [part.text] : []));
  if (!texts.every(isPrintable)) return `"$(${printfCommand(parts)})"`;
  const expands = texts.length < parts.length;
  if (expands && texts.every((text) => DOUBLE_QUOTABLE.test(text)))
    return `"${parts.map((part) => ('text' in part ? part.text : part.expansion)).join('')}"`;
  return parts.map((part) => ('text' in part ? singleQuoted(part.text) : `"${part.expansion}"`)).join('') || "''";
}

/** A command that prints exactly these parts; bytes that cannot be shown as they are written in octal. */
export function printfCommand(parts: readonly WordPart[]): string {
  const format = parts.map((part) => ('text' in part ? printfFormat(part.text) : '%s')).join('');
  const values = parts.flatMap((part) => ('expansion' in part ? [` "${part.expansion}"`] : []));
  return `printf ${singleQuoted(format)}${values.join('')}`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function printfFormat(text: string): string {
  return Array.from(text, (character) => {
    if (character === '\\') return '\\\\';
    if (character === '%') return '%%';
    return isPrintable(character) ? character : octal(character);
  }).join('');
}

const octal = (character: string) =>
  Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

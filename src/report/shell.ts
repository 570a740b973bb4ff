import { escapedCommands, isInert } from '../text/inert.ts';
import { isPrintable } from './text.ts';

/** A part of a shell word: literal text, or an expansion such as `${ADSERVER_API_KEY}`. */
export type WordPart = { readonly text: string } | { readonly expansion: string };

/** A text in parts: what stands between each occurrence of another one, and what replaces that. */
export function replaced<P>(text: string, at: string, by: P): ({ readonly text: string } | P)[] {
  return text
    .split(at)
    .flatMap((piece, index) => [...(index === 0 ? [] : [by]), ...(piece === '' ? [] : [{ text: piece }])]);
}

const BARE = /^[A-Za-z0-9_@%+=:,./-]+$/;
/** Needs no escape between double quotes, not even in an interactive shell. */
const DOUBLE_QUOTABLE = /^[^"$`\\!]*$/;

/** Whether a text shows as it is where a command is printed, and is nothing but text there. */
export const showsAsItIs = (text: string) => isPrintable(text) && isInert(text);

/** Quotes a text so that a POSIX shell reads exactly this text, on one printable line. */
export function shellWord(text: string): string {
  return BARE.test(text) && isInert(text) && !text.startsWith('-') ? text : shellWordOf([{ text }]);
}

/** A word made of texts and expansions. The expansions are put in double quotes. */
export function shellWordOf(parts: readonly WordPart[]): string {
  const texts = parts.flatMap((part) => ('text' in part ? [part.text] : []));
  if (!texts.every(showsAsItIs)) return `"$(${printfCommand(parts)})"`;
  const expands = texts.length < parts.length;
  if (expands && texts.every((text) => DOUBLE_QUOTABLE.test(text)))
    return `"${parts.map((part) => ('text' in part ? part.text : part.expansion)).join('')}"`;
  return parts.map((part) => ('text' in part ? singleQuoted(part.text) : `"${part.expansion}"`)).join('') || "''";
}

/** A command that prints exactly these parts. Bytes that are not printable are written in octal. */
export function printfCommand(parts: readonly WordPart[]): string {
  const format = parts.map((part) => ('text' in part ? printfFormat(part.text) : '%s')).join('');
  const values = parts.flatMap((part) => ('expansion' in part ? [` "${part.expansion}"`] : []));
  return `printf ${singleQuoted(format)}${values.join('')}`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function printfFormat(text: string): string {
  const format = Array.from(text, (character) => {
    if (character === '\\') return '\\\\';
    if (character === '%') return '%%';
    return isPrintable(character) ? character : octal(character);
  });
  return escapedCommands(format.join(''), octal);
}

const octal = (character: string) =>
  Array.from(new TextEncoder().encode(character), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');

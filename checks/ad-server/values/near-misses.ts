import { randomInt } from 'node:crypto';
import { pixelsOf } from '../../../src/contract/creative-size.ts';

/** With its last letter in the other case: confused if case is ignored, or all from there on is cut off. */
export const inOtherCase = (text: string): string => text.replace(/[a-z](?=[^a-z]*$)/i, swapped);

/** The text with its first and last letters in the other case. A service confuses the two only if it ignores case. */
export const inOtherCaseAtEnds = (text: string): string => inOtherCase(text.replace(/[a-z]/i, swapped));

/** The text with an accent on its last vowel, as one character. A service confuses the two if it ignores accents. */
export function withAccent(text: string): string {
  return text.replace(/[aeiou](?=[^aeiou]*$)/, (letter) => `${letter}\u0301`).normalize('NFC');
}

export const withOtherEnd = (text: string): string => text.replace(/.$/su, (last) => (last === 'x' ? 'y' : 'x'));

function swapped(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

/** Few database columns are wider than the two together. */
const CHARACTERS_BEFORE = 101;
const CHARACTERS_AFTER = 24;

export function longRef(ref: string): string {
  return `${ref.padEnd(CHARACTERS_BEFORE, 'x')}-${'x'.repeat(CHARACTERS_AFTER)}`;
}

/** Whether a reference is in the long form, which a column may be too short for, or has an accent. */
export const isOddRef = (ref: string): boolean => ref.length > CHARACTERS_BEFORE || ref !== ref.normalize('NFD');

/**
 * The reference with an underscore for its last hyphen, or the other way round. A service confuses the two if it
 * compares only letters and digits or, in the long form, if it cuts them off or compares only their beginning or end.
 */
export function withOtherSign(ref: string): string {
  return ref.replace(/[-_](?=[^-_]*$)/, (sign) => (sign === '-' ? '_' : '-'));
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id that is this much longer belongs to no slot. */
const ADDED_CHARACTERS = 14;

interface Listed {
  has(id: string): boolean;
  /** Whether more ids exist: one in the same style could then be one of them. */
  readonly partial?: boolean;
}

/** No listed slot has it, but it has the form of one: a service may check the form of an id first. */
export function unknownSlot(like: string, listed: Listed): string {
  const tries = listed.partial === true && !UUID.test(like) ? 0 : 100;
  const made = Array.from({ length: tries }, () => altered(like));
  return made.find((id) => id !== like && !listed.has(id)) ?? `${like}-${randomInt(1e9)}`;
}

/** Much longer, if every other made-up id seems to be a slot. A UUID cannot be, but is random enough. */
export function farUnknownSlot(like: string, listed: Listed): string {
  if (UUID.test(like)) return unknownSlot(like, listed);
  if (isNumber(like)) return `9${randomText(ADDED_CHARACTERS, DIGITS)}`;
  const far = like.replace(/\d(?=\D*$)/, (last) => last + randomText(ADDED_CHARACTERS, DIGITS));
  return far === like ? like + randomText(ADDED_CHARACTERS, LETTERS) : far;
}

export const isNumber = (id: string): boolean => /^\d+$/.test(id);

/** A service that compares only the beginning, or reads a number, takes it for the known id. No slot has it by chance. */
export const withLetters = (like: string): string => `${like}${randomText(4, LETTERS)}`;

/** Longer than columns often are, with characters that break a query, a pattern or a JSON text: it has to be found nowhere. */
export const withOddLetters = (like: string): string => `${withLetters(like)}'%"\\${randomText(60, LETTERS)}`;

/** Slots are usually numbered from one, so a high number is most likely that of none. */
function altered(like: string): string {
  if (UUID.test(like)) return like.slice(0, -12) + randomText(12, '0123456789abcdef');
  // Of ten digits, which 32 bits hold, unless those of slots have more.
  if (isNumber(like)) return `1${randomText(Math.max(like.length - 1, 9), DIGITS)}`;
  if (/\d\D*\d/.test(like)) return like.replace(/\d/g, () => randomText(1, DIGITS)).replace(/\d/, '9');
  // Few ids differ in one digit alone, and a prefix may belong to the form of all.
  const tail = Math.max(0, like.length - 3);
  return like.slice(0, tail) + like.slice(tail).replace(/[a-z]/g, () => randomText(1, LETTERS));
}

function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

type Pixels = NonNullable<ReturnType<typeof pixelsOf>>;

const pixelsIn = (sizes: readonly string[]) => sizes.map(pixelsOf).filter((size) => size !== null);

const spelt = ({ width, height }: Pixels) => `${width}x${height}`;

/** The greatest width with the greatest height. What is not a size counts as a common one. */
function greatest(sizes: readonly string[]): Pixels {
  const all = sizes.map((size) => pixelsOf(size) ?? { width: 300, height: 250 });
  return all.reduce(
    (most, { width, height }) => ({ width: Math.max(most.width, width), height: Math.max(most.height, height) }),
    { width: 0, height: 0 },
  );
}

const exceeds = ({ width, height }: Pixels, most: Pixels) => width > most.width || height > most.height;

export function larger(sizes: readonly string[], wider: boolean, higher: boolean): string {
  const { width, height } = greatest(sizes);
  return spelt({ width: width + (wider ? 1 : 0), height: height + (higher ? 1 : 0) });
}

export function sidesOfTwo(sizes: readonly string[]): string[] {
  const both = spelt(greatest(sizes));
  return pixelsIn(sizes).some((size) => spelt(size) === both) ? [] : [both];
}

export function turned(sizes: readonly string[]): string[] {
  const most = greatest(sizes);
  return pixelsIn(sizes)
    .map(({ width, height }) => ({ width: height, height: width }))
    .filter((size) => exceeds(size, most))
    .slice(0, 1)
    .map(spelt);
}

/** A size of another slot that this slot has no room for. A service may know the size and not ask whose it is. */
export function sizeOfAnother(sizes: readonly string[], others: readonly string[]): string[] {
  const most = greatest(sizes);
  return others.filter((other) => pixelsIn([other]).some((size) => exceeds(size, most))).slice(0, 1);
}

/** A listed size without the last digit of its height. A service that searches the list as text finds it there. */
export function withOneDigitLess(sizes: readonly string[]): string[] {
  return sizes
    .filter((size) => (pixelsOf(size)?.height ?? 0) > 9)
    .map((size) => size.slice(0, -1))
    .filter((size) => !sizes.includes(size))
    .slice(0, 1);
}

export function narrower(sizes: readonly string[]): string[] {
  return pixelsIn(sizes)
    .filter(({ width }) => width > 1)
    .map(({ width, height }) => spelt({ width: width - 1, height }))
    .filter((size) => !sizes.includes(size))
    .slice(0, 1);
}

import { randomInt } from 'node:crypto';
import { pixelsOf } from '../../../src/contract/creative-size.ts';

/** The last letter in the other case: confused with the text if case is ignored, or the end is cut off. */
export const inOtherCase = (text: string): string => text.replace(/[a-z](?=[^a-z]*$)/i, swapped);

/** The first and last letters in the other case: confused with the text only if case is ignored. */
export const inOtherCaseAtEnds = (text: string): string => inOtherCase(text.replace(/[a-z]/i, swapped));

/** An accent on the last vowel: confused with the text if accents are ignored. */
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

/** Whether a column may be too short for it, or not take its accent. */
export const isOddRef = (ref: string): boolean => ref.length > CHARACTERS_BEFORE || ref !== ref.normalize('NFD');

/**
 * An underscore for the last hyphen, or the other way round: confused with the reference if only letters and digits count
 * or, in the long form, only its beginning or end.
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
  /** Whether more ids exist: a made-up one could be one of them. */
  readonly partial?: boolean;
}

/** An id that no slot has, in the form of one: a service may check the form first. */
export function unknownSlot(like: string, listed: Listed): string {
  const tries = listed.partial === true && !UUID.test(like) ? 0 : 100;
  const made = Array.from({ length: tries }, () => altered(like));
  return made.find((id) => id !== like && !listed.has(id)) ?? `${like}-${randomInt(1e9)}`;
}

/** A much longer one, in case the other belongs to a slot that is not listed. UUIDs are random enough as they are. */
export function farUnknownSlot(like: string, listed: Listed): string {
  if (UUID.test(like)) return unknownSlot(like, listed);
  if (isNumber(like)) return `9${randomText(ADDED_CHARACTERS, DIGITS)}`;
  const far = like.replace(/\d(?=\D*$)/, (last) => last + randomText(ADDED_CHARACTERS, DIGITS));
  return far === like ? like + randomText(ADDED_CHARACTERS, LETTERS) : far;
}

export const isNumber = (id: string): boolean => /^\d+$/.test(id);

/** Confused with the id if only the beginning or a number counts. */
export const withLetters = (like: string): string => `${like}${randomText(4, LETTERS)}`;

/** Longer than some columns, with characters that break queries, patterns and JSON. */
export const withOddLetters = (like: string): string => `${withLetters(like)}'%"\\${randomText(60, LETTERS)}`;

function altered(like: string): string {
  if (UUID.test(like)) return like.slice(0, -12) + randomText(12, '0123456789abcdef');
  // Slots are numbered from one, so a high number belongs to none; 32 bits hold ten digits.
  if (isNumber(like)) return `1${randomText(Math.max(like.length - 1, 9), DIGITS)}`;
  if (/\d\D*\d/.test(like)) return like.replace(/\d/g, () => randomText(1, DIGITS)).replace(/\d/, '9');
  // A prefix may belong to the form of all ids.
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

/** A service may know the size, and not ask of which slot it is. */
export function sizeOfAnother(sizes: readonly string[], others: readonly string[]): string[] {
  const most = greatest(sizes);
  return others.filter((other) => pixelsIn([other]).some((size) => exceeds(size, most))).slice(0, 1);
}

/** A service that searches the list as text finds it there. */
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

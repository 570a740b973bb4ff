import { randomInt } from 'node:crypto';

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

import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id that is this much longer belongs to no slot. */
const ADDED_CHARACTERS = 14;

/** A number of up to this many digits can get three more and still be read without rounding. */
const MOST_DIGITS = 12;

interface Listed {
  has(id: string): boolean;
  /** Whether more ids exist: one in the same style could then be one of them. */
  readonly partial?: boolean;
  readonly listed?: readonly string[] | null;
}

/** No listed slot has it, but it has the form of one: a service may check the form of an id first. */
export function unknownSlot(like: string, listed: Listed): string {
  const tries = listed.partial === true && !UUID.test(like) ? 0 : 100;
  const largest = largestLike(like, listed.listed ?? []);
  for (let made = 0; made < tries; made++) {
    const candidate = altered(like, made);
    const isFree = candidate !== like && !listed.has(candidate);
    if (isFree && (made >= HIGH_TRIES || candidate > largest)) return candidate;
  }
  return `${like}-${randomInt(1e9)}`;
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

/** Without its last digits or letter, as if searched by its beginning; `null` if that may be a slot, or is nothing. */
export function cutShort(like: string, listed: Listed): string | null {
  const cut = UUID.test(like) ? like.slice(0, -1) : like.replace(/(?:\d+|.)$/su, '');
  const mayBeSlot = listed.has(cut) || (listed.partial === true && !UUID.test(like));
  return cut === '' || mayBeSlot ? null : cut;
}

/** An id of the same form with some more digits or letters; a made-up one if that could be a slot or be rounded. */
export function prolonged(like: string, listed: Listed): string {
  const mayNot = UUID.test(like) || (isNumber(like) && like.length > MOST_DIGITS) || listed.partial === true;
  if (mayNot) return unknownSlot(like, listed);
  const longer = () => like + (/\d$/.test(like) ? randomText(3, DIGITS) : randomText(2, LETTERS));
  return Array.from({ length: 100 }, longer).find((id) => !listed.has(id)) ?? unknownSlot(like, listed);
}

function largestLike(like: string, ids: readonly string[]): string {
  const form = (id: string) => id.replace(/\d/g, '0');
  const own = form(like);
  return ids.reduce((largest, id) => (id > largest && form(id) === own ? id : largest), '');
}

/** Slots are usually numbered from one: so many tries make ever higher numbers, to get beyond all that are listed. */
const HIGH_TRIES = 10;

function altered(like: string, tries: number): string {
  if (UUID.test(like)) return like.slice(0, -12) + randomText(12, '0123456789abcdef');
  const digits = [...like.matchAll(/\d/g)].map(({ index }) => index);
  if (digits.length === like.length) return firstDigit(like) + randomText(Math.max(like.length - 1, 8), DIGITS);
  if (digits.length >= 3 || (digits.length > 0 && tries < 20)) {
    const isHigh = tries < HIGH_TRIES || (tries < 2 * HIGH_TRIES && digits.length >= 3);
    const count = tries < HIGH_TRIES ? 3 + tries : tries < 30 ? 3 : digits.length;
    const place = digits.at(-count) ?? digits[0] ?? 0;
    const random = randomisedFrom(place, like, /\d/g, DIGITS);
    return isHigh ? `${random.slice(0, place)}9${random.slice(place + 1)}` : random;
  }
  const tail = like.length - (tries < 30 ? 3 : like.length);
  return randomisedFrom(tail, randomisedFrom(tail, like, /[a-z]/g, LETTERS), /\d/g, DIGITS);
}

/** Keeps a number of ten digits within 32 bits where the ids of slots are: a service may read no larger ones. */
function firstDigit(number: string): string {
  return number.length === 10 && Number(number) < 2 ** 31 ? '1' : randomText(1, '12345678');
}

function randomisedFrom(place: number, id: string, kind: RegExp, alphabet: string): string {
  return id.slice(0, Math.max(place, 0)) + id.slice(Math.max(place, 0)).replace(kind, () => randomText(1, alphabet));
}

function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

import { randomInt } from 'node:crypto';

// Makes up ids that no slot has.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const UUID_TAIL = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-)[0-9a-f]{12}$/i;

const DIGITS = '0123456789';

/** An id that is this much longer belongs to no slot. */
const ADDED_CHARACTERS = 14;

/** A number of up to this many digits can get three more and still be read without rounding. */
const MOST_DIGITS = 12;

/** The ids that are known to exist. */
interface Listed {
  has(id: string): boolean;
  /** Whether more ids exist: one in the same style could then be one of them. */
  readonly partial?: boolean;
  /** All of them; `null` if they are too many to keep. */
  readonly listed?: readonly string[] | null;
}

/**
 * An id that no listed slot has, in the form of a listed one: a service that checks the form of an id first still has
 * to find out that the slot does not exist.
 */
export function unknownSlot(like: string, listed: Listed): string {
  const tries = listed.partial === true && !UUID_TAIL.test(like) ? 0 : 100;
  const largest = largestLike(like, listed.listed ?? []);
  for (let made = 0; made < tries; made++) {
    const candidate = altered(like, made, largest);
    if (candidate !== like && !listed.has(candidate)) return candidate;
  }
  return `${like}-${randomInt(1e9)}`;
}

/**
 * An id of the same form that is much longer, for services on which every other made-up id seems to be a slot. A UUID
 * cannot get longer, but is random enough.
 */
export function farUnknownSlot(like: string, listed: Listed): string {
  if (UUID_TAIL.test(like)) return unknownSlot(like, listed);
  if (isNumber(like)) return `9${randomText(ADDED_CHARACTERS, DIGITS)}`;
  const far = like.replace(/\d(?=\D*$)/, (last) => last + randomText(ADDED_CHARACTERS, DIGITS));
  return far === like ? like + randomText(ADDED_CHARACTERS, LETTERS) : far;
}

export function isNumber(id: string): boolean {
  return /^\d+$/.test(id);
}

/**
 * An id with letters appended: a service that compares only the beginning, or reads a number, takes it for the known
 * one.
 */
export function withLetters(like: string): string {
  return `${like}${randomText(2, LETTERS)}`;
}

/**
 * An id without its last digits, or its last letter: a service that searches by the beginning of an id takes it for the
 * known one. `null` if it could be a slot of its own, or nothing is left.
 */
export function cutShort(like: string, listed: Listed): string | null {
  const cut = UUID_TAIL.test(like) ? like.slice(0, -1) : like.replace(/(?:\d+|.)$/su, '');
  const mayBeSlot = listed.has(cut) || (listed.partial === true && !UUID_TAIL.test(like));
  return cut === '' || mayBeSlot ? null : cut;
}

/** An id of the same form with some more digits or letters; a made-up one if that could be a slot or be rounded. */
export function prolonged(like: string, listed: Listed): string {
  const mayNot = UUID_TAIL.test(like) || (isNumber(like) && like.length > MOST_DIGITS) || listed.partial === true;
  if (mayNot) return unknownSlot(like, listed);
  for (let made = 0; made < 100; made++) {
    const longer = `${like}${/\d$/.test(like) ? randomText(3, DIGITS) : randomText(2, LETTERS)}`;
    if (!listed.has(longer)) return longer;
  }
  return unknownSlot(like, listed);
}

/** The largest of the ids that differ from this one in digits only. */
function largestLike(like: string, ids: readonly string[]): string {
  const form = (id: string) => id.replace(/\d/g, '0');
  const own = form(like);
  return ids.reduce(
    (largest, id) => (id > largest && id.length === like.length && form(id) === own ? id : largest),
    '',
  );
}

function altered(like: string, tries: number, largest: string): string {
  const uuid = UUID_TAIL.exec(like);
  if (uuid !== null) return `${uuid[1] ?? ''}${randomText(12, '0123456789abcdef')}`;
  const digits = like.replace(/\D/g, '').length;
  if (digits === like.length) return `${randomInt(1, 9)}${randomText(Math.max(like.length - 1, 8), DIGITS)}`;
  const tail = like.length - (tries < 30 ? 3 : like.length);
  if (digits >= 3 || (digits > 0 && tries < 20))
    return tries < 10
      ? highNumber(like, largest)
      : randomisedFrom(endOfDigits(like, tries < 30 ? 3 : digits), like, /\d/g, DIGITS);
  return randomisedFrom(tail, randomisedFrom(tail, like, /[a-z]/g, LETTERS), /\d/g, DIGITS);
}

/**
 * Slots are usually numbered from one, so high numbers are the likeliest to be free, even of slots that are not listed.
 * Alters three digits, or as many as it takes to get beyond all listed ids.
 */
function highNumber(like: string, largest: string): string {
  const digits = like.replace(/\D/g, '').length;
  const made = Array.from({ length: Math.max(1, digits - 2) }, (_, more) => {
    const place = endOfDigits(like, 3 + more);
    const random = randomisedFrom(place, like, /\d/g, DIGITS);
    return random.slice(0, place) + random.slice(place).replace(/\d/, '9');
  });
  return made.find((id) => id > largest) ?? made[0] ?? like;
}

/** Where the last `digits` digits of an id begin; what is before them stays as it is. */
function endOfDigits(like: string, digits: number): number {
  const places = [...like.matchAll(/\d/g)].map(({ index }) => index);
  return places.at(-digits) ?? 0;
}

/** Replaces the characters of a kind from a place on. */
function randomisedFrom(place: number, id: string, kind: RegExp, alphabet: string): string {
  return id.slice(0, Math.max(place, 0)) + id.slice(Math.max(place, 0)).replace(kind, () => randomText(1, alphabet));
}

function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

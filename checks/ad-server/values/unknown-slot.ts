import { randomInt } from 'node:crypto';

// Makes up ids that no slot has.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const UUID_TAIL = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-)[0-9a-f]{12}$/i;

const DIGITS = '0123456789';

/** So many digits or letters more are those of no slot. */
const FAR = 14;

/** So many digits may be made three more without one of them getting lost, wherever numbers are read. */
const LONG_NUMBER = 12;

/** The ids that are known to exist. */
interface Listed {
  has(id: string): boolean;
  /** Whether there are others: an id in the same style could then be one of them. */
  readonly partial?: boolean;
  /** All of them, where they are not too many: some that are not listed may lie between. */
  readonly listed?: readonly string[] | null;
}

/**
 * An id that no listed slot has, made like one that is listed: a service that looks at the form of an id first
 * still has to find that the slot does not exist.
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
 * An id of the same kind that is longer by far, for where every other that is made up seems to be a slot: so far nobody
 * counts. What cannot be made longer is random enough as it is.
 */
export function farUnknownSlot(like: string, listed: Listed): string {
  if (UUID_TAIL.test(like)) return unknownSlot(like, listed);
  if (isNumber(like)) return `9${of(FAR, DIGITS)}`;
  const far = like.replace(/\d(?=\D*$)/, (last) => last + of(FAR, DIGITS));
  return far === like ? like + of(FAR, LETTERS) : far;
}

export function isNumber(id: string): boolean {
  return /^\d+$/.test(id);
}

/** An id with letters behind it: to whoever compares as far as a known id goes, or reads a number, a known one. */
export function withLetters(like: string): string {
  return `${like}${of(2, LETTERS)}`;
}

/**
 * What is left of an id without its last digits, or its last letter: to whoever looks for ids that begin so, a known
 * one. `null` where that could be a slot of its own, or is nothing.
 */
export function cutShort(like: string, listed: Listed): string | null {
  const cut = UUID_TAIL.test(like) ? like.slice(0, -1) : like.replace(/(?:\d+|.)$/su, '');
  const mayBeSlot = listed.has(cut) || (listed.partial === true && !UUID_TAIL.test(like));
  return cut === '' || mayBeSlot ? null : cut;
}

/** An id of the same style that is longer by some digits or letters; one that is made up where that may not be. */
export function prolonged(like: string, listed: Listed): string {
  const mayNot = UUID_TAIL.test(like) || (isNumber(like) && like.length > LONG_NUMBER) || listed.partial === true;
  if (mayNot) return unknownSlot(like, listed);
  for (let made = 0; made < 100; made++) {
    const longer = `${like}${/\d$/.test(like) ? of(3, DIGITS) : of(2, LETTERS)}`;
    if (!listed.has(longer)) return longer;
  }
  return unknownSlot(like, listed);
}

/** The last, in the order of their numbers, of the ids that have digits where another one has them. */
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
  if (uuid !== null) return `${uuid[1] ?? ''}${of(12, '0123456789abcdef')}`;
  const digits = like.replace(/\D/g, '').length;
  if (digits === like.length) return `${randomInt(1, 9)}${of(Math.max(like.length - 1, 8), DIGITS)}`;
  const tail = like.length - (tries < 30 ? 3 : like.length);
  if (digits >= 3 || (digits > 0 && tries < 20))
    return tries < 10
      ? highNumber(like, largest)
      : behind(endOfDigits(like, tries < 30 ? 3 : digits), like, /\d/g, DIGITS);
  return behind(tail, behind(tail, like, /[a-z]/g, LETTERS), /\d/g, DIGITS);
}

/**
 * Slots are counted up from one: high numbers are the likeliest to be free, of slots that are not listed too. Beyond all
 * that are listed, with three digits altered, or with as many as it takes.
 */
function highNumber(like: string, largest: string): string {
  const digits = like.replace(/\D/g, '').length;
  const made = Array.from({ length: Math.max(1, digits - 2) }, (_, more) => {
    const place = endOfDigits(like, 3 + more);
    const random = behind(place, like, /\d/g, DIGITS);
    return random.slice(0, place) + random.slice(place).replace(/\d/, '9');
  });
  return made.find((id) => id > largest) ?? made[0] ?? like;
}

/** Where the last so many digits begin: the beginning of an id is kept as long as may be. */
function endOfDigits(like: string, digits: number): number {
  const places = [...like.matchAll(/\d/g)].map(({ index }) => index);
  return places.at(-digits) ?? 0;
}

/** The id with other characters of a kind in place of those that stand behind a place. */
function behind(place: number, id: string, kind: RegExp, alphabet: string): string {
  return id.slice(0, Math.max(place, 0)) + id.slice(Math.max(place, 0)).replace(kind, () => of(1, alphabet));
}

function of(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const UUID_TAIL = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-)[0-9a-f]{12}$/i;

/** So many digits may be made three more without one of them getting lost, wherever numbers are read. */
const LONG_NUMBER = 12;

/** The ids that are known to exist. */
export interface Listed {
  has(id: string): boolean;
  /** Whether there are others: an id in the same style could then be one of them. */
  readonly partial?: boolean;
}

/**
 * An id that no listed slot has, made like one that is listed: a service that looks at the form of an id first
 * still has to find that the slot does not exist.
 */
export function unknownSlot(like: string, listed: Listed): string {
  const tries = listed.partial === true && !UUID_TAIL.test(like) ? 0 : 100;
  for (let made = 0; made < tries; made++) {
    const candidate = altered(like, made);
    if (candidate !== like && !listed.has(candidate)) return candidate;
  }
  return `${like}-${randomInt(1e9)}`;
}

/** Whether ids are numbers here. */
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
    const longer = `${like}${/\d$/.test(like) ? of(3, '0123456789') : of(2, LETTERS)}`;
    if (!listed.has(longer)) return longer;
  }
  return unknownSlot(like, listed);
}

function altered(like: string, tries: number): string {
  const uuid = UUID_TAIL.exec(like);
  if (uuid !== null) return `${uuid[1] ?? ''}${of(12, '0123456789abcdef')}`;
  const digits = like.replace(/\D/g, '').length;
  if (digits === like.length) return `${randomInt(1, 9)}${of(Math.max(like.length - 1, 8), '0123456789')}`;
  const tail = like.length - (tries < 30 ? 3 : like.length);
  if (digits >= 3 || (digits > 0 && tries < 20)) {
    const place = endOfDigits(like, tries);
    const made = behind(place, like, /\d/g, '0123456789');
    // Slots are counted up from one: high numbers are the likeliest to be free, of slots that are not listed too.
    return tries < 10 ? made.slice(0, place) + made.slice(place).replace(/\d/, '9') : made;
  }
  return behind(tail, behind(tail, like, /[a-z]/g, LETTERS), /\d/g, '0123456789');
}

/** Where the last three digits begin; after some tries, where the id does: its beginning is kept as long as may be. */
function endOfDigits(like: string, tries: number): number {
  const places = [...like.matchAll(/\d/g)].map(({ index }) => index);
  return tries < 30 ? (places.at(-3) ?? 0) : 0;
}

/** The id with other characters of a kind in place of those that stand behind a place. */
function behind(place: number, id: string, kind: RegExp, alphabet: string): string {
  return id.slice(0, Math.max(place, 0)) + id.slice(Math.max(place, 0)).replace(kind, () => of(1, alphabet));
}

function of(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

import { randomBytes } from 'node:crypto';
import { Secret } from '../../../src/secrets/secret.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { inOtherCase, withOtherEnd } from '../../near-misses.ts';
import { readJwt } from '../readers/jwt.ts';

// Credentials that come close to right ones, each wrong in one way only.

/** So much of a credential's end tells in which letters it was drawn; what stands before may be words. */
const DRAWN = 8;
/** A shorter credential is not cut: what is left would be no near miss. */
const LONG_ENOUGH = 12;

const CHANGES = {
  altered: 'with another character near its end',
  recased: 'with one letter in the other case',
  'altered-last': 'with another last character',
  extended: 'with more appended',
  stripped: 'without its signature',
} as const;

type NearMiss = ReturnType<typeof changed>;

function changed(secret: Secret, variant: keyof typeof CHANGES, change: (text: string) => string) {
  return { secret: secret.derive(variant, change), how: CHANGES[variant] };
}

/** With one character near its end replaced by another of its kind, so that only its value is wrong. */
export function altered(secret: Secret): NearMiss {
  return changed(secret, 'altered', (text) => {
    const near = Math.max(0, text.length - 6);
    const letter = text.slice(near).search(/[a-z\d]/i);
    const at = near + letter;
    return letter < 0 ? `${text}x` : text.slice(0, at) + neighbour(text.charAt(at)) + text.slice(at + 1);
  });
}

/**
 * Digits stay digits and a–f stay a–f, in case the key is hexadecimal. Other letters become one that every common
 * alphabet (Base32, Base58, ULID) contains.
 */
function neighbour(letter: string): string {
  const row = /\d/.test(letter) ? '23456' : /[a-f]/i.test(letter) ? 'abcdef' : 'pqrst';
  const other = row.charAt((row.indexOf(letter.toLowerCase()) + 1) % row.length);
  return /[A-Z]/.test(letter) ? other.toUpperCase() : other;
}

/** With its last letter in the other case: if it is the last character, it counts in Base64 too. */
function recased(secret: Secret): NearMiss | null {
  if (mayBeOfEitherCase(secret.reveal())) return null;
  return changed(secret, 'recased', (text) => text.replace(/[a-z](?=[^a-z]*$)/i, inOtherCase));
}

/** Whether a service may read a credential in either case, as it may hexadecimal numbers, UUIDs, ULIDs and Base32. */
function mayBeOfEitherCase(text: string): boolean {
  if (isOfBothCases(text)) return false;
  const parts = text.split(/[^a-z\d]+/i).reverse();
  const end = parts.reduce((end, part) => (end.length < DRAWN ? part + end : end), '');
  return (
    !/[a-z]/i.test(text) || [/^[\da-f]*$/i, /^[a-z2-7]*$/i, /^[\da-hjkmnp-tv-z]*$/i].some((base) => base.test(end))
  );
}

function isOfBothCases(text: string): boolean {
  const drawn = text.slice(-DRAWN);
  return /[a-z]/.test(drawn) && /[A-Z]/.test(drawn);
}

/** With more appended: before its padding, if it has any, for what follows that may not be read. */
function extended(secret: Secret): NearMiss {
  return changed(secret, 'extended', (text) => text.replace(/=*$/, (padding) => `xxxx${padding}`));
}

/** Words, in capitals or with one, and numbers. */
const NAME = /^(?:(?:[A-Z][a-z]+|[a-z]{2,})(?![a-z])|[A-Z]{2,}(?![A-Z])|\d+(?!\d)|[^A-Za-z\d])+$/;

export interface WrongPair extends KeyAndSecret {
  readonly wrong: 'key' | 'secret';
  readonly what: string;
  /** Its length, or a check of its characters, may give it away: it may be refused as a matter of form. */
  readonly mayBeOfForm?: true;
}

function wrongKey({ how, secret: key }: NearMiss, { secret }: KeyAndSecret): WrongPair {
  return { wrong: 'key', what: `the key ${how}`, key, secret };
}

function wrongSecret({ how, secret }: NearMiss, { key }: KeyAndSecret): WrongPair {
  return { wrong: 'secret', what: `the secret ${how}`, key, secret };
}

const ofForm = (pair: WrongPair): WrongPair => ({ ...pair, mayBeOfForm: true });

/**
 * Two wrong keys: one as near as can be, and one that may be read as the right one. A key may be a name that somebody
 * chose, such as `Top10Lists`, and be read in any case: a random one is of both cases, and more than words and numbers.
 */
export function wrongKeys(right: KeyAndSecret): readonly [WrongPair, WrongPair] {
  const text = right.key.reveal();
  const isDrawn = isOfBothCases(text) && /\d[a-z]/i.test(text.slice(-DRAWN)) && !NAME.test(text);
  const other = isDrawn ? recased(right.key) : null;
  const longer = ofForm(wrongKey(extended(right.key), right));
  return [wrongKey(altered(right.key), right), other === null ? longer : wrongKey(other, right)];
}

export function wrongSecrets(right: KeyAndSecret): readonly [WrongPair, WrongPair] {
  const near = recased(right.secret) ?? altered(right.secret);
  return [wrongSecret(near, right), ofForm(wrongSecret(extended(right.secret), right))];
}

/** The right secret with somebody else's key: each is known, and they do not belong together. */
function mixedPair({ key, secret }: KeyAndSecret, others: KeyAndSecret | undefined): WrongPair | null {
  if (others === undefined || others.key.reveal() === key.reveal() || others.secret.reveal() === secret.reveal())
    return null;
  return { wrong: 'secret', what: 'the right secret with the key of the limited credentials', key: others.key, secret };
}

/** In this order neither what counts up nor what alternates can look like a difference between keys and secrets. */
export function wrongPairs(right: KeyAndSecret, others: KeyAndSecret | undefined) {
  const mixed = mixedPair(right, others);
  const [nearKey, otherKey] = wrongKeys(right);
  const [nearSecret, longerSecret] = wrongSecrets(right);
  const key = mixed !== null && otherKey.mayBeOfForm ? nearKey : otherKey;
  return [mixed ?? nearKey, nearSecret, key, longerSecret] as const;
}

export function nearMisses(token: Secret): NearMiss[] {
  const text = token.reveal();
  const jwt = readJwt(text);
  // What ends in padding is Base64, of whose last character not all may count.
  const isRead = text.length >= LONG_ENOUGH && !text.endsWith('=');
  const misses = [
    altered(token),
    recased(token),
    isRead ? changed(token, 'altered-last', withOtherEnd) : null,
    extended(token),
    jwt && changed(token, 'stripped', () => jwt.stripped),
  ];
  return misses.filter((miss) => miss !== null);
}

export function garbage(): Secret {
  return new Secret('GARBAGE_TOKEN', `no-such-token-${randomBytes(8).toString('hex')}`);
}

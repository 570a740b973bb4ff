import { randomBytes } from 'node:crypto';
import { Secret } from '../../../src/secrets/secret.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { readJwt } from '../readers/jwt.ts';

/** So much of a credential's end tells in which letters it was drawn; what stands before may be words. */
const DRAWN = 8;
/** Fewer digits than these are no number by themselves. */
const SHORTEST_NUMBER = 4;
/** A shorter credential is not cut: what is left would be no near miss. */
const LONG_ENOUGH = 12;

/** How a credential differs from the one that it was made of, by its variant. */
const CHANGES = {
  altered: 'with another character near its end',
  recased: 'with one letter in the other case',
  'altered-last': 'with another last character',
  extended: 'with more appended',
  truncated: 'without its last character',
  unsigned: 'without its signature',
} as const;

/** A credential that comes close to a right one, and how it differs. */
export interface NearMiss {
  readonly secret: Secret;
  readonly how: string;
}

function changed(secret: Secret, variant: keyof typeof CHANGES, change: (text: string) => string): NearMiss {
  return { secret: secret.derive(variant, change), how: CHANGES[variant] };
}

/** The credential with one character near its end replaced by another of its kind, so that only its value is wrong. */
export function altered(secret: Secret): NearMiss {
  return changed(secret, 'altered', (text) => {
    const near = Math.max(0, text.length - 6);
    const letter = text.slice(near).search(/[a-z\d]/i);
    const at = near + letter;
    return letter < 0 ? `${text}x` : text.slice(0, at) + neighbour(text.charAt(at)) + text.slice(at + 1);
  });
}

/**
 * The credential with its last letter in the other case; `null` if a service may read it in either, as it
 * may hexadecimal numbers, UUIDs, ULIDs and Base32.
 */
function recased(secret: Secret): NearMiss | null {
  const text = secret.reveal();
  return isOfBothCases(text) || !endsInDigits(text) ? withOneRecased(secret) : null;
}

/** The same for a key, which also stays as it is if its letters are all of one case: it may be a name. */
function recasedKey(key: Secret): NearMiss | null {
  return isOfBothCases(key.reveal()) ? withOneRecased(key) : null;
}

/** The last letter: if it is the last character, it counts in Base64 too, however few of its bits do. */
function withOneRecased(secret: Secret): NearMiss | null {
  const text = secret.reveal();
  const at = text.search(/[a-z][^a-z]*$/i);
  if (at < 0) return null;
  const letter = text.charAt(at);
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return changed(secret, 'recased', () => text.slice(0, at) + other + text.slice(at + 1));
}

function isOfBothCases(text: string): boolean {
  const drawn = text.slice(-DRAWN);
  return /[a-z]/.test(drawn) && /[A-Z]/.test(drawn);
}

/** Whether a text ends in what may be digits that mean the same in either case: of base 16, or 32 in its two spellings. */
function endsInDigits(text: string): boolean {
  const parts = text.split(/[^a-z\d]+/i).reverse();
  const end = parts.reduce((end, part) => (end.length < SHORTEST_NUMBER ? part + end : end), '');
  return [/^[\da-f]*$/i, /^[a-z2-7]*$/i, /^[\da-hjkmnp-tv-z]*$/i].some((digits) => digits.test(end));
}

/** A key and a secret of which one is wrong, and what is wrong with it. */
export interface WrongPair extends KeyAndSecret {
  readonly wrong: 'key' | 'secret';
  readonly what: string;
  /** Longer than the right one: it may be refused as a matter of form. */
  readonly isLonger?: true;
}

/**
 * Two wrong keys: one as near as can be, and one that may be read as the right one. A key may be a name that somebody
 * chose, such as `AcmeReviews2`, and be read in any case: a random one has letters after digits.
 */
export function wrongKeys({ key, secret }: KeyAndSecret): readonly [WrongPair, WrongPair] {
  const wrong = ({ secret: near, how }: NearMiss) => ({
    wrong: 'key' as const,
    what: `the key ${how}`,
    key: near,
    secret,
  });
  const other = /\d[a-z]/i.test(key.reveal().slice(-DRAWN)) ? recasedKey(key) : null;
  return [wrong(altered(key)), other === null ? { ...wrong(extended(key)), isLonger: true } : wrong(other)];
}

/** Two wrong secrets: one as near as can be, and one that continues after the right one. */
export function wrongSecrets({ key, secret }: KeyAndSecret): readonly [WrongPair, WrongPair] {
  const wrong = ({ secret: near, how }: NearMiss) => ({
    wrong: 'secret' as const,
    what: `the secret ${how}`,
    key,
    secret: near,
  });
  return [wrong(recased(secret) ?? altered(secret)), { ...wrong(extended(secret)), isLonger: true }];
}

/** The right secret with somebody else's key: each is known, and they do not belong together. */
function mixedPair({ key, secret }: KeyAndSecret, others: KeyAndSecret | undefined): WrongPair | null {
  if (others === undefined || others.key.reveal() === key.reveal() || others.secret.reveal() === secret.reveal())
    return null;
  return { wrong: 'secret', what: 'the right secret with the key of the limited credentials', key: others.key, secret };
}

/**
 * Four wrong pairs in the order in which they are sent: two wrong keys and two wrong secrets, or three secrets if one
 * goes with another known key. In this order neither what counts up nor what alternates can look like a difference
 * between keys and secrets.
 */
export function wrongPairs(
  credentials: KeyAndSecret,
  others: KeyAndSecret | undefined,
): readonly [WrongPair, WrongPair, WrongPair, WrongPair] {
  const mixed = mixedPair(credentials, others);
  const [nearKey, otherKey] = wrongKeys(credentials);
  const [nearSecret, longerSecret] = wrongSecrets(credentials);
  const key = mixed !== null && otherKey.isLonger ? nearKey : otherKey;
  return [mixed ?? nearKey, nearSecret, key, longerSecret];
}

/** Bearer tokens that come close to a right one. */
export function nearMisses(token: Secret): NearMiss[] {
  const text = token.reveal();
  const isLong = text.length >= LONG_ENOUGH;
  const jwt = readJwt(text);
  const other = recased(token);
  return [
    altered(token),
    ...(other === null ? [] : [other]),
    // What ends in padding is Base64, of whose last character not all may count.
    ...(isLong && !text.endsWith('=') ? [changed(token, 'altered-last', withOtherEnd)] : []),
    extended(token),
    ...(isLong ? [changed(token, 'truncated', () => text.replace(/.[^a-z\d]*$/i, ''))] : []),
    ...(jwt === null ? [] : [changed(token, 'unsigned', () => jwt.unsigned)]),
  ];
}

/** The credential with more appended: before its padding, if it has any, for what follows that may not be read. */
function extended(secret: Secret): NearMiss {
  return changed(secret, 'extended', (text) => text.replace(/=*$/, (padding) => `xxxx${padding}`));
}

/** Another last character. In Base64 and Base32 it may count for as little as its first bit: that differs. */
function withOtherEnd(text: string): string {
  const last = text.slice(-1);
  const other = last === 'Q' ? 'k' : /[A-Za-f]/.test(last) ? 'q' : 'B';
  return text.slice(0, -1) + other;
}

/** A bearer token that nobody ever issued. */
export function garbage(): Secret {
  return new Secret('GARBAGE_TOKEN', `no-such-token-${randomBytes(8).toString('hex')}`);
}

/** Stays a digit, and a letter that hexadecimal digits have stays one. */
function neighbour(letter: string): string {
  const row = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'].find((letters) =>
    letters.includes(letter),
  );
  return row === undefined ? letter : row.charAt((row.indexOf(letter) + 1) % row.length);
}

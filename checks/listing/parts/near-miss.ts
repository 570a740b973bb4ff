import { randomBytes } from 'node:crypto';
import { Secret } from '../../../src/http/secret.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { readJwt } from './jwt.ts';

/** So much of a credential's end tells in which letters it was drawn; what stands before may be words. */
const DRAWN = 8;
/** A shorter credential is not cut: what is left would be no near miss. */
const LONG_ENOUGH = 12;

/** The credential with one character near its end replaced by another of its kind, so that only its value is wrong. */
export function altered(secret: Secret): Secret {
  return secret.derive('altered', (text) => {
    const near = Math.max(0, text.length - 6);
    const letter = text.slice(near).search(/[a-z\d]/i);
    const at = near + letter;
    return letter < 0 ? `${text}x` : text.slice(0, at) + neighbour(text.charAt(at)) + text.slice(at + 1);
  });
}

/**
 * The credential with one letter near its end in the other case; `null` where its letters are of one case only, as those
 * of hexadecimal digits and UUIDs are, which a service may read in either.
 */
function recased(secret: Secret): Secret | null {
  const text = secret.reveal();
  const drawn = text.slice(-DRAWN);
  const at = text.slice(0, -1).search(/[a-z][^a-z]*$/i);
  if (at < 0 || !/[a-z]/.test(drawn) || !/[A-Z]/.test(drawn)) return null;
  const letter = text.charAt(at);
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return secret.derive('recased', () => text.slice(0, at) + other + text.slice(at + 1));
}

/** A key and a secret of which one is wrong, and what is wrong with it. */
export interface WrongPair extends KeyAndSecret {
  readonly what: string;
  /** Longer than the right one: it may be refused as a matter of form. */
  readonly isLonger?: true;
}

/**
 * Two wrong keys: one as near as can be, and one that may be read as the right one. A key may be a name that somebody chose, such as `AcmeReviews2`, and be read in any case: one that was
 * drawn has letters behind digits.
 */
export function wrongKeys({ key, secret }: KeyAndSecret): readonly [WrongPair, WrongPair] {
  const wrong = altered(key);
  const other = /\d[a-z]/i.test(key.reveal().slice(-DRAWN)) ? recased(key) : null;
  return [
    { what: 'a wrong key', key: wrong, secret },
    other === null
      ? { what: 'the key with more behind it', key: extended(key), secret, isLonger: true }
      : { what: 'the key with one letter in the other case', key: other, secret },
  ];
}

/** Two wrong secrets: one as near as can be, and one that begins with the whole right one. */
export function wrongSecrets({ key, secret }: KeyAndSecret): readonly [WrongPair, WrongPair] {
  const other = recased(secret);
  return [
    other === null
      ? { what: 'a wrong secret', key, secret: altered(secret) }
      : { what: 'the secret with one letter in the other case', key, secret: other },
    { what: 'the secret with more behind it', key, secret: extended(secret), isLonger: true },
  ];
}

/** Bearer tokens that come close to a right one. */
export function nearMisses(token: Secret): Secret[] {
  const jwt = readJwt(token.reveal());
  const other = recased(token);
  return [
    altered(token),
    ...(other === null ? [] : [other]),
    extended(token),
    ...(token.reveal().length < LONG_ENOUGH
      ? []
      : [token.derive('truncated', (text) => text.replace(/.[^a-z\d]*$/i, ''))]),
    ...(jwt === null ? [] : [token.derive('unsigned', () => jwt.unsigned)]),
  ];
}

function extended(secret: Secret): Secret {
  return secret.derive('extended', (text) => `${text}xxxx`);
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

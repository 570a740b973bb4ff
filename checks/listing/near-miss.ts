import { randomBytes } from 'node:crypto';
import { Secret } from '../../src/http/secret.ts';
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

/** A secret that is nearly right; where letters of both cases were drawn, as near as can be. */
export function nearSecret(secret: Secret): Secret {
  return recased(secret) ?? altered(secret);
}

/** Bearer tokens that come close to a right one. */
export function nearMisses(token: Secret): Secret[] {
  const jwt = readJwt(token.reveal());
  const other = recased(token);
  return [
    altered(token),
    ...(other === null ? [] : [other]),
    token.derive('extended', (text) => `${text}xxxx`),
    ...(token.reveal().length < LONG_ENOUGH ? [] : [token.derive('truncated', (text) => text.slice(0, -4))]),
    ...(jwt === null ? [] : [token.derive('unsigned', () => jwt.unsigned)]),
  ];
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

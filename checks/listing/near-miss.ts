import { randomBytes } from 'node:crypto';
import { Secret } from '../../src/http/secret.ts';
import { readJwt } from './jwt.ts';

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

/** Bearer tokens that come close to a right one. */
export function nearMisses(token: Secret): Secret[] {
  const jwt = readJwt(token.reveal());
  return [
    altered(token),
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

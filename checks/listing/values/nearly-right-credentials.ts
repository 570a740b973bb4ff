import { randomBytes } from 'node:crypto';
import { Secret } from '../../../src/secrets/secret.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { inOtherCase } from '../../near-misses.ts';
import { readJwt } from '../readers/jwt.ts';

// Credentials that come close to right ones, each wrong in one way only.

const CHANGES = {
  altered: 'with two characters near its end exchanged',
  recased: 'with one letter in the other case',
  extended: 'with more appended',
  stripped: 'without its signature',
} as const;

type NearMiss = ReturnType<typeof changed>;

function changed(secret: Secret, variant: keyof typeof CHANGES, change: (text: string) => string) {
  return { secret: secret.derive(variant, change), how: CHANGES[variant] };
}

/**
 * As near as can be: with its last letter in the other case if it is drawn from both cases, and else with two characters
 * exchanged. Hexadecimal digits and UUIDs may be read in either case.
 */
function near(secret: Secret): NearMiss {
  const end = secret.reveal().slice(-16);
  if (/[a-z]/.test(end) && /[A-Z]/.test(end) && /\d/.test(end))
    return changed(secret, 'recased', (text) => text.replace(/[a-z](?=[^a-z]*$)/i, inOtherCase));
  const pair = /^(.*)([a-z\d])(?!\2)([a-z\d])/is;
  return changed(secret, 'altered', (text) => (pair.test(text) ? text.replace(pair, '$1$3$2') : `${text}x`));
}

/** With more appended: before its padding, if it has any, for what follows that may not be read. */
function extended(secret: Secret): NearMiss {
  return changed(secret, 'extended', (text) => text.replace(/=*$/, (padding) => `xxxx${padding}`));
}

export interface WrongPair extends KeyAndSecret {
  readonly wrong: 'key' | 'secret';
  readonly what: string;
  /** Its length may give it away: it may be refused as a matter of form. */
  readonly mayBeOfForm?: true;
}

/** Somebody else's key with the right secret: each is known, and they do not belong together. */
function mixedPair({ key, secret }: KeyAndSecret, others: KeyAndSecret | undefined): WrongPair | null {
  if (!others || others.key.reveal() === key.reveal() || others.secret.reveal() === secret.reveal()) return null;
  return { wrong: 'secret', what: 'the right secret with the key of the limited credentials', key: others.key, secret };
}

/** In this order neither what counts up nor what alternates can look like a difference between keys and secrets. */
export function wrongPairs(right: KeyAndSecret, others: KeyAndSecret | undefined): readonly WrongPair[] {
  const key = ({ secret: key, how }: NearMiss): WrongPair => ({ ...right, wrong: 'key', what: `the key ${how}`, key });
  const secret = ({ secret, how }: NearMiss): WrongPair => ({
    ...right,
    wrong: 'secret',
    what: `the secret ${how}`,
    secret,
  });
  return [
    mixedPair(right, others) ?? { ...key(extended(right.key)), mayBeOfForm: true },
    secret(near(right.secret)),
    key(near(right.key)),
    { ...secret(extended(right.secret)), mayBeOfForm: true },
  ];
}

export function nearMisses(token: Secret): NearMiss[] {
  const jwt = readJwt(token.reveal());
  const stripped = jwt && changed(token, 'stripped', () => jwt.stripped);
  return [near(token), extended(token), ...(stripped ? [stripped] : [])];
}

export function garbage(): Secret {
  return new Secret('GARBAGE_TOKEN', `no-such-token-${randomBytes(8).toString('hex')}`);
}

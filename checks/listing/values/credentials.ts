import type { Expectation } from '../../../src/http/exchange-ledger.ts';
import type { Payload } from '../../../src/engine/created.ts';
import type { Wire } from '../../../src/engine/wire.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { Secret } from '../../../src/secrets/secret.ts';
import type { KeyAndSecret } from '../../givens.ts';
import { isGranted, namesCode } from '../readers/answers.ts';
import { randomBytes } from 'node:crypto';
import { inOtherCase } from '../../near-misses.ts';

/** The body of `POST /auth/token` (listing §4.1). Key and secret are masked from now on. */
export function keyAndSecret(http: Wire, { key, secret }: KeyAndSecret): Payload {
  http.protect(key);
  http.protect(secret);
  return { json: { key: key.reveal(), secret: secret.reveal() }, grants: tokenNameOf(key) };
}

/** The name of the token for a key: `LISTING_LIMITED_ACCESS_TOKEN` for `LISTING_LIMITED_KEY`. */
export function tokenNameOf(key: Secret): string {
  return key.name.replace(/KEY(:.*)?$/, 'ACCESS_TOKEN');
}

/** If an exchange of these is refused, it is by the throttle, unless the answer clearly has another reason. */
export const rightCredentials: Expectation = {
  what: 'right key and secret',
  isOwnAnswer: (reply) =>
    isGranted(reply) ||
    isRedirect(reply) ||
    [404, 405, 501].includes(reply.status ?? 0) ||
    (reply.status === 401 && namesCode(reply, 'invalid_credentials')) ||
    (reply.status === 403 && namesCode(reply, 'ip_not_allowed')),
};

/** These may also be refused for their form, such as their length. */
export const wrongCredentials: Expectation = {
  what: 'wrong key or secret',
  isOwnAnswer: (reply) => isGranted(reply) || isOfForm(reply) || reply.status === 401 || reply.status === 415,
  grantsNothing: true,
};

export function isOfForm({ status }: Reply): boolean {
  return status === 400 || status === 422;
}

function isRedirect({ status }: Reply): boolean {
  return status !== null && status >= 300 && status < 400;
}

// Credentials that are nearly right, each wrong in one way only.

const CHANGES = {
  altered: 'with two characters near its end swapped',
  recased: 'with one letter in the other case',
  extended: 'with characters appended',
  truncated: 'without its last characters',
  stripped: 'without its signature',
  unsigned: 'under the algorithm `none`, without a signature',
} as const;

type NearMiss = ReturnType<typeof changed>;

function changed(secret: Secret, variant: keyof typeof CHANGES, change: (text: string) => string) {
  return { secret: secret.derive(variant, change), how: CHANGES[variant] };
}

/**
 * With its last letter in the other case if it mixes cases, else with two characters exchanged: hexadecimal digits and
 * UUIDs may be read in either case.
 */
function near(secret: Secret): NearMiss {
  const end = secret.reveal().slice(-16);
  if (/[a-z]/.test(end) && /[A-Z]/.test(end) && /\d/.test(end))
    return changed(secret, 'recased', (text) => text.replace(/[a-z](?=[^a-z]*$)/i, inOtherCase));
  const pair = /^(.*)([a-z\d])(?!\2)([a-z\d])/is;
  return changed(secret, 'altered', (text) => (pair.test(text) ? text.replace(pair, '$1$3$2') : `${text}x`));
}

/** With more appended, before any padding, since what follows that may not be read. */
function extended(secret: Secret): NearMiss {
  return changed(secret, 'extended', (text) => text.replace(/=*$/, (padding) => `xxxx${padding}`));
}

const truncated = (secret: Secret): NearMiss => changed(secret, 'truncated', (text) => text.slice(0, -4));

export interface WrongPair extends KeyAndSecret {
  readonly wrong: 'key' | 'secret';
  readonly what: string;
  /** It may be refused for its form, since its length differs. */
  readonly mayBeOfForm?: true;
}

/** Somebody else's key with the right secret. */
function mixedPair({ key, secret }: KeyAndSecret, others: KeyAndSecret | undefined): WrongPair | null {
  if (!others || others.key.reveal() === key.reveal() || others.secret.reveal() === secret.reveal()) return null;
  return { wrong: 'secret', what: 'the right secret with the key of the limited credentials', key: others.key, secret };
}

/** In this order nothing that counts up or alternates looks like a difference between keys and secrets. */
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
  return [near(token), extended(token), truncated(token), ...withoutSignature(token)];
}

/** A JWT of the same content: under its own algorithm, and under `none`. */
function withoutSignature(token: Secret): NearMiss[] {
  const [, header, content] = /^(eyJ[\w-]*)(\.eyJ[\w-]*\.)[\w-]+$/.exec(token.reveal()) ?? [];
  if (header === undefined || content === undefined) return [];
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  return [changed(token, 'stripped', () => header + content), changed(token, 'unsigned', () => none + content)];
}

export function garbage(): Secret {
  return new Secret('GARBAGE_TOKEN', `no-such-token-${randomBytes(8).toString('hex')}`);
}

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign as signBytes,
  verify as verifyBytes,
  type KeyObject,
} from 'node:crypto';
import canonicalize from 'canonicalize';

export interface Seal {
  readonly digest: string;
  readonly signature?: string;
}

/** The given PEM is not the key that is needed; the message says which one is. */
export class KeyError extends Error {
  override readonly name = 'KeyError';
}

const covered = (document: object) =>
  Object.fromEntries(Object.entries(document).filter(([name]) => name !== 'digest' && name !== 'signature'));

/** The RFC 8785 canonical JSON of a document without `digest` and `signature`. */
export const canonicalOf = (document: object): string => canonicalize(covered(document)) ?? '';

/** `sha256:<hex>` over the canonical JSON of a document in UTF-8. */
export const digestOf = (document: object): string => digestOfBytes(Buffer.from(canonicalOf(document)));

/** `sha256:<hex>` */
export const digestOfBytes = (bytes: Uint8Array): string =>
  `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/**
 * `ed25519:<base64>`: the signature of the digest as ASCII text (`sha256:…`), which covers everything the digest
 * covers. Any Ed25519 tool can verify it.
 */
export function sign(digest: string, privateKeyPem: string): string {
  return `ed25519:${signBytes(null, Buffer.from(digest), privateKey(privateKeyPem)).toString('base64')}`;
}

/** Whether the private half of this public key made this signature of this digest. */
export function signatureFits(digest: string, signature: string, publicKeyPem: string): boolean {
  const key = publicKey(publicKeyPem);
  const encoded = /^ed25519:([A-Za-z0-9+/]{86}==)$/.exec(signature)?.[1];
  return encoded !== undefined && verifyBytes(null, Buffer.from(digest), key, Buffer.from(encoded, 'base64'));
}

/**
 * Adds the digest and, if a private key is given, the signature. A service can send half a surrogate pair as an escape,
 * which has no canonical form. It is replaced by U+FFFD, so that every implementation of RFC 8785 can verify the
 * result.
 */
export function sealed<T extends object>(contents: T, privateKeyPem?: string): T & Seal {
  const canonical = canonicalOf(contents);
  const mayHaveHalf = /\\ud[89a-f]/.test(canonical);
  // Without an earlier seal and half characters the type is the same.
  const document = covered(mayHaveHalf ? withoutHalves(contents) : contents) as T;
  const digest = mayHaveHalf ? digestOf(document) : digestOfBytes(Buffer.from(canonical));
  return { ...document, digest, ...(privateKeyPem === undefined ? {} : { signature: sign(digest, privateKeyPem) }) };
}

/** A copy in which texts have U+FFFD in place of each half of a surrogate pair. */
function withoutHalves<T>(value: T): T;
function withoutHalves(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\uFFFD');
  if (Array.isArray(value)) return value.map((item: unknown) => withoutHalves(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutHalves(item)]));
}

export function publicPartOf(privateKeyPem: string): string {
  return createPublicKey(privateKey(privateKeyPem)).export({ type: 'spki', format: 'pem' }).toString();
}

/** `sha256:<hex>` of the DER form of a public key, which two people compare to be sure that they mean the same key. */
export function fingerprintOf(publicKeyPem: string): string {
  return digestOfBytes(publicKey(publicKeyPem).export({ type: 'spki', format: 'der' }));
}

/** Accepts only an Ed25519 private key, so that a wrong file is noticed before the run. */
export function privateKey(pem: string): KeyObject {
  if (/-----BEGIN PUBLIC KEY-----/.test(pem)) {
    throw new KeyError('The signing key is a public key; signing needs the private one.');
  }
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem)) {
    throw new KeyError('The signing key is encrypted with a passphrase; give it unencrypted.');
  }
  return ed25519(
    () => createPrivateKey(pem),
    'signing key',
    'an Ed25519 private key in PEM (openssl genpkey -algorithm ed25519)',
  );
}

/** Accepts only an Ed25519 public key. A private key is refused too, because a reader should not have one. */
export function publicKey(pem: string): KeyObject {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    throw new KeyError(
      'The key given to check the signature is a private key; give the public one (openssl pkey -pubout).',
    );
  }
  return ed25519(() => createPublicKey(pem), 'public key', 'an Ed25519 public key in PEM (openssl pkey -pubout)');
}

function ed25519(read: () => KeyObject, called: string, wanted: string): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (cause) {
    throw new KeyError(`The ${called} cannot be read: it must be ${wanted}.`, { cause });
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new KeyError(`The ${called} is of type ${key.asymmetricKeyType ?? key.type}; it must be ${wanted}.`);
  }
  return key;
}

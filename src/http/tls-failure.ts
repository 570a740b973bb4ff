import type { Failure } from './transport.ts';
import { CallFailure, codeOf } from './failure.ts';

/** Why a TLS connection was not established or not trusted. */
export type TlsTrouble =
  | 'expired'
  | 'not-yet-valid'
  | 'self-signed'
  | 'private-authority'
  | 'incomplete-chain'
  | 'wrong-host'
  | 'revoked'
  | 'plain-text'
  | 'closed-early'
  | 'old-version'
  | 'unknown-name'
  | 'no-common-cipher'
  | 'no-common-protocol'
  | 'too-many-certificates'
  | 'client-certificate'
  | 'client-certificate-refused'
  | 'other';

/** Whether the server asked for a client certificate, and whether there was one to show. */
export type CertificateState = 'not asked for' | 'asked for' | 'shown';

/** Why a TLS connection was not established or not trusted, in one sentence. */
export function tlsFailure(host: string, error: unknown, certificate: CertificateState = 'not asked for'): CallFailure {
  const code = codeOf(error);
  const trouble = tlsTrouble(code, error instanceof Error ? error.message : '', certificate);
  const other = `The TLS connection to ${host} failed${code ? ` (${code})` : ''}.`;
  return new CallFailure('tls', trouble === 'other' ? other : sentences[trouble](host), code);
}

/** The failure if the server closed the connection after the handshake because it requires a client certificate. */
export function certificateMissing(host: string, code?: string): CallFailure {
  return new CallFailure('tls', sentences['client-certificate'](host), code);
}

/** Whether a connection failed because the server requires a client certificate. */
export function isCertificateMissing({ reason, message }: Failure, host: string): boolean {
  return reason === 'tls' && message === sentences['client-certificate'](host);
}

/** Classifies a TLS error by Node's code, or by OpenSSL's text if the code is too general. */
export function tlsTrouble(code: string, message = '', certificate: CertificateState = 'not asked for'): TlsTrouble {
  const text = `${code} ${message}`;
  const trouble = byCode[code] ?? byText.find(([pattern]) => pattern.test(text))?.[1] ?? 'other';
  if (certificate === 'asked for' && PERHAPS_FOR_ITS_LACK.includes(trouble)) return 'client-certificate';
  if (certificate === 'shown' && (trouble === 'closed-early' || /alert/i.test(text)))
    return 'client-certificate-refused';
  return trouble;
}

/** How servers end a handshake if the client shows no certificate. */
const PERHAPS_FOR_ITS_LACK: readonly TlsTrouble[] = ['no-common-cipher', 'closed-early', 'other'];

const byCode: Readonly<Record<string, TlsTrouble>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'private-authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'incomplete-chain',
  UNABLE_TO_GET_ISSUER_CERT: 'incomplete-chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'incomplete-chain',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong-host',
  ERR_TLS_CERT_ALTNAME_FORMAT: 'wrong-host',
  CERT_REVOKED: 'revoked',
  ECONNRESET: 'closed-early',
  EPIPE: 'closed-early',
};

const byText: readonly (readonly [pattern: RegExp, trouble: TlsTrouble])[] = [
  [/wrong.version.number|packet.length.too.long|http.request/i, 'plain-text'],
  [/protocol.version|unsupported.protocol/i, 'old-version'],
  [/unrecognized.name/i, 'unknown-name'],
  [/certificate.required/i, 'client-certificate'],
  [/no.application.protocol/i, 'no-common-protocol'],
  [/excessive.message.size/i, 'too-many-certificates'],
  [/handshake.failure|no.shared|no.cipher/i, 'no-common-cipher'],
];

const sentences: Readonly<Record<Exclude<TlsTrouble, 'other'>, (host: string) => string>> = {
  expired: (host) => `The certificate of ${host}, or one above it in the chain, has expired.`,
  'not-yet-valid': (host) => `The certificate of ${host}, or one above it in the chain, is not valid yet.`,
  'self-signed': (host) => `The certificate of ${host} is self-signed: no authority vouches for it.`,
  'private-authority': (host) => `The certificate of ${host} comes from an authority that clients do not know.`,
  'incomplete-chain': (host) =>
    `The certificate chain of ${host} is incomplete, or its authority is not one that clients know.`,
  'wrong-host': (host) => `The certificate is not for ${host}.`,
  revoked: (host) => `The certificate of ${host} is revoked.`,
  'plain-text': (host) => `${host} does not speak TLS on this port.`,
  'closed-early': (host) => `${host} closed the connection in the middle of the TLS handshake.`,
  'old-version': (host) => `${host} speaks only versions of TLS that clients no longer accept.`,
  'unknown-name': (host) => `The server does not know the name ${host}.`,
  'no-common-cipher': (host) => `${host} and the client found no common way to encrypt.`,
  'no-common-protocol': (host) => `${host} does not speak HTTP/1.1 on this port, perhaps only HTTP/2.`,
  'too-many-certificates': (host) =>
    `${host} sends more certificates in the TLS handshake than clients accept, about 100 kB.`,
  'client-certificate': (host) => `${host} asks for a client certificate, and none was given.`,
  'client-certificate-refused': (host) => `${host} ended the TLS handshake after it was shown the client certificate.`,
};

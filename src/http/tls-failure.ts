import { CallFailure, codeOf } from './failure.ts';

/** Why a TLS connection was not made or not trusted, in one sentence. */
export function tlsFailure(host: string, error: unknown): CallFailure {
  const code = codeOf(error);
  return new CallFailure('tls', sentence(host, code, error instanceof Error ? error.message : ''), code);
}

function sentence(host: string, code: string, message: string): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `The certificate of ${host}, or one above it in the chain, has expired.`;
    case 'CERT_NOT_YET_VALID':
      return `The certificate of ${host}, or one above it in the chain, is not valid yet.`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return `The certificate of ${host} is self-signed: no authority vouches for it.`;
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return `The certificate of ${host} comes from an authority that clients do not know.`;
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `The certificate chain of ${host} is incomplete, or its authority is not one that clients know.`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'ERR_TLS_CERT_ALTNAME_FORMAT':
      return `The certificate is not for ${host}.`;
    case 'CERT_REVOKED':
      return `The certificate of ${host} is revoked.`;
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'ERR_SSL_HTTP_REQUEST':
      return `${host} does not speak TLS on this port.`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${host} closed the connection in the middle of the TLS handshake.`;
    default:
      return explained(host, code, message);
  }
}

function explained(host: string, code: string, message: string): string {
  // Older runtimes report every failure of OpenSSL as EPROTO and tell them apart in the text alone.
  if (/wrong version number|packet length too long|http request/i.test(message)) {
    return `${host} does not speak TLS on this port.`;
  }
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|protocol version|unsupported protocol/i.test(`${code} ${message}`)) {
    return `${host} speaks only versions of TLS that clients no longer accept.`;
  }
  if (/UNRECOGNIZED_NAME|unrecognized name/i.test(`${code} ${message}`)) {
    return `The server does not know the name ${host}.`;
  }
  if (/HANDSHAKE_FAILURE|handshake failure|NO_SHARED|NO_CIPHER/i.test(`${code} ${message}`)) {
    return `${host} and the client found no common way to encrypt.`;
  }
  if (/CERTIFICATE_REQUIRED|certificate required/i.test(`${code} ${message}`)) {
    return `${host} asks for a client certificate.`;
  }
  return `The TLS connection to ${host} failed${code ? ` (${code})` : ''}.`;
}

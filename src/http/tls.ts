import { readFileSync } from 'node:fs';
import { isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { reasonOf } from './dial.ts';
import type { Environment } from './proxy.ts';
import { tlsFailure, type CertificateState } from './tls-failure.ts';
import type { TransportOptions } from './transport.ts';

/** Whom a client trusts, and what it shows of itself. */
export interface TlsContext {
  readonly secure: SecureContext;
  readonly showsCertificate: boolean;
}

/** Trusts the default certificate authorities and those given in addition. */
export function tlsContext(
  { ca, clientCertificate }: Pick<TransportOptions, 'ca' | 'clientCertificate'>,
  environment: Environment,
): TlsContext {
  const secure = createSecureContext({
    // Naming authorities replaces the default ones.
    ...(ca === undefined ? {} : { ca: [...defaultAuthorities(environment), ca] }),
    ...clientCertificate,
  });
  return { secure, showsCertificate: clientCertificate !== undefined };
}

/** The authorities that Node was built with, those of the system if it was told so, and those of NODE_EXTRA_CA_CERTS. */
function defaultAuthorities(environment: Environment): readonly string[] {
  // Since Node 22.15, which is also the first that can be told to use those of the system.
  if ('getCACertificates' in tls) return (tls as unknown as { getCACertificates(): string[] }).getCACertificates();
  return [...tls.rootCertificates, ...extraAuthorities(environment)];
}

function extraAuthorities(environment: Environment): string[] {
  const file = environment['NODE_EXTRA_CA_CERTS'];
  if (!file) return [];
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    // Node warned about an unreadable file when it started, and ignores it too.
    return [];
  }
}

/** Servers that asked for a certificate of the client, whether or not they insist on one. */
const asking = new WeakSet<TLSSocket>();

export function asksForCertificate(socket: TLSSocket): boolean {
  return asking.has(socket);
}

/** The name that a certificate is checked against. */
export function serverName(host: string): string {
  return host.replace(/\.$/, '');
}

/** Begins a TLS handshake on an open connection as the client does. */
export function handshake(
  socket: Socket,
  host: string,
  { secure }: TlsContext,
  certificate: 'verified' | 'any',
): TLSSocket {
  const name = serverName(host);
  const tlsSocket = connect({
    socket,
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    secureContext: secure,
    ALPNProtocols: ['http/1.1'],
    // Stated, since NODE_TLS_REJECT_UNAUTHORIZED would otherwise switch it off.
    rejectUnauthorized: certificate === 'verified',
  });
  // Nothing tells a client that it was asked for a certificate, except that only then it shares algorithms to sign with.
  // Looked up while keys are made: that comes after the request, and before a refusal.
  tlsSocket.on('keylog', () => {
    if (tlsSocket.getSharedSigalgs().length > 0) asking.add(tlsSocket);
  });
  return tlsSocket;
}

/** What is known of a handshake for the words about its failure. */
export function certificateState(socket: TLSSocket, { showsCertificate }: TlsContext): CertificateState {
  if (!asking.has(socket)) return 'not asked for';
  return showsCertificate ? 'shown' : 'asked for';
}

/** Starts TLS on an open connection and verifies the server's certificate against the host. */
export function startTls(socket: Socket, host: string, context: TlsContext, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = handshake(socket, host, context, 'verified');
    const abandon = () => {
      secured.destroy();
      reject(reasonOf(signal));
    };
    signal.addEventListener('abort', abandon, { once: true });
    secured.once('secureConnect', () => {
      signal.removeEventListener('abort', abandon);
      resolve(secured);
    });
    secured.on('error', (error) => {
      signal.removeEventListener('abort', abandon);
      secured.destroy();
      reject(tlsFailure(serverName(host), error, certificateState(secured, context)));
    });
  });
}

import { readFileSync } from 'node:fs';
import { isIP, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import * as tls from 'node:tls';
import { connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { reasonOf } from './dial.ts';
import type { Environment } from './proxy.ts';
import { tlsFailure, type CertificateState } from './tls-failure.ts';
import type { TransportOptions } from './transport.ts';

/** Whom the client trusts, and the certificate it shows. */
export interface TlsContext {
  readonly secure: SecureContext;
  readonly showsCertificate: boolean;
  /** Whether a certificate must be valid. */
  readonly verifies: boolean;
}

/** Trusts the default certificate authorities and the given ones. */
export function tlsContext(
  { ca, clientCertificate, insecure = false }: Pick<TransportOptions, 'ca' | 'clientCertificate' | 'insecure'>,
  environment: Environment,
): TlsContext {
  const secure = createSecureContext({
    // The `ca` option replaces the default authorities, so they are added here.
    ...(ca === undefined ? {} : { ca: [...defaultAuthorities(environment), ca] }),
    ...clientCertificate,
  });
  return { secure, showsCertificate: clientCertificate !== undefined, verifies: !insecure };
}

/**
 * The authorities built into Node, those of the system if Node was told to use them, and those of NODE_EXTRA_CA_CERTS.
 */
function defaultAuthorities(environment: Environment): readonly string[] {
  // Available since Node 22.15, which is also the first version that can use those of the system.
  if ('getCACertificates' in tls) return (tls as unknown as { getCACertificates(): string[] }).getCACertificates();
  return [...tls.rootCertificates, ...extraAuthorities(environment)];
}

function extraAuthorities(environment: Environment): string[] {
  const file = environment['NODE_EXTRA_CA_CERTS'];
  if (!file) return [];
  try {
    return [readFileSync(file, 'utf8')];
  } catch {
    // Node itself only warns about an unreadable file and goes on.
    return [];
  }
}

/** Connections on which the server asked for a client certificate, whether or not it requires one. */
const asking = new WeakSet<TLSSocket>();

export function asksForCertificate(socket: TLSSocket): boolean {
  return asking.has(socket);
}

/** The name that the server's certificate is checked against. */
export function serverName(host: string): string {
  return host.replace(/\.$/, '');
}

/** Starts a TLS handshake on an open connection, as the platform's client does. */
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
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED could otherwise switch it off.
    rejectUnauthorized: certificate === 'verified',
  });
  // Node has no event for a request of a client certificate. But the list of shared signature algorithms is only filled
  // by such a request, and `keylog` fires after the request and before a refusal.
  tlsSocket.on('keylog', () => {
    if (tlsSocket.getSharedSigalgs().length > 0) asking.add(tlsSocket);
  });
  return tlsSocket;
}

/** Whether the server asked for a client certificate in this handshake, to explain its failure. */
export function certificateState(socket: TLSSocket, { showsCertificate }: TlsContext): CertificateState {
  if (!asking.has(socket)) return 'not asked for';
  return showsCertificate ? 'shown' : 'asked for';
}

/** Starts TLS on an open connection and verifies the server's certificate, unless the context says otherwise. */
export function startTls(socket: Socket, host: string, context: TlsContext, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = addAbortSignal(signal, handshake(socket, host, context, context.verifies ? 'verified' : 'any'));
    secured.once('secureConnect', () => {
      resolve(secured);
    });
    secured.on('error', (error) => {
      secured.destroy();
      if (signal.aborted) reject(reasonOf(signal));
      else reject(tlsFailure(serverName(host), error, certificateState(secured, context)));
    });
  });
}

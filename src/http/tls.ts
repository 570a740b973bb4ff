import { readFileSync } from 'node:fs';
import { isIP, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import * as tls from 'node:tls';
import { checkServerIdentity, connect, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { chainOf, problemsOf } from './certificate.ts';
import type { CertificateFacts, CertificateProblem, TransportOptions } from './transport.ts';
import { codeOf, handshakeFailure, reasonOf } from './failure.ts';
import type { Environment } from './proxy.ts';

export interface TlsContext {
  readonly secure: SecureContext;
  readonly showsCertificate: boolean;
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

export function serverName(host: string): string {
  return host.replace(/\.$/, '');
}

/**
 * Shakes hands over an open connection, as the platform's client does. The certificate is verified, but whether it is
 * trusted is for the caller to ask before anything is sent.
 */
export function startTls(socket: Socket, host: string, context: TlsContext, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const name = serverName(host);
    const secured = connect({
      socket,
      host: name,
      ...(isIP(name) === 0 ? { servername: name } : {}),
      secureContext: context.secure,
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: false,
    });
    addAbortSignal(signal, secured);
    // Node has no event for a request of a client certificate. But the list of shared signature algorithms is only
    // filled by such a request, and `keylog` fires after the request and before a refusal.
    secured.on('keylog', () => {
      if (secured.getSharedSigalgs().length > 0) asking.add(secured);
    });
    secured.once('secureConnect', () => {
      resolve(secured);
    });
    secured.on('error', (error) => {
      secured.destroy();
      if (signal.aborted) reject(reasonOf(signal));
      else reject(handshakeFailure(name, error, { asked: asking.has(secured), shown: context.showsCertificate }));
    });
  });
}

export function chainFrom(socket: TLSSocket): readonly CertificateFacts[] {
  return chainOf(socket.getPeerCertificate(true), Date.now());
}

export function distrustIn(socket: TLSSocket, host: string): readonly CertificateProblem[] {
  if (socket.authorized) return [];
  const mismatch = checkServerIdentity(serverName(host), socket.getPeerCertificate()) !== undefined;
  // The type promises an Error, but this is an error code.
  const error: unknown = socket.authorizationError;
  const code = typeof error === 'string' ? error : codeOf(error);
  return problemsOf(chainFrom(socket), { host: serverName(host), mismatch, code, now: Date.now() });
}

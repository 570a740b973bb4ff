import { readFileSync } from 'node:fs';
import { isIP, type Socket } from 'node:net';
import { connect, createSecureContext, rootCertificates, type SecureContext, type TLSSocket } from 'node:tls';
import { reasonOf } from './dial.ts';
import type { Environment } from './proxy.ts';
import { tlsFailure } from './tls-failure.ts';

/** The default certificate authorities and those given in addition. */
export function trustedAuthorities(ca: string | undefined, environment: Environment): SecureContext {
  if (ca === undefined) return createSecureContext();
  // Naming authorities replaces the default ones, and those of NODE_EXTRA_CA_CERTS with them.
  return createSecureContext({ ca: [...rootCertificates, ...extraAuthorities(environment), ca] });
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

/** The name that a certificate is checked against. */
export function serverName(host: string): string {
  return host.replace(/\.$/, '');
}

/** Begins a TLS handshake on an open connection as the client does. */
export function handshake(
  socket: Socket,
  host: string,
  context: SecureContext,
  certificate: 'verified' | 'any',
): TLSSocket {
  const name = serverName(host);
  return connect({
    socket,
    host: name,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    secureContext: context,
    ALPNProtocols: ['http/1.1'],
    // Stated, since NODE_TLS_REJECT_UNAUTHORIZED would otherwise switch it off.
    rejectUnauthorized: certificate === 'verified',
  });
}

/** Starts TLS on an open connection and verifies the server's certificate against the host. */
export function startTls(
  socket: Socket,
  host: string,
  context: SecureContext,
  signal: AbortSignal,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const tls = handshake(socket, host, context, 'verified');
    const abandon = () => {
      tls.destroy();
      reject(reasonOf(signal));
    };
    signal.addEventListener('abort', abandon, { once: true });
    tls.once('secureConnect', () => {
      signal.removeEventListener('abort', abandon);
      resolve(tls);
    });
    tls.on('error', (error) => {
      signal.removeEventListener('abort', abandon);
      tls.destroy();
      reject(tlsFailure(serverName(host), error));
    });
  });
}

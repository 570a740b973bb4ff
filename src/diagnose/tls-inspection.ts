import type { Socket } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { CallFailure, codeOf } from '../http/failure.ts';
import { tlsFailure, tlsTrouble, type TlsTrouble } from '../http/tls-failure.ts';
import { asksForCertificate, certificateState, handshake, serverName, type TlsContext } from '../http/tls.ts';
import type { Failure } from '../http/transport.ts';
import { chainOf, problemsOf, type CertificateFacts, type CertificateProblem } from './certificate.ts';

/** What a TLS handshake showed, whether or not the certificate is trusted; or why there was none. */
export type TlsInspection =
  | {
      readonly kind: 'completed';
      readonly protocol: string;
      readonly cipher: string;
      /** The known part of the chain, the server's own certificate first. */
      readonly chain: readonly CertificateFacts[];
      readonly problems: readonly CertificateProblem[];
      /** The server asked for a client certificate, and there was none to show. */
      readonly lacksCertificate: boolean;
    }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly trouble: TlsTrouble };

/** Reads the certificate of the server at the other end of a socket without trusting it. No request is sent. */
export function inspectTls(
  socket: Socket,
  host: string,
  context: TlsContext,
  { now, timeoutMs }: { now: number; timeoutMs: number },
): Promise<TlsInspection> {
  return new Promise((resolve) => {
    const name = serverName(host);
    const finish = (inspection: TlsInspection) => {
      clearTimeout(timer);
      tls.destroy();
      socket.destroy();
      resolve(inspection);
    };
    // Untrusted certificates are what this is for, and the connection is closed unused.
    const tls = handshake(socket, host, context, 'any');
    const timer = setTimeout(() => {
      const sentence = `${name} accepted the connection but did not finish the TLS handshake within ${timeoutMs / 1000} s.`;
      finish({ kind: 'failed', failure: new CallFailure('connect-timeout', sentence).failure, trouble: 'other' });
    }, timeoutMs);
    tls.on('error', (error: Error) => {
      const certificate = certificateState(tls, context);
      const { failure } = tlsFailure(name, error, certificate);
      finish({ kind: 'failed', failure, trouble: tlsTrouble(codeOf(error), error.message, certificate) });
    });
    tls.once('secureConnect', () => {
      const certificate = tls.getPeerCertificate(true);
      const chain = chainOf(certificate, now);
      const mismatch = checkServerIdentity(name, certificate) !== undefined;
      // The type promises an Error, but this is an error code.
      const verification: unknown = tls.authorizationError;
      const code = typeof verification === 'string' ? verification : codeOf(verification);
      const problems = problemsOf(chain, { host: name, mismatch, code, now });
      const protocol = tls.getProtocol() ?? 'unknown';
      const lacksCertificate = asksForCertificate(tls) && !context.showsCertificate;
      finish({ kind: 'completed', protocol, cipher: tls.getCipher().standardName, chain, problems, lacksCertificate });
    });
  });
}

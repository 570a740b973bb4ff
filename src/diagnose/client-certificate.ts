import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { connect, type SecureContext } from 'node:tls';
import { CallFailure } from '../http/failure.ts';
import { hostOf } from '../http/host.ts';
import { serverName } from '../http/tls.ts';
import { connectorOf, type StepContext, trustOf } from './step-context.ts';

const HANDSHAKE_RECORD = 22;
const CERTIFICATE_REQUEST = 13;
/** The handshake of a server fits in here, chain included. */
const MOST_BYTES = 64_000;

/**
 * Whether a server asks for a client certificate. In TLS 1.2 it does so in plain bytes, which Node does not report, so
 * the bytes of one more handshake are read; nothing is sent after it.
 */
export async function requestsClientCertificate({ network }: StepContext, url: URL): Promise<boolean> {
  try {
    const socket = await connectorOf(network).reach(url);
    return await asks(socket, hostOf(url), trustOf(network), network.connectTimeoutMs);
  } catch (error) {
    // The server was reached a moment ago; if it no longer is, that says nothing about certificates.
    if (error instanceof CallFailure) return false;
    throw error;
  }
}

function asks(socket: Socket, host: string, secureContext: SecureContext, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const finish = () => {
      clearTimeout(timer);
      tls.destroy();
      socket.destroy();
      resolve(holdsCertificateRequest(bytes));
    };
    const timer = setTimeout(finish, timeoutMs);
    const wire = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) => {
        socket.write(chunk, () => {
          done();
        });
      },
    });
    socket.on('data', (chunk: Buffer) => {
      if (bytes.length < MOST_BYTES) bytes = Buffer.concat([bytes, chunk]);
      wire.push(chunk);
    });
    socket.on('close', finish).on('error', finish);
    const tls = connect({
      socket: wire,
      servername: serverName(host),
      secureContext,
      maxVersion: 'TLSv1.2',
      rejectUnauthorized: false,
    });
    tls.once('secureConnect', finish).on('error', finish);
  });
}

/** Whether the plain part of a handshake holds the message by which a server asks for a certificate (RFC 5246 §7.4). */
export function holdsCertificateRequest(bytes: Uint8Array): boolean {
  const messages = handshakeBytes(bytes);
  for (let at = 0; at + 4 <= messages.length;) {
    if (messages[at] === CERTIFICATE_REQUEST) return true;
    at += 4 + lengthAt(messages, at + 1, 3);
  }
  return false;
}

/** The handshake messages without the records around them, up to the first record of another kind. */
function handshakeBytes(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === HANDSHAKE_RECORD;) {
    const length = lengthAt(bytes, at + 3, 2);
    parts.push(bytes.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return Buffer.concat(parts);
}

function lengthAt(bytes: Uint8Array, from: number, size: number): number {
  return bytes.subarray(from, from + size).reduce((sum, byte) => sum * 256 + byte, 0);
}

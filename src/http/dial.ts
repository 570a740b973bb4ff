import { connect, type LookupFunction, type Socket } from 'node:net';
import { asError, CallFailure, isOwnFault, tcpFailure } from './failure.ts';
import { authority } from './host.ts';

/** How long each address of a host has before the next one is tried. */
const PER_ADDRESS_MS = 1000;

/**
 * Opens a TCP connection to the first address of a host that answers. Rejects with a `CallFailure`, with the error of
 * `lookup`, or with the signal's reason.
 */
export function dial(host: string, port: number, signal: AbortSignal, lookup?: LookupFunction): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      signal,
      ...(lookup && { lookup }),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: PER_ADDRESS_MS,
      noDelay: true,
      keepAlive: true,
    });
    socket.once('connect', () => {
      resolve(socket);
    });
    // This listener stays, so that a late error does not end the process as an unhandled event.
    socket.on('error', (error) => {
      if (signal.aborted) reject(reasonOf(signal));
      else if (error instanceof CallFailure || isOwnFault(error)) reject(error);
      else reject(clearestFailure(host, port, error));
    });
  });
}

/** A refused connection says more about the service than a network that this machine cannot reach. */
function clearestFailure(host: string, port: number, error: Error): CallFailure {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const failures = errors.map((each) => tcpFailure(authority(addressOf(each) ?? host, port), each));
  return failures.find(({ failure }) => failure.reason !== 'unreachable') ?? failures[0] ?? tcpFailure(host, error);
}

function addressOf(error: unknown): string | undefined {
  return error instanceof Error && 'address' in error && typeof error.address === 'string' ? error.address : undefined;
}

export function reasonOf(signal: AbortSignal): Error {
  return asError(signal.reason);
}

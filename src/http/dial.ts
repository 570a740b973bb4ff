import { connect, type Socket } from 'node:net';
import { asError, CallFailure, tcpFailure } from './failure.ts';
import { authority } from './host.ts';

/** If there is no connection after this time, the next address is tried in parallel (RFC 8305). */
const STAGGER_MS = 250;

/** Opens one TCP connection; rejects with a `CallFailure`, or with the signal's reason. */
export function dialOne(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(reasonOf(signal));
      return;
    }
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true });
    const abandon = () => {
      socket.destroy();
      reject(reasonOf(signal));
    };
    signal.addEventListener('abort', abandon, { once: true });
    socket.once('connect', () => {
      signal.removeEventListener('abort', abandon);
      resolve(socket);
    });
    // This listener stays, so that a late error does not end the process as an unhandled event.
    socket.on('error', (error) => {
      signal.removeEventListener('abort', abandon);
      reject(tcpFailure(authority(address, port), error));
    });
  });
}

/**
 * Connects to the first address of a host that answers, alternating between IPv4 and IPv6. An address that does not
 * answer only delays the next one. Rejects with the most informative failure, or with the signal's reason.
 */
export function dialAny(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Socket> {
  const queue = interleave(addresses);
  const others = new AbortController();
  const attempts = AbortSignal.any([signal, others.signal]);
  return new Promise((resolve, reject) => {
    const failures: unknown[] = [];
    let next = 0;
    let settled = false;
    let timer: NodeJS.Timeout | undefined;

    const settle = (done: () => void) => {
      settled = true;
      clearTimeout(timer);
      done();
      others.abort();
    };
    const tryNext = () => {
      clearTimeout(timer);
      const address = queue[next++];
      if (address === undefined || settled) return;
      if (next < queue.length) timer = setTimeout(tryNext, STAGGER_MS);
      dialOne(address, port, attempts).then(succeed, fail);
    };
    const succeed = (socket: Socket) => {
      if (settled) socket.destroy();
      else
        settle(() => {
          resolve(socket);
        });
    };
    const fail = (error: unknown) => {
      if (settled) return;
      failures.push(error);
      if (signal.aborted)
        settle(() => {
          reject(reasonOf(signal));
        });
      else if (failures.length === queue.length)
        settle(() => {
          reject(clearestFailure(failures));
        });
      else tryNext();
    };
    tryNext();
  });
}

/** A refused connection says more about the service than a network that this machine cannot reach. */
function clearestFailure(failures: readonly unknown[]): Error {
  const reached = failures.find((error) => error instanceof CallFailure && error.failure.reason !== 'unreachable');
  return asError(reached ?? failures[0]);
}

export function reasonOf(signal: AbortSignal): Error {
  return asError(signal.reason);
}

/** The order in which addresses are tried: alternating families, each in the resolver's order. */
function interleave(addresses: readonly string[]): readonly string[] {
  const first = addresses.filter((address) => address.includes(':') === addresses[0]?.includes(':'));
  const others = addresses.filter((address) => !first.includes(address));
  return Array.from({ length: Math.max(first.length, others.length) }, (_, index) => [first[index], others[index]])
    .flat()
    .filter((address) => address !== undefined);
}

import type { Socket } from 'node:net';
import { reasonOf } from './dial.ts';
import { CallFailure, codeOf } from './failure.ts';
import type { Proxy } from './proxy.ts';
import { Client } from './undici.ts';

/** Asks a proxy, over an open connection to it, for a tunnel to `host:port`. */
export async function openTunnel(socket: Socket, proxy: Proxy, target: string, signal: AbortSignal): Promise<Socket> {
  const client = new Client(proxy.url.origin, {
    connect: (_options, callback) => {
      // Called at once, undici would not notice.
      queueMicrotask(() => {
        callback(null, socket);
      });
    },
    headersTimeout: 0,
  });
  const authorization = proxy.authorization ? { 'proxy-authorization': proxy.authorization } : {};
  try {
    const { statusCode } = await client.connect({
      path: target,
      headers: { host: target, ...authorization },
      signal,
    });
    if (statusCode < 200 || statusCode > 299)
      throw new CallFailure('proxy', refusal(proxy, target, statusCode), String(statusCode));
    return socket;
  } catch (error) {
    socket.destroy();
    if (signal.aborted) throw reasonOf(signal);
    if (error instanceof CallFailure) throw error;
    const code = codeOf(error);
    const shown = code === '' || code.startsWith('UND_') ? '' : ` (${code})`;
    throw new CallFailure('proxy', `The proxy ${proxy.shown} gave no tunnel to ${target}${shown}.`, code);
  }
}

function refusal(proxy: Proxy, target: string, status: number): string {
  if (status === 407) return `The proxy ${proxy.shown} asks for credentials (407); ${proxy.variable} must carry them.`;
  if (status >= 500) return `The proxy ${proxy.shown} could not reach ${target} (${status}).`;
  return `The proxy ${proxy.shown} refuses a connection to ${target} (${status}).`;
}

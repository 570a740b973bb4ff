import { request } from 'node:http';
import type { Socket } from 'node:net';
import { reasonOf } from './dial.ts';
import { CallFailure, codeOf } from './failure.ts';
import type { Proxy } from './proxy.ts';

/** Asks a proxy, over an open connection to it, for a tunnel to `host:port`. */
export function openTunnel(socket: Socket, proxy: Proxy, target: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const connecting = request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...(proxy.authorization ? { 'proxy-authorization': proxy.authorization } : {}) },
    });
    const finish = (settle: () => void) => {
      signal.removeEventListener('abort', abandon);
      settle();
    };
    const refuse = (error: Error) => {
      finish(() => {
        socket.destroy();
        reject(error);
      });
    };
    const abandon = () => {
      refuse(reasonOf(signal));
    };
    signal.addEventListener('abort', abandon, { once: true });
    connecting.once('connect', (answer, tunnel: Socket, head: Buffer) => {
      const status = answer.statusCode ?? 0;
      if (status < 200 || status > 299) {
        refuse(new CallFailure('proxy', refusal(proxy, target, status), String(status)));
        return;
      }
      if (head.length > 0) tunnel.unshift(head);
      finish(() => {
        resolve(tunnel);
      });
    });
    connecting.once('response', (answer) => {
      refuse(new CallFailure('proxy', refusal(proxy, target, answer.statusCode ?? 0), String(answer.statusCode)));
    });
    connecting.on('error', (error) => {
      const code = codeOf(error);
      refuse(
        new CallFailure(
          'proxy',
          `The proxy ${proxy.shown} gave no tunnel to ${target}${code ? ` (${code})` : ''}.`,
          code,
        ),
      );
    });
    connecting.end();
  });
}

function refusal(proxy: Proxy, target: string, status: number): string {
  if (status === 407) return `The proxy ${proxy.shown} asks for credentials (407); ${proxy.variable} must carry them.`;
  if (status >= 500) return `The proxy ${proxy.shown} could not reach ${target} (${status}).`;
  return `The proxy ${proxy.shown} refuses a connection to ${target} (${status}).`;
}

import * as http from 'node:http';
import { connect } from 'node:net';
import type { Listening } from './listening.ts';
import { tcpServer } from './listening.ts';

/** A forward proxy that resolves every name to loopback and records what it is asked for. */
export interface ForwardProxy extends Listening {
  readonly asked: readonly string[];
  readonly credentials: readonly (string | undefined)[];
}

/**
 * Tunnels `CONNECT` and forwards plain HTTP. With another `status` it refuses both; with `leadsTo` it always connects
 * to that port.
 */
export async function forwardProxy(status = 200, leadsTo?: number): Promise<ForwardProxy> {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    credentials.push(request.headers['proxy-authorization']);
    if (status !== 200) {
      response.writeHead(status).end();
      return;
    }
    const target = new URL(request.url ?? '');
    const onward = http.request({ port: target.port, path: target.pathname + target.search, headers: request.headers });
    onward.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)));
    request.pipe(onward);
  });
  server.on('connect', (request, socket, head) => {
    asked.push(`CONNECT ${request.url ?? ''}`);
    credentials.push(request.headers['proxy-authorization']);
    socket.on('error', () => undefined);
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const port = leadsTo ?? Number(/:(\d+)$/.exec(request.url ?? '')?.[1]);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
  });
  const front = await tcpServer((socket) => {
    server.emit('connection', socket);
  });
  return { asked, credentials, port: front.port, close: () => front.close() };
}

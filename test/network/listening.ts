import { fork } from 'node:child_process';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A server of a test on loopback, and how to close it. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** An HTTP server that answers with `answer`. */
export function httpServer(answer: http.RequestListener): Promise<Listening> {
  return listen(http.createServer(answer));
}

/** The same over TLS. */
export function httpsServer(options: https.ServerOptions, answer: http.RequestListener): Promise<Listening> {
  return listen(https.createServer(options, answer));
}

/** A server that handles each connection with `onConnection`. */
export function tcpServer(onConnection: (socket: Socket) => void, host = '127.0.0.1', port = 0): Promise<Listening> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  return listen(server, host, port);
}

/** Answers the first bytes of every connection with these, and closes it. */
export function rawServer(answer: string | Uint8Array): Promise<Listening> {
  return tcpServer((socket) => {
    socket.once('data', () => socket.end(answer));
  });
}

/**
 * A port on which nothing listens. It is the near end of a connection that stays open as long as this process, so that
 * no other test can be given it meanwhile.
 */
export async function closedPort(): Promise<number> {
  const server = createServer().unref();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.on('connection', (socket) => socket.unref());
  // A listening TCP server always has an address with a port, and so has a connected socket.
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1' }).unref();
  await once(socket, 'connect');
  return (socket.address() as AddressInfo).port;
}

/** A port that neither accepts nor refuses: its queue is full, and its process never accepts a connection. */
export async function blackHole(): Promise<Listening> {
  const child = fork(fileURLToPath(new URL('deaf-listener.js', import.meta.url)), { stdio: 'ignore' });
  const [port] = (await once(child, 'message')) as [number];
  const fillers = Array.from({ length: 4 }, () => connect({ port, host: '127.0.0.1' }).on('error', () => undefined));
  await once(fillers[0] ?? child, 'connect');
  return {
    port,
    close: async () => {
      for (const filler of fillers) filler.destroy();
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function listen(server: Server, host = '127.0.0.1', wanted = 0): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(wanted, host), 'listening');
  // A listening TCP server always has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as it was received. */
export interface Asked {
  /** The number of earlier requests. */
  readonly before: number;
  /** The last part of its path, such as `orders`. */
  readonly endpoint: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The answer of a conformant publisher. */
export interface Good {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What is sent instead: a complete answer, or raw bytes before the connection is closed. */
export type Wire =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: Buffer | string;
      readonly delayMs?: number;
    }
  | {
      readonly raw: readonly (Buffer | string)[];
      readonly then: 'close' | 'reset' | 'hang';
      readonly delayMs?: number;
    };

/** What a hostile service sends instead of the right answer. */
export type Hostility = (good: Good, asked: Asked) => Wire;

export interface Front {
  readonly port: number;
  /** References of the orders that the publisher behind it created, unless the answer said that they were refused. */
  readonly created: ReadonlySet<string>;
  readonly stop: () => Promise<void>;
}

/** Starts a hostile front for a publisher on a local port. */
export async function startFront(publisher: number, hostility: Hostility): Promise<Front> {
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  const created = new Set<string>();
  let before = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
    const place = before++;
    const handle = async () => {
      const body = await bytesOf(incoming);
      const good = await answerOf(publisher, incoming, body);
      const path = new URL(incoming.url ?? '/', 'http://host').pathname;
      const asked: Asked = {
        before: place,
        endpoint: path.split('/').at(-1) ?? '',
        url: incoming.url ?? '/',
        headers: plain(incoming.headers),
        body,
      };
      const wire = hostility(good, asked);
      if (asked.endpoint === 'orders' && good.status === 201 && !saysRefused(wire)) created.add(referenceIn(body));
      const timer = setTimeout(() => {
        timers.delete(timer);
        put(wire, response);
      }, wire.delayMs ?? 0);
      timers.add(timer);
    };
    handle().catch(() => incoming.socket.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // The address of a listening TCP server always has this type.
    port: (server.address() as AddressInfo).port,
    created,
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A service that creates an order and says that it refused it, or is not the one to ask, cannot be seen through. */
function saysRefused(wire: Wire): boolean {
  const status = 'raw' in wire ? statusIn(wire.raw) : wire.status;
  return status >= 300 && status < 500;
}

/** The last status line of an answer: interim ones come before it. */
function statusIn(raw: readonly (Buffer | string)[]): number {
  const lines = raw.flatMap((part) => [...String(part).matchAll(/^HTTP\/1\.\d (\d{3})/gm)]);
  return Number(lines.at(-1)?.[1] ?? 0);
}

function put(wire: Wire, response: ServerResponse): void {
  const { socket } = response;
  if (socket === null || socket.destroyed) return;
  if (!('raw' in wire)) {
    response.writeHead(wire.status, { 'content-length': Buffer.byteLength(wire.body), ...wire.headers });
    response.end(wire.body);
    return;
  }
  for (const bytes of wire.raw) socket.write(bytes);
  if (wire.then === 'close') socket.end();
  if (wire.then === 'reset') socket.resetAndDestroy();
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer); // No encoding is set, so chunks are bytes.
  return Buffer.concat(chunks);
}

function answerOf(port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Good> {
  return new Promise((resolve, reject) => {
    const onward = forward({ host: '127.0.0.1', port, method, path: url, headers, agent: false }, (answer) => {
      bytesOf(answer).then((bytes) => {
        const { 'transfer-encoding': _encoding, connection: _connection, ...rest } = plain(answer.headers);
        resolve({ status: answer.statusCode ?? 502, headers: rest, body: bytes });
      }, reject);
    });
    onward.on('error', reject);
    onward.end(body);
  });
}

function plain(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function referenceIn(body: Buffer): string {
  const sent = JSON.parse(body.toString()) as { order: { external_ref: string } }; // The publisher accepted it as an order.
  return sent.order.external_ref;
}

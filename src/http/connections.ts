import { Agent, type ClientRequest, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { asError } from './failure.ts';

/** Kept short: if a server closes an idle connection just when it is used again, it looks as if the request was dropped. */
const LONGEST_IDLE_MS = 2_000;
/** A server that says it closes idle connections after fewer seconds may close one just when it is used again. */
const SHORTEST_KEPT_S = 3;
/** No connection is used again once that has lost this many requests, and this share of those that were sent so. */
const MOST_LOST = 3;
const LOST_SHARE = 1 / 4;
/** With no name given, Node would work one out for each request, which is slow. `open` takes care of TLS. */
const KEPT_ALIVE = { keepAlive: true, servername: '' };

/**
 * The connections that `open` makes, each used for one request at a time and kept for the next.
 *
 * Some servers close a connection right after an answer that does not say so, and a request that is on its way to them
 * by then is lost. So each connection rests before it is used again, unless the server promises to keep it open. Once a
 * request was lost, all rest; once several were, every request gets a new connection.
 */
export class Connections extends Agent {
  readonly #open: () => Promise<Socket>;
  /** How many requests were sent over a connection that had been used before, and how many of them got no answer. */
  #again = 0;
  #lost = 0;
  readonly #lose = () => {
    this.#lost++;
  };
  /** Every answer so far that did not end its connection said `Connection: keep-alive`. */
  #isPromised = true;

  constructor(open: () => Promise<Socket>) {
    super(KEPT_ALIVE);
    this.#open = open;
  }

  /** Learns from the headers of an answer how long its connection lasts. Call it as soon as they have come. */
  heard(request: ClientRequest, headers: Readonly<Record<string, string>>): void {
    const { connection = '', 'keep-alive': kept = '' } = headers;
    request.off('error', this.#lose);
    // An answer that ends its connection says nothing about the others.
    if (request.shouldKeepAlive) this.#isPromised &&= /\bkeep-alive\b/i.test(connection);
    const [, seconds] = /(?:^|[\s,])timeout\s*=\s*"?(\d+)/i.exec(kept) ?? [];
    if (Number(seconds) < SHORTEST_KEPT_S) request.shouldKeepAlive = false;
  }

  /** Resolves when the connection of an answer that has just ended can be used again. */
  async rest(): Promise<void> {
    if (this.#isKept) return;
    // Between the two, everything that has arrived is read, the end of a connection included.
    await setImmediate();
    await setImmediate();
  }

  get #isKept(): boolean {
    return this.#isPromised && this.#lost === 0;
  }

  /** An agent emits `free` when it may use a connection again. */
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'free' || this.#isKept) return super.emit(event, ...values);
    void this.rest().then(() => super.emit(event, ...values));
    return true;
  }

  override createConnection(_: ClientRequestArgs, made: (error: Error | null, socket?: Duplex) => void): undefined {
    this.#open().then(
      (socket) => {
        socket.once('timeout', () => {
          socket.destroy();
        });
        made(null, socket);
      },
      (error: unknown) => {
        made(asError(error));
      },
    );
  }

  override keepSocketAlive(socket: Socket): boolean {
    if (this.#lost >= MOST_LOST && this.#lost >= this.#again * LOST_SHARE) return false;
    socket.setTimeout(LONGEST_IDLE_MS);
    socket.unref();
    return true;
  }

  override reuseSocket(socket: Socket, request: ClientRequest): void {
    socket.setTimeout(0);
    super.reuseSocket(socket, request);
    this.#again++;
    request.once('error', this.#lose);
  }
}

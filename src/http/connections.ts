import { Agent, type ClientRequest, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { asError } from './failure.ts';

/** Kept short: if a server closes an idle connection just when it is used again, it looks as if the request was dropped. */
const LONGEST_IDLE_MS = 2_000;

/** The connections that `open` makes, each used for one request at a time and kept for the next. */
export class Connections extends Agent {
  readonly #open: () => Promise<Socket>;

  constructor(open: () => Promise<Socket>) {
    super({ keepAlive: true });
    this.#open = open;
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
    socket.setTimeout(LONGEST_IDLE_MS);
    return true;
  }

  override reuseSocket(socket: Socket, request: ClientRequest): void {
    socket.setTimeout(0);
    super.reuseSocket(socket, request);
  }
}

import type { ClientRequest, IncomingMessage } from 'node:http';
import { LARGEST_ERROR, tooLarge } from './body.ts';
import { CallFailure, codeOf } from './failure.ts';
import type { Turn } from './turn.ts';

/** An answer as received, its body still compressed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly firstByteMs: number;
  /** Set if the body was cut: a lower bound of its full size, in bytes. */
  readonly size?: number;
}

/** Larger answers, in bytes, are read one at a time, because several at once would take too much memory. */
const LARGE = 1024 * 1024;
/** How much of an error body that is too large is kept, in bytes. */
const BEGINNING = 64 * 1024;

const SHORTER_THAN_STATED = 'The answer ended before the length that its Content-Length header promised.';

/** Collects the answer to one request, up to a limit; `fail` can end it at any time. */
export class AnswerReader {
  /** The status line and headers have arrived. */
  begun = false;
  finished = false;
  readonly #limit: number;
  readonly #turn: Turn;
  #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #firstByteMs = 0;
  readonly #started = performance.now();
  #headers: Readonly<Record<string, string>> = {};
  #request: ClientRequest | undefined;
  /** When a large answer started to wait for its turn, and how long it had waited before. */
  #waitsSince: number | null = null;
  #waited = 0;
  #endTurn: (() => void) | null = null;
  #isDone = false;
  #resolve: (answer: RawAnswer) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(limit: number, turn: Turn) {
    this.#limit = limit;
    this.#turn = turn;
  }

  /**
   * Resolves with the answer, or rejects with what broke or ended it. Call it once, before the request is sent. The reader
   * does not keep it: Node may refer to a request, and thereby to its reader, until its connection is used again.
   */
  answer(): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** How much of the answer arrived, as the beginning of a sentence about a timeout. */
  get progress(): string {
    return this.begun
      ? `The answer began but was not complete (${this.#size.toLocaleString('en')} bytes came)`
      : 'No answer came';
  }

  /** Milliseconds during which reading was paused because another large answer was being read. */
  get waitedMs(): number {
    return this.#waited + (this.#waitsSince === null ? 0 : performance.now() - this.#waitsSince);
  }

  /** Call this once the answer has been used: the next large one can then be read. */
  done(): void {
    this.#isDone = true;
    this.#chunks = [];
    this.#endTurn?.();
  }

  /** Gives the request up and closes its connection. */
  fail(failure: CallFailure): void {
    if (this.finished) return;
    this.#chunks = [];
    this.#settle(() => {
      this.#reject(failure);
    });
    this.#request?.destroy();
  }

  /** Ends it with an error of the network, unless it has ended. */
  break(error: Error): void {
    this.#settle(() => {
      this.#reject(error);
    });
  }

  /** Reads the answer to this request, which was not given up yet. `heard` gets its headers as soon as they have come. */
  follow(request: ClientRequest, heard: (headers: RawAnswer['headers']) => void): void {
    this.#request = request;
    const refuse = () => {
      this.fail(new CallFailure('malformed', 'The server changed to another protocol without being asked.'));
    };
    request.on('upgrade', (_answer, socket) => {
      socket.destroy();
      refuse();
    });
    let received: IncomingMessage | undefined;
    request.on('response', (answer) => {
      received = answer;
      if (answer.statusCode === 101) {
        refuse();
        return;
      }
      this.#begin(answer);
      heard(this.#headers);
    });
    request.on('error', (error) => {
      // Bytes behind a whole answer break the connection, not the answer.
      if (received?.complete !== true) this.break(error);
    });
  }

  #begin(answer: IncomingMessage): void {
    this.begun = true;
    this.#status = answer.statusCode ?? 0;
    this.#firstByteMs = Math.round(performance.now() - this.#started);
    this.#headers = readHeaders(answer.rawHeaders);
    answer.on('data', (chunk: Buffer) => {
      this.#add(answer, chunk);
    });
    answer.on('end', () => {
      this.#settle(() => {
        this.#resolve(this.#read());
      });
    });
    answer.on('error', (error) => {
      this.break(this.#stated > this.#size ? new CallFailure('cut-off', SHORTER_THAN_STATED, codeOf(error)) : error);
    });
  }

  /** The length that the service states, in bytes; 0 if it states none. */
  get #stated(): number {
    const stated = Number(this.#headers['content-length']);
    return Number.isSafeInteger(stated) ? stated : 0;
  }

  #add(answer: IncomingMessage, chunk: Buffer): void {
    if (this.finished) return;
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#status >= 400 && this.#size > LARGEST_ERROR) this.#cut();
    else if (this.#size > this.#limit) this.fail(tooLarge(this.#limit));
    else if (this.#size > LARGE && this.#size - chunk.length <= LARGE) this.#awaitTurn(answer);
  }

  #read(): RawAnswer {
    const [first, ...more] = this.#chunks;
    return {
      status: this.#status,
      headers: this.#headers,
      // Most answers come in one piece and need no copy.
      body: first !== undefined && more.length === 0 ? first : Buffer.concat(this.#chunks),
      firstByteMs: this.#firstByteMs,
    };
  }

  /** An error counts by its status, so the rest of its body is not read. */
  #cut(): void {
    const size = Math.max(this.#size, this.#stated);
    const { body, ...rest } = this.#read();
    this.#settle(() => {
      this.#resolve({ ...rest, body: Uint8Array.prototype.slice.call(body, 0, BEGINNING), size });
    });
    this.#request?.destroy();
  }

  #awaitTurn(answer: IncomingMessage): void {
    answer.pause();
    this.#waitsSince = performance.now();
    void this.#turn.take().then((end) => {
      this.#waited = this.waitedMs;
      this.#waitsSince = null;
      this.#endTurn = end;
      if (this.#isDone) end();
      else answer.resume();
    });
  }

  #settle(settle: () => void): void {
    if (this.finished) return;
    this.finished = true;
    settle();
    this.#resolve = this.#reject = () => undefined;
  }
}

function readHeaders(raw: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const before = headers.get(name);
    const value = decoded(raw[index + 1] ?? '');
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

/** Node reads each byte of a header as one character, and services write UTF-8. */
function decoded(value: string): string {
  return /^[\x20-\x7e\t]*$/.test(value) ? value : Buffer.from(value, 'latin1').toString();
}

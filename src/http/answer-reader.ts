import type { Dispatcher } from 'undici';
import { parseJson } from '../text/parsed-json.ts';
import { LARGEST_ERROR, tooLarge } from './body.ts';
import { CallFailure, orAborted } from './failure.ts';

/** An answer as received, its body still compressed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly firstByteMs: number;
  /** Set if the body was cut: a lower bound of its full size, in bytes. */
  readonly size?: number;
}

/** Gives callers a turn one after the other, in the order in which they asked. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  take(): Promise<() => void> {
    const before = this.#last;
    let end: () => void = () => undefined;
    this.#last = new Promise((resolve) => (end = resolve));
    return before.then(() => end);
  }
}

/** Larger answers, in bytes, are read one at a time, because several at once would take too much memory. */
const LARGE = 1024 * 1024;
/** How much of an error body that is too large is kept, in bytes. */
const BEGINNING = 64 * 1024;
/** If a whole document has come, the rest of the stated length is waited for no longer than this, in milliseconds. */
const QUIET_MS = 500;

const BODILESS = [204, 304];
const SHORTER_THAN_STATED = 'The answer ended before the length that its Content-Length header promised.';

export interface ReaderOptions {
  readonly limit: number;
  /** From the start of the request to the end of the answer. */
  readonly timeoutMs: number;
  readonly turns: Turns;
}

/** Reads the answer to one request, up to a limit; `giveUp` ends it at any time. */
export class AnswerReader {
  readonly #options: ReaderOptions;
  readonly #ended = new AbortController();
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #firstByteMs = 0;
  #headers: Readonly<Record<string, string>> = {};
  #endTurn: (() => void) | undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#timer = setTimeout(() => {
      const bytes = this.#size.toLocaleString('en');
      const progress = this.begun ? `The answer began but was not complete (${bytes} bytes came)` : 'No answer came';
      this.giveUp(new CallFailure('timeout', `${progress} within ${options.timeoutMs / 1000} s.`));
    }, options.timeoutMs);
  }

  /** Ends the request. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get begun(): boolean {
    return this.#status > 0;
  }

  get received(): RawAnswer {
    const [first, ...more] = this.#chunks;
    return {
      status: this.#status,
      headers: this.#headers,
      // Most answers come in one piece and need no copy.
      body: first !== undefined && more.length === 0 ? first : Buffer.concat(this.#chunks),
      firstByteMs: this.#firstByteMs,
    };
  }

  giveUp(failure: CallFailure): void {
    this.#ended.abort(failure);
  }

  async read(answering: Promise<Dispatcher.ResponseData>): Promise<RawAnswer> {
    // undici notices the signal only once there is a connection.
    const { statusCode, headers, body } = await orAborted(answering, this.signal);
    this.#status = statusCode;
    this.#firstByteMs = Math.round(performance.now() - this.#started);
    // With `responseHeaders: 'raw'` they are a list of names and values, which the type does not say.
    this.#headers = readHeaders(headers as unknown as string[]);
    // undici expects the stated length even of an answer that has no body.
    return BODILESS.includes(statusCode) ? this.received : this.#readBody(body);
  }

  /** Waits until no other large answer is being read or decompressed. */
  async takeTurn(): Promise<void> {
    this.#endTurn ??= await this.#options.turns.take();
    this.#timer.refresh();
  }

  /** Call this once the answer has been used: the next large one can then be read. */
  done(): void {
    clearTimeout(this.#timer);
    this.#endTurn?.();
  }

  async #readBody(body: AsyncIterable<Buffer>): Promise<RawAnswer> {
    let quiet: NodeJS.Timeout | undefined;
    try {
      for await (const chunk of body) {
        clearTimeout(quiet);
        this.#chunks.push(chunk);
        this.#size += chunk.length;
        if (this.#status >= 400 && this.#size > LARGEST_ERROR) return this.#beginning();
        if (this.#size > this.#options.limit) throw tooLarge(this.#options.limit);
        if (this.#size > LARGE) await this.takeTurn();
        // A server that states too long a length may keep the connection open.
        if (this.#stated > this.#size)
          quiet = setTimeout(() => {
            if (isDocument(this.received.body)) this.giveUp(new CallFailure('cut-off', SHORTER_THAN_STATED));
          }, QUIET_MS);
      }
      return this.received;
    } catch (error) {
      const isOfService = !(error instanceof CallFailure) && this.#stated > this.#size;
      throw isOfService ? new CallFailure('cut-off', SHORTER_THAN_STATED) : error;
    } finally {
      clearTimeout(quiet);
    }
  }

  /** The length that the service states, in bytes; 0 if it states none. */
  get #stated(): number {
    const stated = Number(this.#headers['content-length']);
    return Number.isSafeInteger(stated) ? stated : 0;
  }

  /** An error counts by its status, so the rest of its body is not read. */
  #beginning(): RawAnswer {
    const { body, ...rest } = this.received;
    const size = Math.max(this.#size, this.#stated);
    return { ...rest, body: Uint8Array.prototype.slice.call(body, 0, BEGINNING), size };
  }
}

/** Whether a body is a whole JSON object or array, so that nothing of it is missing. */
export function isDocument(body: Uint8Array): boolean {
  const json = parseJson(body);
  return json.ok && typeof json.value === 'object' && json.value !== null;
}

/** Whether a body begins as a JSON object or array and is none. */
export function isBegunOnly(body: Uint8Array): boolean {
  return (body[0] === 0x7b || body[0] === 0x5b) && !isDocument(body);
}

/** Reads raw names and values: repeated headers are joined, and what services write is UTF-8. */
export function readHeaders(raw: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = Buffer.from(raw[index + 1] ?? '', 'latin1').toString();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

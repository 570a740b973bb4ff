import type { Dispatcher } from 'undici';
import { parseJson } from '../text/parsed-json.ts';
import { LARGEST_ERROR, tooLarge } from './body.ts';
import { CallFailure, notHttp } from './failure.ts';
import { violationOf } from './violation.ts';

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
export class Turn {
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

const SHORTER_THAN_STATED = 'The answer ended before the length that its Content-Length header promised.';

const BODILESS = [204, 304];

/** If a whole document has come, the rest of the stated length is waited for no longer than this. */
const QUIET_MS = 2000;
/** The same once the service is known to state too long a length. */
const KNOWN_QUIET_MS = 100;

export interface ReaderOptions {
  readonly limit: number;
  /** From the start of the request to the end of the answer, without the time in which it waits for its turn. */
  readonly timeoutMs: number;
  readonly turn: Turn;
  /** Whether the service is known to state lengths that are too long. */
  readonly overstates: boolean;
}

/** Collects the answer to one request from undici, up to a limit; `fail` can end it at any time. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  /** Resolves with the answer, or rejects with what broke or ended it. */
  readonly answer: Promise<RawAnswer>;
  begun = false;
  readonly #options: ReaderOptions;
  readonly #started = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #firstByteMs = 0;
  #headers: Readonly<Record<string, string>> = {};
  #failure: CallFailure | undefined;
  #isDone = false;
  #endTurn: (() => void) | undefined;
  #resolve: (answer: RawAnswer) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#giveUpAfter(options.timeoutMs);
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

  /** Call this once the answer has been used: the next large one can then be read. */
  done(): void {
    this.#isDone = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#quiet);
    this.#chunks = [];
    this.#endTurn?.();
  }

  fail(failure: CallFailure): void {
    this.#failure ??= failure;
    this.#reject(failure);
    this.#controller?.abort(failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The request may have been given up while it waited for a connection.
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status === 101) this.fail(notHttp(violationOf('other-protocol')));
    // An interim answer is followed by the final one.
    if (status < 200) return;
    this.begun = true;
    this.#status = status;
    this.#firstByteMs = Math.round(performance.now() - this.#started);
    const raw = controller.rawHeaders;
    this.#headers = readHeaders(Array.isArray(raw) ? raw : []);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#stated > this.#size) this.#lookOnceQuiet();
    if (this.#status >= 400 && this.#size > LARGEST_ERROR) this.#cut();
    else if (this.#size > this.#options.limit) this.fail(tooLarge(this.#options.limit));
    else if (this.#size > LARGE && this.#size - chunk.length <= LARGE) this.#awaitTurn(controller);
  }

  onResponseEnd(): void {
    this.#resolve(this.received);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    // undici expects the stated length even of an answer that has no body.
    if (BODILESS.includes(this.#status)) this.#resolve(this.received);
    this.#reject(this.#stated > this.#size ? new CallFailure('cut-off', SHORTER_THAN_STATED) : error);
  }

  /** The length that the service states, in bytes; 0 if it states none. */
  get #stated(): number {
    const stated = Number(this.#headers['content-length']);
    return Number.isSafeInteger(stated) ? stated : 0;
  }

  /** An error counts by its status, so the rest of its body is not read. */
  #cut(): void {
    const size = Math.max(this.#size, this.#stated);
    const { body, ...rest } = this.received;
    this.#resolve({ ...rest, body: Uint8Array.prototype.slice.call(body, 0, BEGINNING), size });
    this.fail(new CallFailure('aborted', 'The rest of the answer is not read.'));
  }

  #awaitTurn(controller: Dispatcher.DispatchController): void {
    controller.pause();
    clearTimeout(this.#timer);
    const left = this.#options.timeoutMs - (performance.now() - this.#started);
    void this.#options.turn.take().then((end) => {
      this.#endTurn = end;
      if (this.#isDone) {
        end();
        return;
      }
      this.#giveUpAfter(left);
      controller.resume();
    });
  }

  /** A server that states too long a length may keep the connection open. */
  #lookOnceQuiet(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(
      () => {
        const isWaiting = this.#controller?.paused === true || this.#stated <= this.#size;
        if (!isWaiting && isDocument(this.received.body)) this.fail(new CallFailure('cut-off', SHORTER_THAN_STATED));
      },
      this.#options.overstates ? KNOWN_QUIET_MS : QUIET_MS,
    );
  }

  #giveUpAfter(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const bytes = this.#size.toLocaleString('en');
      const progress = this.begun ? `The answer began but was not complete (${bytes} bytes came)` : 'No answer came';
      this.fail(new CallFailure('timeout', `${progress} within ${this.#options.timeoutMs / 1000} s.`));
    }, milliseconds);
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
export function readHeaders(raw: readonly (Buffer | string)[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]).toLowerCase();
    const before = headers.get(name);
    const value = String(raw[index + 1]);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

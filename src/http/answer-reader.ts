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
const QUIET_MS = 2000;

const BODILESS = [204, 304];
const SHORTER_THAN_STATED = 'The answer ended before the length that its Content-Length header promised.';

export interface ReaderOptions {
  readonly limit: number;
  /** From the start of the request to the end of the answer. */
  readonly timeoutMs: number;
  /** If that is more, an earlier request took it in vain. */
  readonly totalTimeoutMs: number;
  readonly turns: Turns;
}

/** Collects the answer to one request from undici, up to a limit; `giveUp` ends it at any time. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  /** Rejects with what broke or ended the request. */
  readonly answer: Promise<RawAnswer>;
  readonly #options: ReaderOptions;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #quiet: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #failure: CallFailure | undefined;
  #size = 0;
  #status = 0;
  #firstByteMs = 0;
  #headers: Readonly<Record<string, string>> = {};
  #endTurn: (() => void) | undefined;
  #isWaiting = false;
  #isDone = false;
  #resolve: (answer: RawAnswer) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(options: ReaderOptions) {
    const { timeoutMs, totalTimeoutMs } = options;
    this.#options = options;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // It may be given up before anybody waits for it.
    this.answer.catch(() => undefined);
    this.#timer = setTimeout(() => {
      // Its time goes on when its turn has come.
      if (this.#isWaiting) return;
      const bytes = this.#size.toLocaleString('en');
      const progress = this.begun ? `The answer began but was not complete (${bytes} bytes came)` : 'No answer came';
      const earlier =
        timeoutMs < totalTimeoutMs ? `, and an earlier call got none within ${totalTimeoutMs / 1000} s` : '';
      this.giveUp(new CallFailure('timeout', `${progress} within ${timeoutMs / 1000} s${earlier}.`));
    }, timeoutMs);
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
    this.#failure ??= failure;
    this.#reject(failure);
    this.#controller?.abort(failure);
  }

  /** Call this once the answer has been used: the next large one can then be read. */
  done(): void {
    this.#isDone = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#quiet);
    this.#endTurn?.();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The request may have been given up while it waited for a connection.
    if (this.#failure) controller.abort(this.#failure);
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    if (status === 101) this.giveUp(notHttp(violationOf('other-protocol')));
    // An interim answer is followed by the final one.
    if (status < 200) return;
    this.#status = status;
    this.#firstByteMs = Math.round(performance.now() - this.#started);
    this.#headers = readHeaders(Array.isArray(rawHeaders) ? rawHeaders : []);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    clearTimeout(this.#quiet);
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#status >= 400 && this.#size > LARGEST_ERROR) {
      this.#resolve(this.#beginning());
      this.giveUp(new CallFailure('aborted', 'The rest of the answer is not read.'));
    } else if (this.#size > this.#options.limit) this.giveUp(tooLarge(this.#options.limit));
    else if (this.#size > LARGE && this.#endTurn === undefined && !this.#isWaiting) {
      controller.pause();
      void this.#takeTurn().then(() => {
        this.#lookOnceQuiet();
        controller.resume();
      });
    } else this.#lookOnceQuiet();
  }

  onResponseEnd(): void {
    this.#resolve(this.received);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    // undici expects the stated length even of an answer that has no body.
    if (BODILESS.includes(this.#status)) this.#resolve(this.received);
    this.#reject(this.#stated > this.#size ? new CallFailure('cut-off', SHORTER_THAN_STATED) : error);
  }

  /** Waits until no other large answer is being read. */
  async #takeTurn(): Promise<void> {
    this.#isWaiting = true;
    const end = await this.#options.turns.take();
    this.#isWaiting = false;
    if (this.#isDone) {
      end();
      return;
    }
    this.#endTurn = end;
    this.#timer.refresh();
  }

  /** A server that states too long a length may keep the connection open. */
  #lookOnceQuiet(): void {
    if (this.#stated <= this.#size || this.#isWaiting || this.#isDone) return;
    this.#quiet = setTimeout(() => {
      if (isDocument(this.received.body)) this.giveUp(new CallFailure('cut-off', SHORTER_THAN_STATED));
    }, QUIET_MS);
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

/** Reads raw names and values: repeated headers are joined, and what services write is UTF-8. */
export function readHeaders(raw: readonly (Buffer | string)[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]).toLowerCase();
    const written = raw[index + 1] ?? '';
    const value = (typeof written === 'string' ? Buffer.from(written, 'latin1') : written).toString();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

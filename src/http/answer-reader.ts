import type { Dispatcher } from 'undici';
import { tooLarge } from './body.ts';
import { CallFailure } from './failure.ts';

/** An answer as it came over the wire, its body still encoded. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly firstByteMs: number;
}

/** Collects one answer from undici, up to a limit; `fail` can end it at any time. */
export class AnswerReader implements Dispatcher.DispatchHandler {
  readonly answer: Promise<RawAnswer>;
  /** The status line and headers have come. */
  begun = false;
  finished = false;
  readonly #limit: number;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #firstByteMs = 0;
  readonly #started = performance.now();
  #headers: Readonly<Record<string, string>> = {};
  #failure: CallFailure | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #resolve: (answer: RawAnswer) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(limit: number) {
    this.#limit = limit;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Nobody may be waiting for it yet; whoever does later still gets the failure.
    this.answer.catch(() => undefined);
  }

  /** How much of the answer has come, as the beginning of a sentence about a timeout. */
  get progress(): string {
    return this.begun
      ? `The answer began but was not complete (${this.#size.toLocaleString('en')} bytes came)`
      : 'No answer came';
  }

  /** Gives the call up, and aborts it on the wire. */
  fail(failure: CallFailure): void {
    if (this.finished) return;
    this.#failure = failure;
    this.#settle(() => {
      this.#reject(failure);
    });
    this.#controller?.abort(failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It may have been given up while it waited for a connection.
    if (this.#failure) controller.abort(this.#failure);
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController): void {
    controller.abort(new CallFailure('malformed', 'The server changed to another protocol without being asked.'));
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // An interim answer (1xx) is followed by the real one.
    this.begun = status >= 200;
    this.#status = status;
    this.#firstByteMs = Math.round(performance.now() - this.#started);
    this.#headers = readHeaders(controller.rawHeaders);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#limit) this.fail(tooLarge(this.#limit));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle(() => {
      this.#resolve({
        status: this.#status,
        headers: this.#headers,
        body: Buffer.concat(this.#chunks),
        firstByteMs: this.#firstByteMs,
      });
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle(() => {
      this.#reject(error);
    });
  }

  #settle(settle: () => void): void {
    if (this.finished) return;
    this.finished = true;
    settle();
  }
}

function readHeaders(raw: Dispatcher.DispatchController['rawHeaders']): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  if (Array.isArray(raw)) {
    for (let index = 0; index + 1 < raw.length; index += 2) {
      const name = String(raw[index]).toLowerCase();
      const before = headers.get(name);
      const value = String(raw[index + 1]);
      headers.set(name, before === undefined ? value : `${before}, ${value}`);
    }
  }
  return Object.fromEntries(headers);
}

import { setMaxListeners } from 'node:events';
import type { Failure, WireResult } from './transport.ts';
import { isTrouble } from './results.ts';

/** The reason of a signal that ends a run because its time is over. */
export class TimeIsUp extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`the run reached its limit of ${seconds} s`);
    this.seconds = seconds;
  }
}

export class TimeLimit {
  readonly signal: AbortSignal;
  readonly #seconds: number;
  readonly #own = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(seconds: number, other: AbortSignal | undefined) {
    this.#seconds = seconds;
    this.signal = AbortSignal.any(other === undefined ? [this.#own.signal] : [this.#own.signal, other]);
    // Every wait of a run listens to it.
    setMaxListeners(0, this.signal);
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#own.abort(new TimeIsUp(this.#seconds));
    }, this.#seconds * 1000);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** How long the run could take, if this signal ended it because its time is over; otherwise `null`. */
export function timeLimitReached(signal: AbortSignal | undefined): number | null {
  return signal?.reason instanceof TimeIsUp ? signal.reason.seconds : null;
}

/** Why a request is not sent any more, or its answer not awaited, after the end of a run. */
export function endOfRun(signal: AbortSignal | undefined): Failure {
  const seconds = timeLimitReached(signal);
  return seconds === null
    ? { reason: 'aborted', message: 'the run was interrupted' }
    : { reason: 'time-limit', message: `the run reached its limit of ${seconds} s` };
}

/** Whether the same request would have been sent again, had there been time. */
export function isUnsettled(result: WireResult): boolean {
  if (result.kind === 'no-answer') return result.failure.reason === 'aborted' || isTrouble(result);
  return isTrouble(result) || [401, 403, 429].includes(result.status);
}

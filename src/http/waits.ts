import type { Clock } from './clock.ts';
import { Congestion } from './congestion.ts';
import type { Limiter } from './limiter.ts';
import { OUTAGE_PAUSE, type Outage } from './outage.ts';
import {
  backoff,
  isBusy,
  isRateLimited,
  isTransient,
  LONGEST_BACKOFF,
  LONGEST_BUSY_PAUSE,
  LONGEST_PAUSE,
  pauseAfter,
  retryAfter,
  triesFor,
} from './retry.ts';
import type { WireResult } from './transport.ts';

export interface WaitOptions {
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly outage: Outage;
  readonly signal?: AbortSignal;
  /** Told before a wait that a person would notice, in a sentence. */
  readonly onWait?: (notice: string) => void;
}

/** The waits before a call is sent again, and which other calls wait with it. */
export class Waits {
  readonly #options: WaitOptions;
  readonly #congestion: Congestion;

  constructor(options: WaitOptions) {
    this.#options = options;
    this.#congestion = new Congestion(options.limiter);
  }

  /** Holds all calls back for a moment after a 429 or 503: how long they must wait is decided right after. */
  holdBack(result: WireResult): void {
    if (isRateLimited(result) || (isBusy(result) && this.#congestion.isLikely)) this.#options.limiter.pause(1);
  }

  /** Learns how a try ended: while the service refuses connections nothing is sent to it, as it may be restarting. */
  learn(result: WireResult): void {
    const { outage, limiter, onWait } = this.#options;
    if (outage.learn(result)) onWait?.('waiting: the service refuses connections, as while it starts anew');
    if (outage.mayPass) limiter.pause(OUTAGE_PAUSE);
  }

  /** Learns how a call ended that met a 503 on its way. */
  learnEndOfBusy(result: WireResult): void {
    this.#congestion.learn(isTransient(result));
  }

  /** Holds all calls back as a 429 asks; `false` if it asks for more than the suite waits. */
  asAsked(headers: Readonly<Record<string, string>>, tries: number, longest = LONGEST_PAUSE): boolean {
    const asked = retryAfter(headers);
    if (asked !== null && asked > longest) return false;
    const seconds = Math.min(pauseAfter(tries, asked), longest);
    this.#options.limiter.slowDown(seconds * 1000);
    if (seconds >= 2) this.#options.onWait?.(`waiting ${seconds} s: the service answered 429 and asked for it`);
    return true;
  }

  /** Waits before a failed call is sent again; if the load may be the cause, all others wait with it. */
  async backOff(result: WireResult, failures: number, longestPause = LONGEST_BUSY_PAUSE): Promise<void> {
    const mayBeLoad = isBusy(result) && failures === 0 && this.#congestion.isLikely;
    const longest = mayBeLoad ? Math.min(longestPause, LONGEST_BUSY_PAUSE) : LONGEST_BACKOFF;
    const pauseMs = backoff(failures, result, longest);
    const allWait = isBusy(result) && this.#congestion.reduce(pauseMs, triesFor(result) - failures);
    if (pauseMs >= 2000 && mayBeLoad)
      this.#options.onWait?.(`waiting ${pauseMs / 1000} s: the service answered 503 and asked for it`);
    if (!allWait) await this.#sleep(pauseMs);
  }

  /** Waits a little for a service that refuses connections. */
  forReturn(): Promise<void> {
    return this.#sleep(OUTAGE_PAUSE);
  }

  #sleep(milliseconds: number): Promise<void> {
    return this.#options.clock.sleep(milliseconds, this.#options.signal);
  }
}

import type { Clock } from './clock.ts';
import { Congestion } from './congestion.ts';
import type { Limiter } from './limiter.ts';
import { isBusy, isRateLimited, LONGEST_PAUSE, pauseAfter, retryAfter } from './retry.ts';
import { isTrouble } from './trouble.ts';
import type { WireResult } from './transport.ts';

export interface WaitOptions {
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Called before a wait long enough for a person to notice, with a sentence about it. */
  readonly onWait?: (notice: string) => void;
}

/** Milliseconds to wait before a failed request is sent again. */
const BACKOFF = [150, 350, 500];
/** The longest `Retry-After`, in seconds, that is waited for before such a retry. */
const LONGEST_BACKOFF = 10;
/** The same if the service may be overloaded. */
const LONGEST_BUSY_PAUSE = 60;
/** Milliseconds to wait if the service may be overloaded and does not say for how long. */
const BUSY_PAUSE = [200, 600, 1800];
/**
 * How long the pauses after 429s may take together, in milliseconds: beyond what the service asked for, and in all. A
 * service may set the pace of a run with `Retry-After`, but not without an end.
 */
const LONGEST_UNASKED = 300_000;
const LONGEST_IN_ALL = 1_800_000;
/** Seconds to wait before a request is sent again whose valid credential was denied. */
const DENIED_PAUSE = 5;

/** The waits before retries. Some of them hold all other requests back as well. */
export class Waits {
  readonly #options: WaitOptions;
  readonly #congestion: Congestion;
  /** Milliseconds of pauses after 429s. */
  #unasked = 0;
  #inAll = 0;

  constructor(options: WaitOptions) {
    this.#options = options;
    this.#congestion = new Congestion(options.limiter);
  }

  /** Holds all requests back for a moment after a 429 or 503, until it is decided how long they must wait. */
  holdBack(result: WireResult): void {
    if (isRateLimited(result) || (isBusy(result) && this.#congestion.isLikely)) this.#options.limiter.pause(1);
  }

  /** Whether a 503 may be due to too many concurrent requests. */
  mayBeLoad(result: WireResult, times: number): boolean {
    return isBusy(result) && this.#congestion.isLikely && times < BUSY_PAUSE.length;
  }

  /** After a 503: allows fewer concurrent requests, and holds all back for as long as the service asks. */
  forLoad(result: WireResult, times: number, longest = LONGEST_BUSY_PAUSE): void {
    const seconds = asked(result, Math.min(longest, LONGEST_BUSY_PAUSE));
    const pauseMs = Math.max(BUSY_PAUSE[times] ?? 0, seconds * 1000);
    this.#congestion.reduce(pauseMs, BUSY_PAUSE.length - times);
    if (seconds >= 2) this.#options.onWait?.(`waiting ${seconds} s, as the service asked with its 503`);
  }

  /** The 503 was due to an outage, not to overload. */
  wasOutage(): void {
    this.#congestion.wasOutage();
  }

  /** Records the final result of a request that got 503 at first. */
  learnEndOfBusy(result: WireResult): void {
    this.#congestion.learn(isTrouble(result));
  }

  /** Holds all requests back for as long as a 429 asks; `false` if that is longer than the suite waits. */
  asAsked(headers: Readonly<Record<string, string>>, tries: number, longest = LONGEST_PAUSE): boolean {
    const asked = retryAfter(headers);
    if (asked !== null && asked > longest) return false;
    const seconds = Math.min(pauseAfter(tries, asked), longest);
    const pauseMs = this.#options.limiter.slowDown(seconds * 1000);
    this.#inAll += pauseMs;
    this.#unasked += Math.min(pauseMs, (seconds - (asked ?? 0)) * 1000);
    if (seconds >= 2) this.#options.onWait?.(`waiting ${seconds} s, as the service asked with its 429`);
    return true;
  }

  /** Seconds of all pauses after 429s, if they are too many to go on; otherwise `null`. */
  get tooLong(): number | null {
    return this.#unasked >= LONGEST_UNASKED || this.#inAll >= LONGEST_IN_ALL ? Math.round(this.#inAll / 1000) : null;
  }

  /** Waits before a failed request is sent again. All others wait too if overload may be the cause. */
  async backOff(result: WireResult, failures: number): Promise<void> {
    const pauseMs = Math.max(of(BACKOFF, failures), asked(result, LONGEST_BACKOFF) * 1000);
    if (isBusy(result) && this.#congestion.isLikely) this.#options.limiter.pause(pauseMs);
    else await this.#sleep(pauseMs);
  }

  /** Waits until a new key should have reached every server. */
  forKey(): Promise<void> {
    return this.#sleep(1000 * DENIED_PAUSE);
  }

  #sleep(milliseconds: number): Promise<void> {
    return this.#options.clock.sleep(milliseconds, this.#options.signal);
  }
}

/** Seconds of `Retry-After`; 0 if that is longer than the suite waits. */
function asked(result: WireResult, longest: number): number {
  const seconds = result.kind === 'answer' ? (retryAfter(result.headers) ?? 0) : 0;
  return seconds <= longest ? seconds : 0;
}

/** The pause before the next try. The last one applies to all further tries. */
function of(pauses: readonly number[], times: number): number {
  return pauses[Math.min(times, pauses.length - 1)] ?? 0;
}

import type { Clock } from './clock.ts';
import type { Failure, WireResult } from './transport.ts';

/** A service that refuses connections is waited for as long as this, in milliseconds: a restart takes some seconds. */
const LONGEST = 15_000;
/** How long nothing is asked of it then, in milliseconds. */
export const OUTAGE_PAUSE = 1000;

/**
 * Whether a service that has answered before refuses connections now: that says nothing about the request that meets it.
 */
export class Outage {
  readonly #clock: Clock;
  #hasAnswered = false;
  #since: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Learns how a request ended; `true` where it began an outage. */
  learn(result: WireResult): boolean {
    if (isRefused(result)) {
      const begins = this.#hasAnswered && this.#since === null;
      if (begins) this.#since = this.#clock.now();
      return begins;
    }
    this.#hasAnswered ||= result.kind === 'answer';
    this.#since = null;
    return false;
  }

  /** Whether the service may come back yet. */
  get mayPass(): boolean {
    return this.#since !== null && this.#clock.now() - this.#since < LONGEST;
  }

  /** Whether it was waited for in vain. */
  get lasts(): boolean {
    return this.#since !== null && !this.mayPass;
  }
}

/** Whether nothing listens at the address: no request has got anywhere. */
export function isRefused(result: WireResult): boolean {
  return result.kind === 'no-answer' && result.failure.reason === 'refused';
}

/** The failure of a request that met nothing but an outage that lasts. */
export const GONE: Failure = {
  reason: 'gone',
  message: `The service went away: it refused connections for ${LONGEST / 1000} s, though it had answered before.`,
};

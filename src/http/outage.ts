import type { Clock } from './clock.ts';
import type { Failure, WireResult } from './transport.ts';

/** How long a service that refuses connections is waited for, in milliseconds: a restart takes some seconds. */
const LONGEST = 15_000;
/** The pause between two tries meanwhile, in milliseconds. */
export const OUTAGE_PAUSE = 1000;

/**
 * Whether a service that has answered before now refuses connections: that says nothing about the request that meets it.
 */
export class Outage {
  readonly #clock: Clock;
  #hasAnswered = false;
  #since: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Learns how a request ended; `true` if an outage begins with it. */
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

  /** Whether the service was waited for and did not come back. */
  get lasts(): boolean {
    return this.#since !== null && !this.mayPass;
  }
}

/** Whether nothing accepts connections at the address. */
export function isRefused(result: WireResult): boolean {
  return result.kind === 'no-answer' && result.failure.reason === 'refused';
}

/** The failure of a request that never reached the service during a lasting outage. */
export const GONE: Failure = {
  reason: 'gone',
  message: `The service went away: it refused connections for ${LONGEST / 1000} s, though it had answered before.`,
};

import type { Limiter } from './limiter.ts';

/**
 * Guesses what a service's 503s mean: overload, or a fault of the single request. Overload is assumed until more
 * requests kept getting 503 when sent alone than recovered.
 */
export class Congestion {
  readonly #limiter: Limiter;
  #passed = 0;
  #lasted = 0;

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  get isLikely(): boolean {
    return this.#passed >= this.#lasted;
  }

  /** Allows fewer concurrent requests, and at the last retry only this one. */
  reduce(pauseMs: number, triesLeft: number): void {
    if (this.isLikely) this.#limiter.reduce(pauseMs, triesLeft > 1 ? 'half' : 'one');
  }

  /** The 503 was due to an outage, so the usual number of concurrent requests is allowed again. */
  wasOutage(): void {
    this.#limiter.restore();
  }

  /** Learns whether a request that got 503 still got it after all its retries. */
  learn(lasts: boolean): void {
    if (lasts) this.#lasted++;
    else this.#passed++;
    if (!this.isLikely) this.#limiter.restore();
  }
}

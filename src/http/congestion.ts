import type { Limiter } from './limiter.ts';

/**
 * What a 503 of a service means: too many requests at once, or a fault of this one request. It is taken for too many
 * requests until requests that are sent again alone still get 503.
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

  /** Sends fewer requests at once, and only this one at its last try. */
  reduce(pauseMs: number, triesLeft: number): void {
    if (this.isLikely) this.#limiter.reduce(pauseMs, triesLeft > 1 ? 'half' : 'one');
  }

  /** What came was an outage: as many requests at once as before. */
  wasOutage(): void {
    this.#limiter.restore();
  }

  /** Learns how a request ended that met a 503. */
  learn(lasts: boolean): void {
    if (lasts) this.#lasted++;
    else this.#passed++;
    if (!this.isLikely) this.#limiter.restore();
  }
}

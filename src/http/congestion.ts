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

  /** Sends fewer requests at once, and only this one from its last try but one; `false` if load is not the likely cause. */
  reduce(pauseMs: number, triesLeft: number): boolean {
    const { isLikely } = this;
    if (isLikely) this.#limiter.reduce(pauseMs, triesLeft > 1 ? 'half' : 'one');
    return isLikely;
  }

  /** Learns how a request ended that met a 503. */
  learn(lasts: boolean): void {
    if (lasts) this.#lasted++;
    else this.#passed++;
    if (!this.isLikely) this.#limiter.restore();
  }
}

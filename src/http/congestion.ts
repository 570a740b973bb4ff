import type { Limiter } from './limiter.ts';

/**
 * What 503 means at a service: that too much is asked of it at once, or that this one request is answered so. It is taken
 * for the former until requests that were asked again alone go on to be answered 503.
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

  /** Asks less of the service, from a request's last try but one on nothing besides it; `false` where that is no use. */
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

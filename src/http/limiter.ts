import { setTimeout as delay } from 'node:timers/promises';

/** How many requests are in flight at once; a service that answers 429 is asked less for the rest of the run. */
export class Limiter {
  #limit: number;
  #inFlight = 0;
  #resumeAt = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Runs a task when there is room for it, and not before a pause is over. */
  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#room();
    try {
      await this.#pause(signal);
      return await task();
    } finally {
      this.#inFlight--;
      this.#waiting.shift()?.();
    }
  }

  /** After a 429: half as many at once from now on, and none for so many milliseconds. */
  slowDown(pauseMs: number): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.#resumeAt = Math.max(this.#resumeAt, Date.now() + pauseMs);
  }

  async #room(): Promise<void> {
    while (this.#inFlight >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#inFlight++;
  }

  async #pause(signal?: AbortSignal): Promise<void> {
    for (let left = this.#resumeAt - Date.now(); left > 0; left = this.#resumeAt - Date.now())
      await delay(left, undefined, signal ? { signal } : {}).catch((reason: unknown) => {
        if (!signal?.aborted) throw reason;
        this.#resumeAt = 0;
      });
  }
}

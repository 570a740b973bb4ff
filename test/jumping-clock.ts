import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../src/http/clock.ts';

/** Time that stands still, and jumps where somebody waits: whole minutes pass in no time, and nothing is ever late. */
export class JumpingClock implements Clock {
  readonly #begin = Date.now();
  #time = 0;

  now(): number {
    return this.#time;
  }

  /** Whoever waits at the same time waits together. */
  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const until = this.#time + milliseconds;
    await setImmediate();
    if (signal?.aborted !== true) this.#time = Math.max(this.#time, until);
  }

  /** The same time for a publisher. */
  date(): Date {
    return new Date(this.#begin + this.#time);
  }
}

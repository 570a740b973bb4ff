import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../src/http/clock.ts';

/** A clock that stands still and jumps when somebody waits. Minutes pass at once, and nothing is ever late. */
export class JumpingClock implements Clock {
  readonly #begin = Date.now();
  #time = 0;

  now(): number {
    return this.#time;
  }

  /** Everybody who waits at the same time waits together. */
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

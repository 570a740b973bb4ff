import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/http/exchange-ledger.ts';

/** Time that stands still, and jumps where somebody waits: whole minutes pass in no time, and nothing is ever late. */
export class JumpingClock implements Clock {
  readonly #begin = Date.now();
  #time = 0;

  now(): number {
    return this.#time;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await setImmediate();
    if (signal?.aborted !== true) this.#time += milliseconds;
  }

  /** The same time for a publisher. */
  date(): Date {
    return new Date(this.#begin + this.#time);
  }
}

import { setTimeout as delay } from 'node:timers/promises';

/** Measures and times waits. */
export interface Clock {
  /** Milliseconds; never goes back. */
  now(): number;
  /** Ends early when the signal does; never rejects for it. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    delay(milliseconds, undefined, signal ? { signal } : {}).catch((reason: unknown) => {
      if (signal?.aborted !== true) throw reason;
    }),
};

import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** In milliseconds; never goes back. */
  now(): number;
  /** Returns early if the signal is aborted; never rejects because of that. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    delay(milliseconds, undefined, signal ? { signal } : {}).catch((reason: unknown) => {
      if (signal?.aborted !== true) throw reason;
    }),
};

import type { ExchangeLedger } from '../../../src/http/exchange-ledger.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { retryAfter } from '../../../src/http/retry.ts';

// Waits where wrong keys are answered 429, within bounds.

/** The longest `Retry-After`, in seconds, that the client waits for. */
export const PATIENCE = 5;
/** For so many seconds each call waits besides, at most: many limits are for a minute, and a lockout takes longer. */
const A_MINUTE = 65;
/** For so many seconds all calls wait besides, at most; those that wait at once wait together. */
const ALL_WAITS = 180;

export type Time = Pick<ExchangeLedger, 'pause' | 'notice'>;

/** Asks again after a 429 as it says, where that is longer than the client waits and the bounds allow it. */
export function outwaiting(time: Time): (ask: () => Promise<Reply>) => Promise<Reply> {
  let left = ALL_WAITS;
  let waiting: Promise<boolean> | null = null;
  const wait = async (seconds: number): Promise<boolean> => {
    left -= seconds;
    time.notice(`waiting ${seconds} s, as the service asked with its 429`);
    const goesOn = await time.pause(seconds * 1000);
    waiting = null;
    return goesOn;
  };
  return async (ask) => {
    let reply = await ask();
    let ownLeft = A_MINUTE;
    for (;;) {
      const seconds = reply.status === 429 ? (retryAfter(reply.headers) ?? 0) : 0;
      if (seconds <= PATIENCE || seconds > ownLeft || (waiting === null && seconds > left)) return reply;
      ownLeft -= seconds;
      waiting ??= wait(seconds);
      if (!(await waiting)) return reply;
      reply = await ask();
    }
  };
}

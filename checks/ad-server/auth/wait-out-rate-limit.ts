import type { ExchangeLedger } from '../../../src/http/exchange-ledger.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { retryAfter } from '../../../src/http/retry.ts';

// Waits, within bounds, if a wrong key gets 429.

/** The longest `Retry-After`, in seconds, that the client waits for. */
export const PATIENCE = 5;
/** The most that each call waits in addition, in seconds: many limits last a minute, and a lockout lasts longer. */
const MOST_PER_CALL = 65;
/** The most that all calls together wait in addition, in seconds; calls that wait at the same time share the wait. */
const MOST_IN_ALL = 180;

export type Time = Pick<ExchangeLedger, 'pause' | 'notice'>;

/** Waits for a `Retry-After` that is longer than the client waits, within bounds, and sends the request again. */
export function outwaiting(time: Time): (ask: () => Promise<Reply>) => Promise<Reply> {
  let left = MOST_IN_ALL;
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
    let ownLeft = MOST_PER_CALL;
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

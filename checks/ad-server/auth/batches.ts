import type { Authorization } from '../../../src/http/client.ts';
import type { ExchangeLedger } from '../../../src/http/exchange-ledger.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { retryAfter } from '../../../src/http/retry.ts';
import { PRESENTATIONS } from './wrong-credentials.ts';
import type { Attempt, Attempts, Guarded } from './wrong-key-verdicts.ts';

/** Services usually lock a client out after more wrong keys than this. */
const KEYS_AT_ONCE = 4;

export interface Planned extends Guarded, Pick<Attempt, 'presentation'> {
  readonly as: Authorization | null;
}

interface Sending extends Planned {
  reply: Reply | null;
  certain: boolean;
}

/**
 * Sends wrong credentials in batches, and the right key after each. The answers of a batch are certain if the right key
 * is accepted after it. If the right key is refused, the client is locked out and nothing more is sent. Requests
 * that present no key are sent beside the right key of the batch before.
 */
export async function sendInBatches(
  planned: readonly Planned[],
  withRightKey: () => Promise<Reply>,
  time: Time,
): Promise<Attempts> {
  const outwait = outwaiting(time);
  const send = async (some: readonly Sending[] = []) =>
    Promise.all(
      some.map(async (one) => {
        one.reply = await outwait(() => one.call({ as: one.as, longestPause: PATIENCE }));
      }),
    );
  const list = planned.map((one): Sending => ({ ...one, reply: null, certain: false }));
  const batches = batchesOf(list);
  for (const [index, { keys, withoutKey }] of batches.entries()) {
    await send(index === 0 ? [...withoutKey, ...keys] : keys);
    const sent = list.filter(({ reply }) => reply !== null);
    const [right] = await Promise.all([outwait(withRightKey), send(batches[index + 1]?.withoutKey)]);
    if (!isServed(right)) return { list, lockedOut: right };
    for (const one of sent) one.certain = true;
  }
  return { list, lockedOut: null };
}

/** Requests that present no key are spread over the batches: a lockout does not count them. */
function batchesOf(list: readonly Sending[]) {
  const others = list.filter(({ presentation }) => PRESENTATIONS[presentation].isNoKey);
  const keys = list.filter((one) => !others.includes(one));
  const count = Math.ceil(Math.max(keys.length, others.length) / KEYS_AT_ONCE);
  return Array.from({ length: count }, (_none, batch) => ({
    withoutKey: others.filter((_one, index) => index % count === batch),
    keys: keys.slice(batch * KEYS_AT_ONCE, (batch + 1) * KEYS_AT_ONCE),
  }));
}

/** The longest `Retry-After`, in seconds, that the client waits for. */
export const PATIENCE = 5;
/** The most that each call waits in addition, in seconds: many limits last a minute, and a lockout lasts longer. */
const MOST_PER_CALL = 65;
/** The most that all calls together wait in addition, in seconds; calls that wait at the same time share the wait. */
const MOST_IN_ALL = 180;

type Time = Pick<ExchangeLedger, 'pause' | 'notice'>;

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

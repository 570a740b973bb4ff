import type { Authorization } from '../../../src/http/client.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
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
): Promise<Attempts> {
  const send = async (some: readonly Sending[] = []) =>
    Promise.all(
      some.map(async (one) => {
        one.reply = await one.call({ as: one.as, longestPause: PATIENCE });
      }),
    );
  const list = planned.map((one): Sending => ({ ...one, reply: null, certain: false }));
  const batches = batchesOf(list);
  for (const [index, { keys, withoutKey }] of batches.entries()) {
    await send(index === 0 ? [...withoutKey, ...keys] : keys);
    const sent = list.filter(({ reply }) => reply !== null);
    const [right] = await Promise.all([withRightKey(), send(batches[index + 1]?.withoutKey)]);
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

/** The longest `Retry-After`, in seconds, that is waited for: many limits last a minute, and a lockout lasts longer. */
export const PATIENCE = 65;

import type { Authorization } from '../../../src/http/client.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { PRESENTATIONS, type Presentation } from './credentials.ts';
import { outwaiting, PATIENCE, type Time } from './wait-out-rate-limit.ts';
import type { Attempt, Attempts, Guarded } from './wrong-key-verdicts.ts';

// Sends wrong keys in batches, and the right key after each batch, so that a lockout is noticed.

/** Services usually lock a client out after more wrong keys than this. */
const KEYS_AT_ONCE = 4;

export interface Planned extends Guarded {
  readonly presentation: Presentation;
  readonly as: Authorization | null;
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
  const answers = new Map<Planned, Pick<Attempt, 'reply' | 'certain'>>();
  const send = async (some: readonly Planned[] = []) =>
    Promise.all(
      some.map(async (one) => {
        answers.set(one, {
          reply: await outwait(() => one.call({ as: one.as, longestPause: PATIENCE })),
          certain: false,
        });
      }),
    );
  const batches = batchesOf(planned);
  let lockedOut: Reply | null = null;
  for (const [index, { keys, withoutKey }] of batches.entries()) {
    await send(index === 0 ? [...withoutKey, ...keys] : keys);
    const sent = [...answers];
    const [right] = await Promise.all([outwait(withRightKey), send(batches[index + 1]?.withoutKey)]);
    if (!isServed(right)) {
      lockedOut = right;
      break;
    }
    for (const [one, { reply }] of sent) answers.set(one, { reply, certain: true });
  }
  const list = planned.map((one) => {
    const { presentation, endpoint, call } = one;
    return { presentation, endpoint, call, ...(answers.get(one) ?? UNSENT) };
  });
  return { list, lockedOut };
}

const UNSENT = { reply: null, certain: false };

interface Batch {
  readonly keys: readonly Planned[];
  readonly withoutKey: readonly Planned[];
}

/** Requests that present no key are spread over the batches: a lockout does not count them. */
function batchesOf(planned: readonly Planned[]): readonly Batch[] {
  const others = planned.filter(({ presentation }) => PRESENTATIONS[presentation].isNoKey);
  const keys = planned.filter(({ presentation }) => !PRESENTATIONS[presentation].isNoKey);
  const count = Math.ceil(Math.max(keys.length, others.length) / KEYS_AT_ONCE);
  return Array.from({ length: count }, (_none, batch) => ({
    withoutKey: others.filter((_one, index) => index % count === batch),
    keys: keys.slice(batch * KEYS_AT_ONCE, (batch + 1) * KEYS_AT_ONCE),
  }));
}

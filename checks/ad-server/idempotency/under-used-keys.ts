import type { Desk } from '../desk/desk.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { hasLines, isAccepted, isConflict, type Booking, type Sent } from '../readers/booking.ts';
import { isMissed, type ChangedBody, type SentChanged } from './changed-bodies.ts';

/** Keys are often kept in the memory of a process, and connections kept alive lead to the same one. */
export const OF_ANY_PROCESS = { fresh: true } as const;

/** A success without lines is judged as the answer to a conflict alone. */
export const UNDER_USED_KEY = { unheeded: (reply: Reply) => isAccepted({ reply }) && !hasLines(reply) };

/** Sends bodies under a key that was used for another one. */
export async function sendChanged(desk: Desk, queue: readonly ChangedBody[], first: Booking): Promise<SentChanged[]> {
  const sent: SentChanged[] = [];
  for (const change of queue) {
    const isFirst = sent.length === 0;
    const options = isFirst ? { ...UNDER_USED_KEY, ...OF_ANY_PROCESS } : UNDER_USED_KEY;
    const one = { ...change, first, ...(await desk.send(change.request, options)) };
    sent.push({ ...one, isOfOtherProcess: isFirst && isMissed(one) && (await isOfOtherProcess(desk, one)) });
  }
  return sent;
}

const TIMES = 4;

/** Whether a body that was accepted under a used key is refused and then accepted again: by one process and by another. */
async function isOfOtherProcess(desk: Desk, { request }: Sent): Promise<boolean> {
  let wasRefused = false;
  for (let times = 0; times < TIMES; times++) {
    const again = await desk.send(request, { ...UNDER_USED_KEY, ...OF_ANY_PROCESS });
    if (wasRefused && isAccepted(again)) return true;
    wasRefused ||= isConflict(again);
  }
  return false;
}

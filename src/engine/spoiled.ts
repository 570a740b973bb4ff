import type { Reply } from '../http/reply.ts';
import type { Check } from './node.ts';

const spoiled = new WeakMap<Reply, Check<unknown>>();

/** Notes that an answer broke a rule which leaves nothing else to judge in it, such as a redirect. */
export function spoil(reply: Reply, by: Check<unknown>): void {
  spoiled.set(reply, by);
}

/** The rule that an answer broke in such a way; `undefined` where it can be judged. */
export function spoiledBy(reply: Reply): Check<unknown> | undefined {
  return spoiled.get(reply);
}

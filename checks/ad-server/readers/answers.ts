import { otherAnswer, violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';

const AD_SERVER = ['health', 'inventory', 'forecast', 'orders', 'reports'];

export const isAdServer = ({ endpoint }: Reply): boolean => AD_SERVER.includes(endpoint);

/** Not what a gateway says while the service is restarted. */
export const isOwn = (reply: Reply): boolean => isAdServer(reply) && reply.isOfGateway !== true;

/** The ways in which a service locks a client out, whatever its key. */
const LOCKS_OUT: readonly (number | null)[] = [null, 401, 403, 423, 429];

/** Whether the answer to the right key is neither a success nor a refusal of the key. */
export const isBreakdown = ({ status }: Reply): boolean => status !== 200 && !LOCKS_OUT.includes(status);

/** A 5xx that came again on a retry, or another status that does not refuse a key; redirects do not count. */
export function isLastingBreakdown(reply: Reply): boolean {
  const status = reply.status ?? 0;
  const isRedirect = status >= 300 && status < 400;
  return isBreakdown(reply) && !isRedirect && (status < 500 || reply.callIds.length > 1);
}

/** So many that fail first, and are served when they are sent again, are no chance. */
const NEVER_AT_ONCE = 6;

/** Expects some of these requests to be answered when they are sent first, with a status. */
export function expectSomeAtOnce(sent: readonly { readonly reply: Reply }[], status: number, what: string): void {
  const first = sent.flatMap(({ reply }) => reply.failed.filter(isOwn).slice(0, 1));
  const [shows] = first;
  if (shows === undefined || first.length < Math.max(sent.length, NEVER_AT_ONCE)) return;
  const circumstance = `to each of ${first.length} ${what}, and ${sent[0]?.reply.status ?? ''} when each was sent again`;
  const fix =
    'Look into your log for what fails the first time: often what comes after the transaction, or what writes the answer, such as a type that has no JSON.';
  violation(otherAnswer(shows, [status], { circumstance, fix }));
}

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

import type { Reply } from '../../../src/http/reply.ts';

/** How a client is locked out, whatever its key. */
const LOCKS_OUT: readonly (number | null)[] = [null, 401, 403, 423, 429];

/** Whether an answer to the right key is neither a good one nor one that refuses the key. */
export function isBreakdown({ status }: Reply): boolean {
  return status !== 200 && !LOCKS_OUT.includes(status);
}

/** A 5xx that came again when asked again, or another status that no key is refused with; redirects aside. */
export function isLastingBreakdown(reply: Reply): boolean {
  const status = reply.status ?? 0;
  const isRedirect = status >= 300 && status < 400;
  return isBreakdown(reply) && !isRedirect && (status < 500 || reply.exchanges.length > 1);
}

import type { Wire } from '../../../src/engine/wire.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { PATIENCE } from './outwaiting.ts';
import type { RightCall } from './batches.ts';

/** How a client is locked out, whatever its key. */
const LOCKS_OUT: readonly (number | null)[] = [null, 401, 403, 423, 429];

/** Whether an answer to the right key is neither a good one nor one that refuses the key. */
function isBreakdown({ status }: Reply): boolean {
  return status !== 200 && !LOCKS_OUT.includes(status);
}

/** A 5xx that was given again when asked again, or another status that no key is refused with; redirects aside. */
export function isLastingBreakdown(reply: Reply): boolean {
  const status = reply.status ?? 0;
  const isRedirect = status >= 300 && status < 400;
  return isBreakdown(reply) && !isRedirect && (status < 500 || reply.exchanges.length > 1);
}

/** The right key where wrong ones are tried. */
interface RightKey extends RightCall {
  /** What `GET /health` answers it, and goes on to, though it is good elsewhere. */
  readonly brokenHealth: () => Reply | null;
}

/**
 * The right key at `GET /health`, or at `GET /inventory` where it alone takes the key. A `GET /health` that breaks down
 * meanwhile is no lockout while the inventory is still read; it is asked once more, for the rules about every answer.
 */
export function rightKey(
  http: Pick<Wire, 'health' | 'inventory'>,
  healthy: readonly Reply[] | undefined,
  listing: Reply | undefined,
): RightKey {
  const patient = { longestPause: PATIENCE };
  const readInventory = () => http.inventory({ limit: 1 }, patient);
  let broken: Reply | null = null;
  const readHealth = async () => {
    const reply = await http.health({ ...patient, unheeded: isBreakdown });
    if (!isBreakdown(reply) || listing === undefined || !isServed(listing)) return reply;
    const elsewhere = await readInventory();
    if (!isServed(elsewhere)) return reply;
    const again = await http.health(patient);
    // Good again, it may have been a lockout after all, and a short one.
    if (!isBreakdown(again)) return again.status === 200 ? reply : again;
    broken = again;
    return elsewhere;
  };
  const usual = healthy ?? (listing === undefined ? [] : [listing]);
  return {
    call: () => (healthy === undefined || broken !== null ? readInventory() : readHealth()),
    usualMs: usual.length === 0 ? 0 : Math.min(...usual.map(({ durationMs }) => durationMs)),
    brokenHealth: () => broken,
  };
}

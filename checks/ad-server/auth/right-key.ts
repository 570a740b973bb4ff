import type { Wire } from '../../../src/engine/wire.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { isBreakdown } from '../readers/breakdown.ts';
import { PATIENCE } from './outwaiting.ts';
import type { RightCall } from './batches.ts';

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

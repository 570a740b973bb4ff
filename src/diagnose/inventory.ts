import { isDenied } from '../http/reply.ts';
import { faultsOf } from '../schema/faults.ts';
import { inventorySlot } from '../schema/generated/validators.js';
import { member } from '../text/json.ts';
import { errorMessage, inSeconds } from './health.ts';
import { nearPatience, paceOf } from './pace.ts';
import type { StepContext } from './step-context.ts';
import { type Answered, endpoint } from './probe.ts';
import type { Seen } from './walk.ts';

/** The second half of the client's probe, which never makes the connection fail (ad-server §3). */
export async function takeInventoryStep(context: StepContext, base: URL, key: string | null): Promise<void> {
  const { walk, probe } = context;
  await walk.look('inventory', async () => {
    const seen = await probe.get(endpoint(base, '/inventory', 'limit=1'), key);
    if ('status' in seen) return judge(context, seen);
    const { message, reason } = seen.failure;
    walk.advise(
      'publisher',
      'Make GET /inventory?limit=1 answer. The connection works without it, but no slots can be listed.',
    );
    return { outcome: 'warn', message: unverified(message), details: { exchange: seen.callId, reason } };
  });
}

function judge({ walk, probe }: StepContext, seen: Answered): Seen {
  const { status, json, callId } = seen;
  const details = { exchange: callId, status };
  const data = json.ok ? member(json.value, 'data') : undefined;
  if (status === 200 && Array.isArray(data)) {
    walk.inventoryRead = true;
    const slots: readonly unknown[] = data;
    const fault = slots.flatMap((slot) => faultsOf(inventorySlot, slot))[0];
    if (fault) {
      const sentence = `${probe.text(fault.pointer, 100)}: expected ${fault.expected}, got ${probe.text(fault.actual, 150)}`;
      walk.advise('publisher', `Correct the slots of GET /inventory. At ${sentence}.`);
      return {
        outcome: 'warn',
        message: `Lists slots, but at ${sentence}.`,
        details: { ...details, slots: slots.length },
      };
    }
    const time = inSeconds(seen.durationMs);
    const slow = paceOf(seen.durationMs) === 'in-time' ? '' : `, after ${time}`;
    if (slow !== '') walk.advise('publisher', nearPatience('GET /inventory?limit=1', time));
    const found = slots.length === 0 ? 'Lists no slot: nothing can be booked yet.' : `Lists slots${slow}.`;
    const outcome = slow !== '' ? 'warn' : slots.length === 0 ? 'info' : 'pass';
    return { outcome, message: found, details: { ...details, slots: slots.length } };
  }
  const own = errorMessage(probe, seen);
  walk.advise('publisher', isDenied(seen) ? WIDEN_SCOPE : ANSWER_WITH_DATA);
  const found =
    status === 200
      ? `Got 200 with ${json.ok ? 'JSON without a data array' : json.problem}`
      : `Got ${status}${own === null ? '' : `, “${own}”`}`;
  return { outcome: 'warn', message: unverified(`${found}.`), details };
}

const WIDEN_SCOPE =
  'Give the key the scope to read inventory. The connection works now, but the first real call for slots will set it to error.';
const ANSWER_WITH_DATA =
  'Answer GET /inventory?limit=1 with 200 and a data array. The connection works without it, but no slots can be listed.';

function unverified(found: string): string {
  return `${found} The connection works all the same; inventory_read stays not_verified.`;
}

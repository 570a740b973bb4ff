import { isDenied } from '../http/reply.ts';
import { faultsOf } from '../schema/faults.ts';
import { inventorySlot } from '../schema/generated/validators.js';
import { member } from '../text/json.ts';
import { errorMessage } from './health.ts';
import type { StepContext } from './step-context.ts';
import { type Answered, endpoint } from './probe.ts';
import type { Found } from './walk.ts';

/** The second half of the client's probe, which never fails the connection (ad-server §3). */
export async function takeInventoryStep(context: StepContext, base: URL, key: string | null): Promise<void> {
  const { walk, probe } = context;
  await walk.take('inventory', async () => {
    const seen = await probe.get(endpoint(base, '/inventory', 'limit=1'), key);
    if ('status' in seen) return judge(context, seen);
    const { message, reason } = seen.failure;
    walk.advise(
      'publisher',
      'Make GET /inventory?limit=1 answer: the connection stands without it, but slots cannot be listed.',
    );
    return {
      outcome: 'warn',
      message: unverified(message),
      details: { exchange: seen.exchange, reason },
      value: undefined,
    };
  });
}

function judge({ walk, probe }: StepContext, seen: Answered): Found<undefined> {
  const { status, json, exchange } = seen;
  const details = { exchange, status };
  const data = json.ok ? member(json.value, 'data') : undefined;
  if (status === 200 && Array.isArray(data)) {
    walk.inventoryRead = true;
    const slots: readonly unknown[] = data;
    const fault = slots.flatMap((slot) => faultsOf(inventorySlot, slot))[0];
    if (fault) {
      const sentence = `${probe.text(fault.pointer, 100)} must be ${fault.expected}, and is ${probe.text(fault.actual, 150)}`;
      walk.advise('publisher', `Correct the slots of GET /inventory: ${sentence}.`);
      return {
        outcome: 'warn',
        message: `It lists slots, the first with a fault: ${sentence}.`,
        details: { ...details, slots: slots.length },
        value: undefined,
      };
    }
    const found = slots.length === 0 ? 'It lists no slot: nothing can be booked yet.' : 'It lists slots.';
    const outcome = slots.length === 0 ? 'info' : 'pass';
    return { outcome, message: found, details: { ...details, slots: slots.length }, value: undefined };
  }
  const own = errorMessage(probe, seen);
  if (isDenied(seen)) {
    walk.advise(
      'publisher',
      'Give the key the scope to read inventory: the connection stands now, but the first real call for slots will set it to error.',
    );
  } else {
    walk.advise(
      'publisher',
      'Make GET /inventory?limit=1 answer 200 with a data array: the connection stands without it, but slots cannot be listed.',
    );
  }
  const found =
    status === 200
      ? `It answers 200 with ${json.ok ? 'JSON without a data array' : json.problem}`
      : `It answers ${status}${own === null ? '' : ` and says “${own}”`}`;
  return { outcome: 'warn', message: unverified(`${found}.`), details, value: undefined };
}

function unverified(found: string): string {
  return `${found} This does not fail the connection; inventory_read stays not_verified.`;
}

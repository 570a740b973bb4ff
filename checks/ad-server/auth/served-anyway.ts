import { violation } from '../../../src/engine/expect.ts';
import type { Endpoint, Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { placeWhere, type Place } from '../../../src/text/pointer.ts';

// Finds data in a refusal that only a valid credential should get.

/** By endpoint, a member that successful answers have and refusals do not need. */
const SERVED_MEMBERS: Readonly<Partial<Record<Endpoint, string>>> = {
  health: 'capabilities',
  inventory: 'inventory_id',
  forecast: 'available_impressions',
  orders: 'line_item_id',
  reports: 'impressions',
};

export function expectNothingServed(reply: Reply): void {
  const found = servedAnyway(reply);
  if (found !== null)
    violation({
      expected: `status ${reply.status ?? ''} with the error alone`,
      actual: `status ${reply.status ?? ''} with ${found.name} ${shown(found.value)}`,
      pointer: found.pointer,
      replies: [reply],
    });
}

/** The data of a successful answer in this answer, and where; `null` if there is none. */
export function servedAnyway({ endpoint, json }: Reply): (Place & { readonly name: string }) | null {
  const name = SERVED_MEMBERS[endpoint];
  if (name === undefined || !json.ok) return null;
  const found = placeWhere(json.value, (value, member) => member === name && value !== null);
  return found && { name, ...found };
}

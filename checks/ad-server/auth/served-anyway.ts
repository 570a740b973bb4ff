import { violation } from '../../../src/engine/expect.ts';
import type { Endpoint, Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { placeWhere, type Place } from '../../../src/text/pointer.ts';

// Whether a refusal holds what only a good credential is served.

/** By endpoint, a member that its good answer has and no refusal needs. */
const TELLING: Readonly<Partial<Record<Endpoint, string>>> = {
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

/** What of a good answer stands in an answer, and where; `null` where nothing does. */
export function servedAnyway({ endpoint, json }: Reply): (Place & { readonly name: string }) | null {
  const name = TELLING[endpoint];
  if (name === undefined || !json.ok) return null;
  const found = placeWhere(json.value, (value, member) => member === name && value !== null);
  return found && { name, ...found };
}

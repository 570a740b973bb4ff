import { violation } from '../../../src/engine/expect.ts';
import type { Endpoint, Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';

/** By endpoint, a member that its good answer has and no refusal needs. */
const TELLING: Readonly<Partial<Record<Endpoint, string>>> = {
  health: 'capabilities',
  inventory: 'inventory_id',
  forecast: 'available_impressions',
  orders: 'line_item_id',
  reports: 'impressions',
};

/** Expects a refusal not to hold what it refuses. */
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
export function servedAnyway({ endpoint, json }: Reply): { name: string; pointer: string; value: unknown } | null {
  const name = TELLING[endpoint];
  if (name === undefined || !json.ok) return null;
  const found = find(json.value, name, '', 0);
  return found && { name, ...found };
}

/** Good answers are no deeper than this. */
const DEPTH = 8;

function find(
  value: unknown,
  name: string,
  pointer: string,
  depth: number,
): { pointer: string; value: unknown } | null {
  if (typeof value !== 'object' || value === null || depth > DEPTH) return null;
  for (const [member, inner] of Object.entries(value) as [string, unknown][]) {
    const place = `${pointer}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (member === name && inner !== null) return { pointer: place, value: inner };
    const below = find(inner, name, place, depth + 1);
    if (below !== null) return below;
  }
  return null;
}

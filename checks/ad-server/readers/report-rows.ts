import type { ShapeFault } from '../../../src/causes/found.ts';
import { differs } from '../../../src/engine/expect.ts';
import type { Finding } from '../../../src/engine/signal.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { deliveryReport } from '../../../src/schema/generated/validators.js';
import { cut } from '../../../src/text/cut.ts';
import { faultsIn, member, valueAt } from '../../json.ts';

export const hasRows = (reply: Reply): boolean => Array.isArray(valueAt(reply, 'rows'));

export function rowsOf(reply: Reply): readonly unknown[] {
  const rows = valueAt(reply, 'rows');
  return Array.isArray(rows) ? rows : [];
}

export function lineIdsIn(reply: Reply): string[] {
  const ids = rowsOf(reply).map((row) => member(row, 'line_item_id'));
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

/** The first row that reports delivery for one of these lines. `names` says more about some lines. */
export function deliveryOf(
  ids: readonly string[],
  reply: Reply,
  names: ReadonlyMap<unknown, string> = new Map(),
): Finding | null {
  for (const [index, row] of rowsOf(reply).entries())
    for (const name of ['impressions', 'clicks']) {
      // Other rules check that ids are strings; delivery counts all the same.
      const id = String(member(row, 'line_item_id'));
      const delivered = member(row, name);
      if (!ids.includes(id) || !(Number(delivered) > 0)) continue;
      return differs({
        expected: `0 ${name} for a line that is a draft`,
        actual: `${cut(String(delivered), 20)} ${name} for line_item_id ${cut(JSON.stringify(id), 120)}${names.get(id) ?? ''}`,
        pointer: `/rows/${index}/${name}`,
        replies: [reply],
      });
    }
  return null;
}

export function faultsByRule(reply: Reply): ReadonlyMap<string, readonly ShapeFault[]> {
  const byRule = new Map<string, ShapeFault[]>();
  for (const fault of faultsIn(reply, deliveryReport)) {
    const rule = ruleAt(fault.pointer);
    const faults = byRule.get(rule) ?? [];
    faults.push(fault);
    byRule.set(rule, faults);
  }
  return byRule;
}

function ruleAt(pointer: string): string {
  const [, top, , member] = pointer.split('/');
  if (top === 'next_cursor') return 'reports.cursor-form';
  return member === undefined ? 'reports.rows-is-array' : `reports.row-${member.replaceAll('_', '-')}`;
}

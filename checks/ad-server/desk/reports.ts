import type { ShapeFault } from '../../../src/causes/found.ts';
import { differs } from '../../../src/engine/expect.ts';
import type { Finding } from '../../../src/engine/signal.ts';
import { type Reply, hasFailed, isServed, isSuccess } from '../../../src/http/reply.ts';
import { isOfCsrf } from '../../../src/http/who-answered.ts';
import { deliveryReport } from '../../../src/schema/generated/validators.js';
import { cut } from '../../../src/text/cut.ts';
import { faultsIn, member, valueAt } from '../../json.ts';
import type { Flight } from '../../../src/contract/flight-date.ts';
import type { Reported, RequestBodies } from './material.ts';
import type { Wire } from '../../../src/engine/wire.ts';

export const hasRows = (reply: Reply): boolean => Array.isArray(valueAt(reply, 'rows'));

export function rowsOf(reply: Reply): readonly unknown[] {
  const rows = valueAt(reply, 'rows');
  return Array.isArray(rows) ? rows : [];
}

export function lineIdsIn(reply: Reply): string[] {
  const ids = rowsOf(reply).map((row) => member(row, 'line_item_id'));
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

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

const isNumber = (id: string) => /^\d{1,40}$/.test(id);

/** What ids may become on their way: another case, no blanks, a number, the last part alone. */
const FORMS: readonly ((id: string) => string)[] = [
  (id) => id.toLowerCase(),
  (id) => id.trim(),
  (id) => (isNumber(id) ? String(Number(id)) : id),
  // Shorter parts may coincide.
  (id) => /[\p{L}\p{N}-]{4,}$/u.exec(id)?.[0] ?? id,
];

/** The ids by what they became, if at least half of them changed in one and the same way: less may be chance. */
export function alteredIds(ids: readonly string[], found: readonly string[]): ReadonlyMap<string, string> {
  const known = new Set(ids);
  if (found.some((id) => !known.has(id)))
    for (const form of FORMS) {
      const byForm = new Map(ids.map((id) => [form(id), id]));
      const coversHalf = new Set(found).size * 2 >= byForm.size;
      if (coversHalf && found.every((as) => byForm.has(form(as))))
        return new Map(found.flatMap((as) => (known.has(as) ? [] : [[as, byForm.get(form(as)) ?? as]])));
    }
  return new Map();
}

export const PLACEHOLDERS = {
  line_item_ids: '{{line_item_ids}}',
  start_date: '{{start_date}}',
  end_date: '{{end_date}}',
} as const;

/** Without ids, a member that has nothing else is left out of the JSON. */
export function filled(template: unknown, ids: readonly string[] | null, flight: Flight): unknown {
  if (template === PLACEHOLDERS.line_item_ids) return ids ?? undefined;
  if (typeof template === 'string')
    return template
      .replaceAll(PLACEHOLDERS.line_item_ids, (ids ?? []).join(','))
      .replaceAll(PLACEHOLDERS.start_date, flight.start_date)
      .replaceAll(PLACEHOLDERS.end_date, flight.end_date);
  if (Array.isArray(template))
    return template.map((item) => filled(item, ids, flight)).filter((item) => item !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, filled(value, ids, flight)]));
}

/** Requests the report again for these lines, or in the form that was accepted before. */
export async function askAgain(http: Wire, ids: readonly string[], { by, own }: Reported): Promise<Reported> {
  const reply = await http.reports({ json: by.about(ids) });
  if (!isRefused(reply)) return asReported(by, reply, null);
  if (isRefused(own)) return asReported(by, reply, await http.reports({ json: by.about([]) }));
  return asReported(by, await http.reports({ json: by.own }), null);
}

export function asReported(by: RequestBodies, own: Reply, wide: Reply | null, single: Reply | null = null): Reported {
  const taken = [own, wide, single].filter((reply) => reply !== null).filter(isSuccess);
  // A single line does not stand for the others.
  const isGiven = [own, wide].some((reply) => reply !== null && isServed(reply));
  return { own, wide, single, by, served: isGiven ? taken.filter(isServed) : [], taken };
}

const REFUSALS: readonly Reply['status'][] = [400, 404, 409, 413, 415, 422];

export const isRefused = (reply: Reply): boolean => REFUSALS.includes(reply.status) && !isOfCsrf(reply);

/** Whether there is a report to judge. A 5xx, including 501, is never a valid answer to a report request. */
export function isReported({ own, served }: Pick<Reported, 'own' | 'served'>): boolean {
  return served.length > 0 && !hasFailed(own);
}

/** What the ids became in a report on these lines. A report that is the same for any lines does not show it. */
export function alteredIn(ids: readonly string[], { own, wide, by, served }: Reported): ReadonlyMap<string, string> {
  const found = lineIdsIn(own);
  const isOfAny =
    JSON.stringify(by.own) === JSON.stringify(by.about([])) ||
    (wide !== null && served.includes(wide) && lineIdsIn(wide).toSorted().join() === found.toSorted().join());
  return alteredIds(isOfAny ? [] : ids, found);
}

/**
 * An id that no order has, where a report on one line has nothing else: if one on all lines has as many such ids as lines,
 * or, since drafts deliver nothing, if its rows are all zero and one on no line has none.
 */
export function strangeIds(
  ids: readonly string[],
  { own, wide, single, served }: Reported,
): ReadonlyMap<string, string> {
  if (single === null) return new Map();
  const [found, [alone, ...more]] = [lineIdsIn(own), lineIdsIn(single)];
  if (alone === undefined || more.length > 0 || ids.length < 2) return new Map();
  const isOfEach = found.length === ids.length && found.includes(alone);
  const isIdle = rowsOf(single).every((row) => member(row, 'impressions') === 0);
  const isOnlyIfAsked = wide !== null && served.includes(wide) && lineIdsIn(wide).length === 0 && isIdle;
  const areStrange = ![alone, ...found].some((id) => ids.includes(id));
  return new Map(areStrange && (isOfEach || isOnlyIfAsked) ? [[alone, ids.at(-1) ?? alone]] : []);
}

import { violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { cut } from '../../../src/text/cut.ts';
import { member, valueAt } from '../../json.ts';
import { linesOf } from './booking.ts';
import { isId } from './same-ids.ts';

// Compares the ids of several answers: no id has two owners, and no reference two ids.

/** An id in an answer, its place, and the reference it belongs to. */
interface Named {
  readonly id: string;
  readonly owner: string;
  readonly pointer: string;
  readonly reply: Reply;
}

export function orderRef(request: unknown): string | null {
  const ref = member(member(request, 'order'), 'external_ref');
  return typeof ref === 'string' ? ref : null;
}

export function orderIn(reply: Reply, request = reply.asked): Named[] {
  const owner = orderRef(request);
  const id = valueAt(reply, 'order_id');
  return owner === null || !isId(id) ? [] : [{ id: String(id), owner, pointer: '/order_id', reply }];
}

export function lineOwner(ref: string, order: string): string {
  return `${ref} of ${order}`;
}

/** The lines of an answer. Another rule judges references that are not strings. */
export function linesIn(reply: Reply, request = reply.asked): Named[] {
  const order = orderRef(request);
  if (order === null) return [];
  return linesOf(reply).flatMap(({ ref, id }, index) => {
    const line = typeof ref === 'string' ? ref : `the line at /line_items/${index}`;
    const pointer = `/line_items/${index}/line_item_id`;
    return isId(id) ? [{ id: String(id), owner: lineOwner(line, order), pointer, reply }] : [];
  });
}

export function expectOneOwner(name: string, all: readonly Named[]): void {
  for (const [first, named] of differing(all, 'id', 'owner'))
    violation({
      expected: `the ${name} of one reference alone`,
      actual: `${shown(named.id)}${named.id.trim() === '' ? ' (blank)' : ''} for ${cut(named.owner, 160)}, as for ${cut(first.owner, 160)}`,
      pointer: named.pointer,
      replies: [first.reply, named.reply],
    });
}

export function expectOneId(name: string, all: readonly Named[]): void {
  for (const [first, named] of differing(all, 'owner', 'id'))
    violation({
      expected: `the ${name} ${shown(first.id)} for ${cut(named.owner, 160)}, as before`,
      actual: shown(named.id),
      pointer: named.pointer,
      replies: [first.reply, named.reply],
    });
}

/** The entries that share one property with an earlier entry but differ in the other, each with that earlier entry. */
function differing(
  all: readonly Named[],
  alike: 'id' | 'owner',
  apart: 'id' | 'owner',
): readonly (readonly [first: Named, named: Named])[] {
  const firsts = new Map<string, Named>();
  return all.flatMap((named) => {
    const first = firsts.get(named[alike]) ?? named;
    firsts.set(named[alike], first);
    return first[apart] === named[apart] ? [] : [[first, named] as const];
  });
}

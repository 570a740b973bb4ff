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

export const lineOwner = (ref: string, order: string): string => `${ref} of ${order}`;

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
  expectAgreed(all, 'id', 'owner', (first, { id, owner }) => ({
    expected: `the ${name} of one reference alone`,
    actual: `${shown(id)}${id.trim() === '' ? ' (blank)' : ''} for ${cut(owner, 160)}, as for ${cut(first.owner, 160)}`,
  }));
}

export function expectOneId(name: string, all: readonly Named[]): void {
  expectAgreed(all, 'owner', 'id', (first, { id, owner }) => ({
    expected: `the ${name} ${shown(first.id)} for ${cut(owner, 160)}, as before`,
    actual: shown(id),
  }));
}

/** Expects entries that have one property in common to have the other in common, too. */
function expectAgreed(
  all: readonly Named[],
  alike: 'id' | 'owner',
  apart: 'id' | 'owner',
  inWords: (first: Named, named: Named) => { expected: string; actual: string },
): void {
  const firsts = new Map<string, Named>();
  for (const named of all) {
    const first = firsts.get(named[alike]) ?? named;
    firsts.set(named[alike], first);
    if (first[apart] !== named[apart])
      violation({ ...inWords(first, named), pointer: named.pointer, replies: [first.reply, named.reply] });
  }
}

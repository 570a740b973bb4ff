import type { Slip } from '../../../src/causes/slip.ts';
import { violation } from '../../../src/engine/expect.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { cut } from '../../../src/text/cut.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { member, valueAt } from '../../json.ts';
import type { LineItem } from '../values/request-bodies.ts';
import { isId, linesOf, type Sent } from './booking.ts';
import { areAlikeButForCase, charactersShared, sharedOf } from './taken-for.ts';

interface Named {
  readonly id: string;
  readonly owner: string;
  readonly order: string;
  /** Of a line, as it was asked for. */
  readonly line?: LineItem | undefined;
  readonly pointer: string;
  readonly reply: Reply;
}

function orderRef(request: unknown): string | null {
  const ref = member(member(request, 'order'), 'external_ref');
  return typeof ref === 'string' ? ref : null;
}

export function orderIn(reply: Reply, request: unknown): Named[] {
  const owner = orderRef(request);
  const id = valueAt(reply, 'order_id');
  return owner === null || !isId(id) ? [] : [{ id: String(id), owner, order: owner, pointer: '/order_id', reply }];
}

export function linesIn({ reply, request }: Sent): Named[] {
  const order = orderRef(request);
  if (order === null) return [];
  return linesOf(reply).flatMap(({ ref, id }, index) => {
    const name = typeof ref === 'string' ? ref : `the line at /line_items/${index}`;
    const pointer = `/line_items/${index}/line_item_id`;
    const line = request.line_items.find(({ external_ref }) => external_ref === ref);
    return isId(id) ? [{ id: String(id), owner: `${name} of ${order}`, order, line, pointer, reply }] : [];
  });
}

const areOnOneSlot = (one: Named, other: Named) =>
  one.line !== undefined && one.order === other.order && one.line.inventory_id === other.line?.inventory_id;

/** Why two have one id: `slot-as-key` if an answer takes two lines for one, and only those on one slot. */
function slipOfShared(one: Named, other: Named, all: readonly Named[]): Slip | undefined {
  if (one.id === '0') return 'zero-id';
  if (areAlikeButForCase(one.owner, other.owner)) return 'other-case';
  if (one.reply !== other.reply) return sharedIn(one, other) === undefined ? undefined : 'other-line';
  if (!areOnOneSlot(one, other)) return undefined;
  const isOfOthers = all.some((named) => named.reply === one.reply && named.id === one.id && !areOnOneSlot(named, one));
  return isOfOthers || String(valueAt(one.reply, 'order_id')) === one.id ? undefined : 'slot-as-key';
}

/** What two lines of one order have in common that different answers give one id. */
function sharedIn({ order, line, reply }: Named, other: Named): string | undefined {
  if (reply === other.reply || order !== other.order || line === undefined || other.line === undefined)
    return undefined;
  const shared = [...sharedOf(line, other.line), ...charactersShared(line.external_ref, other.line.external_ref)];
  return shared.length === 0 ? '' : `The two lines have the same ${inWords(shared, 'and')}.`;
}

export function expectOneOwner(name: string, all: readonly Named[]): void {
  const firsts = new Map<string, Named>();
  for (const named of all) {
    const { id, owner } = named;
    const first = firsts.get(id) ?? named;
    firsts.set(id, first);
    if (first.owner !== owner)
      violation({
        expected: `a ${name} of its own for each reference`,
        slip: slipOfShared(first, named, all),
        actual: `${shown(id)}${id.trim() === '' ? ' (blank)' : ''} for both ${cut(first.owner, 160)} and ${cut(owner, 160)}`,
        more: sharedIn(first, named),
        pointer: named.pointer,
        replies: [first.reply, named.reply],
      });
  }
}

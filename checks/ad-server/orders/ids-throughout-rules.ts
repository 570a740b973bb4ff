import { violation } from '../../../src/engine/expect.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { cut } from '../../../src/text/cut.ts';
import { member, valueAt } from '../../json.ts';
import { linesOf } from '../readers/booking.ts';
import { isId } from '../readers/same-ids.ts';
import { basic, orders } from './records.ts';

// No id has two owners in any answer of the run, and no reference two ids.

/** An id, where it stands in an answer, and whose it is. */
interface Named {
  readonly id: string;
  readonly owner: string;
  readonly pointer: string;
  readonly reply: Reply;
}

const FIX =
  'Compare references byte for byte, orders and lines alike: use a binary collation, normalise nothing, and parse no numbers; look a line up by the two columns of its order and its own reference, not by a text joined from both.';

const concerned = (reply: Reply, own: boolean) => own && reply.endpoint === 'orders' && isServed(reply);

// The net below the rules about single requests: whatever was asked, and in whichever answer it shows.

export const idsThroughout = orders.everyAnswer(
  {
    id: 'orders.references-told-apart-throughout',
    section: 'ad-server §2.7',
    requirement:
      'In all answers of a run, two references have two ids: no two orders share an `order_id`, and no two lines a `line_item_id`.',
    fix: FIX,
    provokedBy: { basic },
  },
  {
    concerns: concerned,
    judge: () => undefined,
    together: (replies) => {
      const told = firstUses(replies);
      expectOneOwner('order_id', told.flatMap(orderIn));
      expectOneOwner('line_item_id', told.flatMap(linesIn));
    },
  },
);

export const oneIdThroughout = orders.everyAnswer(
  {
    id: 'orders.one-id-per-reference-throughout',
    section: 'ad-server §2.7',
    requirement:
      'In all answers of a run, a reference has one id: an order its `order_id`, and a line that no update left out its `line_item_id`.',
    fix: 'Store both ids when the order or line is created, and return them in every later answer. Nothing in a later request may change them, neither its key nor when it arrives.',
    provokedBy: { basic },
  },
  {
    concerns: concerned,
    judge: () => undefined,
    together: (replies) => {
      const told = firstUses(replies);
      expectOneId('order_id', told.flatMap(orderIn));
      const leftOut = linesLeftOut(told);
      expectOneId(
        'line_item_id',
        told.flatMap(linesIn).filter(({ owner }) => !leftOut.has(owner)),
      );
    },
  },
);

/** The answers to the first body of each key: what another body under it brings is a rule of its own. */
function firstUses(replies: readonly Reply[]): readonly Reply[] {
  const bodies = new Map<unknown, string>();
  return replies.filter(({ asked, excuse }) => {
    const key = member(asked, 'idempotency_key');
    const body = JSON.stringify(asked);
    if (!bodies.has(key)) bodies.set(key, body);
    return bodies.get(key) === body && excuse === undefined;
  });
}

function orderRef({ asked }: Reply): string | null {
  const ref = member(member(asked, 'order'), 'external_ref');
  return typeof ref === 'string' ? ref : null;
}

function orderIn(reply: Reply): Named[] {
  const owner = orderRef(reply);
  const id = valueAt(reply, 'order_id');
  return owner === null || !isId(id) ? [] : [{ id: String(id), owner, pointer: '/order_id', reply }];
}

function lineOwner(ref: string, order: string): string {
  return `${ref} of ${order}`;
}

/** The lines of an answer, each under the reference that was sent: of a line by another, others tell. */
function linesIn(reply: Reply): Named[] {
  const order = orderRef(reply);
  if (order === null) return [];
  return linesOf(reply).flatMap(({ ref, id }, index) =>
    typeof ref !== 'string' || !isId(id)
      ? []
      : [{ id: String(id), owner: lineOwner(ref, order), pointer: `/line_items/${index}/line_item_id`, reply }],
  );
}

/** Lines that a request for their order left out: whether they stay, and as what they come back, is left open. */
function linesLeftOut(replies: readonly Reply[]): ReadonlySet<string> {
  const known = new Map<string, Set<string>>();
  const leftOut = new Set<string>();
  for (const reply of replies) {
    const order = orderRef(reply);
    const lines = member(reply.asked, 'line_items');
    if (order === null || !Array.isArray(lines)) continue;
    const asked = new Set(lines.map((line: unknown) => lineOwner(String(member(line, 'external_ref')), order)));
    const before = known.get(order) ?? new Set();
    for (const owner of before) if (!asked.has(owner)) leftOut.add(owner);
    known.set(order, new Set([...before, ...asked]));
  }
  return leftOut;
}

function expectOneOwner(name: string, all: readonly Named[]): void {
  for (const [first, named] of differing(all, 'id', 'owner'))
    violation({
      expected: `the ${name} of one reference alone`,
      actual: `${shown(named.id)} for ${cut(named.owner, 160)}, as for ${cut(first.owner, 160)}`,
      pointer: named.pointer,
      replies: [first.reply, named.reply],
    });
}

function expectOneId(name: string, all: readonly Named[]): void {
  for (const [first, named] of differing(all, 'owner', 'id'))
    violation({
      expected: `the ${name} ${shown(first.id)} for ${cut(named.owner, 160)}, as before`,
      actual: shown(named.id),
      pointer: named.pointer,
      replies: [first.reply, named.reply],
    });
}

/** Those that are alike in one thing and differ in another, each with the first that it is like. */
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

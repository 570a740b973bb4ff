import { isServed, type Reply } from '../../../src/http/reply.ts';
import { member } from '../../json.ts';
import { expectOneId, expectOneOwner, lineOwner, linesIn, orderIn, orderRef } from '../readers/same-ids.ts';
import { basic, orders } from './records.ts';

// Rules about all answers of a run: no id has two owners, and no reference two ids.

const FIX =
  'Compare references byte for byte, orders and lines alike: use a binary collation, normalise nothing, and parse no numbers; look a line up by the two columns of its order and its own reference, not by a text joined from both.';

const concerned = (reply: Reply, own: boolean) => own && reply.endpoint === 'orders' && isServed(reply);

// These catch what the rules about single requests miss.

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
      const answers = firstUses(replies);
      expectOneOwner(
        'order_id',
        answers.flatMap((reply) => orderIn(reply)),
      );
      expectOneOwner(
        'line_item_id',
        answers.flatMap((reply) => linesIn(reply)),
      );
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
      const answers = firstUses(replies);
      expectOneId(
        'order_id',
        answers.flatMap((reply) => orderIn(reply)),
      );
      const leftOut = linesLeftOut(answers);
      expectOneId(
        'line_item_id',
        answers.flatMap((reply) => linesIn(reply)).filter(({ owner }) => !leftOut.has(owner)),
      );
    },
  },
);

/** The answers to the first body of each key. Other rules judge other bodies with the same key. */
function firstUses(replies: readonly Reply[]): readonly Reply[] {
  const bodies = new Map<unknown, string>();
  return replies.filter(({ asked, excuse }) => {
    const key = member(asked, 'idempotency_key');
    const body = JSON.stringify(asked);
    if (!bodies.has(key)) bodies.set(key, body);
    return bodies.get(key) === body && excuse === undefined;
  });
}

/** Lines that an update left out: the contract does not say whether they stay, nor with which id they come back. */
function linesLeftOut(replies: readonly Reply[]): ReadonlySet<string> {
  const known = new Map<string, Set<string>>();
  const leftOut = new Set<string>();
  for (const reply of replies) {
    const order = orderRef(reply.asked);
    const lines = member(reply.asked, 'line_items');
    if (order === null || !Array.isArray(lines)) continue;
    const asked = new Set(lines.map((line: unknown) => lineOwner(String(member(line, 'external_ref')), order)));
    const before = known.get(order) ?? new Set();
    for (const owner of before) if (!asked.has(owner)) leftOut.add(owner);
    known.set(order, new Set([...before, ...asked]));
  }
  return leftOut;
}

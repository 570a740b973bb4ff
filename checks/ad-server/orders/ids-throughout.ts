import { violation } from '../../../src/engine/expect.ts';
import { isServed, type Reply } from '../../../src/http/reply.ts';
import { shown } from '../../../src/schema/faults.ts';
import { cut } from '../../../src/text/cut.ts';
import { member, valueAt } from '../../json.ts';
import { linesOf } from '../readers/booking.ts';
import { isId } from '../readers/same-ids.ts';
import { basic, orders } from './records.ts';

/** An id, where it stands in an answer, and whose it is. */
interface Named {
  readonly id: string;
  readonly owner: string;
  readonly pointer: string;
  readonly reply: Reply;
}

/** The net below the rules about single requests: whatever was asked, and in whichever answer it shows. */
export const idsThroughout = orders.everyAnswer(
  {
    id: 'orders.references-told-apart-throughout',
    section: 'ad-server §2.7',
    requirement:
      'In all answers of a run, two references have two ids: no two orders share an `order_id`, and no two lines a `line_item_id`.',
    fix: 'Compare references byte for byte, orders and lines alike: use a binary collation, normalise nothing, and parse no numbers; look a line up by the two columns of its order and its own reference, not by a text joined from both.',
    provokedBy: { basic },
  },
  {
    concerns: (reply, own) => own && reply.endpoint === 'orders' && isServed(reply),
    judge: () => undefined,
    together: (replies) => {
      const told = firstUses(replies);
      expectOneOwner('order_id', told.flatMap(orderIn));
      expectOneOwner('line_item_id', told.flatMap(linesIn));
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

/** The lines of an answer, each under the reference that was sent: of a line by another, others tell. */
function linesIn(reply: Reply): Named[] {
  const order = orderRef(reply);
  if (order === null) return [];
  return linesOf(reply).flatMap(({ ref, id }, index) =>
    typeof ref !== 'string' || !isId(id)
      ? []
      : [{ id: String(id), owner: `${ref} of ${order}`, pointer: `/line_items/${index}/line_item_id`, reply }],
  );
}

function expectOneOwner(name: string, all: readonly Named[]): void {
  const owners = new Map<string, Named>();
  for (const named of all) {
    const first = owners.get(named.id);
    if (first === undefined) owners.set(named.id, named);
    else if (first.owner !== named.owner)
      violation({
        expected: `the ${name} of one reference alone`,
        actual: `${shown(named.id)} for ${cut(named.owner, 160)}, as for ${cut(first.owner, 160)}`,
        pointer: named.pointer,
        replies: [first.reply, named.reply],
      });
  }
}

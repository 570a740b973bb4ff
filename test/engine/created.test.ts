import { describe, expect, it } from 'vitest';
import { CreatedOrders } from '../../src/engine/created.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from '../checks/any-reply.ts';

const order = (external_ref: string) => ({
  json: { order: { name: 'An order', external_ref }, advertiser: { name: 'A buyer' } },
});

const taken = (value: unknown): Reply => anyReply({ status: 201, callIds: ['x1'], json: { ok: true, value } });
const lost = anyReply({ status: null, callIds: ['x2'], failure: { reason: 'reset', message: 'closed' } });

function listOf(...all: readonly (readonly [ref: string, reply: Reply])[]) {
  const created = new CreatedOrders();
  for (const [ref, reply] of all) created.record(order(ref), reply);
  return created.list();
}

describe('The orders that a run created', () => {
  it('are listed with the ids of all their lines', () => {
    const lines = (...ids: readonly string[]) => ids.map((line_item_id) => ({ line_item_id }));
    expect(
      listOf(
        ['a', taken({ order_id: 'o1', line_items: lines('l1') })],
        ['a', taken({ order_id: 'o1', line_items: lines('l1', 'l2') })],
      ),
    ).toEqual([
      { orderId: 'o1', externalRef: 'a', name: 'An order', advertiser: 'A buyer', lineItemIds: ['l1', 'l2'] },
    ]);
  });

  it('are uncertain while no answer came, and are listed once after one did', () => {
    expect(listOf(['a', lost])).toMatchObject([{ externalRef: 'a', uncertain: true }]);
    expect(listOf(['a', lost], ['a', taken({ order_id: 'o1' })])).toMatchObject([{ orderId: 'o1' }]);
    expect(listOf(['a', taken({ order_id: 'o1' })], ['a', lost])).toMatchObject([{ orderId: 'o1' }]);
  });

  it('do not include what was never an order and has no answer, or a page for one', () => {
    const created = new CreatedOrders();
    const page = anyReply({ status: 200, callIds: ['x3'], json: { ok: false, kind: 'page', problem: 'HTML' } });
    for (const reply of [lost, page]) created.record({ text: '{}' }, reply);
    expect(created.list()).toEqual([]);
  });

  it('take little room, however long their ids are and however many lines come back', () => {
    const line_items = Array.from({ length: 10_000 }, (_, index) => ({ line_item_id: `l${index}` }));
    const [one] = listOf(['a', taken({ order_id: 'o'.repeat(1_000_000), line_items })]);
    expect([one?.orderId?.length, one?.lineItemIds.length]).toEqual([1000, 500]);
  });
});

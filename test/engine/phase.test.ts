import { describe, expect, it } from 'vitest';
import { violation } from '../../src/engine/expect.ts';
import { contract, type Phases } from '../../src/engine/node.ts';
import { phaseOrder } from '../../src/engine/starting-order.ts';
import { rule, runModules, tinyService } from './tiny-service.ts';

const PHASES: Phases = { read: 'at once', book: 'at once', report: 'after bookings', 'read again': 'after everything' };

const nodes = [
  { id: 'walk', phase: 'read', sharesState: false },
  { id: 'order', phase: 'book', sharesState: true },
  { id: 'report', phase: 'report', sharesState: true },
  { id: 'walk-again', phase: 'read again', sharesState: false },
];

describe('the order of phases', () => {
  const before = new Map([...phaseOrder(nodes, PHASES)].map(([one, others]) => [one.id, others.map(({ id }) => id)]));

  it('lets what only reads, and what books first, start at once', () => {
    expect(before.get('walk')).toEqual([]);
    expect(before.get('order')).toEqual([]);
  });

  it('holds back what looks at bookings until these have ended, but not for what only reads', () => {
    expect(before.get('report')).toEqual(['order']);
  });

  it('holds back what comes after everything until all else has ended', () => {
    expect(before.get('walk-again')).toEqual(['walk', 'order', 'report']);
  });

  it('lets what comes after a phase alone start beside those that follow it, which do not wait for it', () => {
    const phases: Phases = {
      book: 'at once',
      update: 'after bookings',
      refuse: { after: 'book' },
      race: 'after bookings',
    };
    const four = Object.keys(phases).map((phase) => ({ id: phase, phase, sharesState: true }));
    const order = phaseOrder(four, phases);
    expect(four.map((one) => order.get(one)?.map(({ id }) => id))).toEqual([
      [],
      ['book'],
      ['book'],
      ['book', 'update', 'refuse'],
    ]);
  });

  it('refuses a phase that the contract does not have', () => {
    expect(() => phaseOrder([{ id: 'odd', phase: 'sometime', sharesState: true }], PHASES)).toThrow(
      'odd names no phase of its contract: sometime',
    );
  });
});

describe('traffic of a later phase', () => {
  it('is sent after that of the phases before it, counts as behind it, and does not use its records', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(200).end('{}'));
    const module = contract('ad-server', PHASES).module('health', 'Test');
    module.traffic({ id: 'health.last', phase: 'read again', sends: { health: 1 } }, ({ http }) => http.health());
    module.traffic({ id: 'health.first', phase: 'read', sends: { inventory: 2 } }, async ({ http }) => {
      await http.inventory();
      await http.inventory();
    });
    const settled = await runModules([module], { service });
    expect(service.requests.map(({ url }) => url.split('/').at(-1))).toEqual(['inventory', 'inventory', 'health']);
    expect(settled.get('health.last')?.depth).toBe(3);
  });

  it('waits for a rule that may stop all booking', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(200).end('{}'));
    const module = contract('ad-server', PHASES).module('health', 'Test');
    const order = { json: { order: { name: 'n', external_ref: 'r' }, advertiser: { name: 'a' }, line_items: [] } };
    const reply = module.traffic({ id: 'health.order', phase: 'book', sends: { orders: 1 } }, ({ http }) =>
      http.orders(order),
    );
    module.rule({
      ...rule('health.is-draft'),
      of: { reply },
      weight: 'live-order',
      judge: ({ reply }) => {
        if (reply.status === 200) violation({ expected: 'a draft', actual: 'an active order', replies: [reply] });
      },
    });
    module.traffic({ id: 'health.report', phase: 'report', sends: { orders: 1 } }, ({ http }) => http.orders(order));
    const settled = await runModules([module], { service });
    expect([...settled.values()].map(({ state }) => state.kind)).toEqual(['done', 'violated', 'skipped']);
    expect(service.requests).toHaveLength(1);
  });
});

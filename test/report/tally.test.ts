import { describe, expect, test } from 'vitest';
import { allChecks, citedCalls, decisiveCall, callsById, needingAction, tally } from '../../src/report/tally.ts';
import { check, contract, exchange, module, unsealed } from './sample.ts';

const report = {
  ...unsealed({
    contracts: [
      contract([
        module([check({ id: 'health.a', outcome: 'warn' }), check({ id: 'health.b' })]),
        module([check({ id: 'orders.a', outcome: 'fail', exchanges: ['x1', 'x2', 'x9'] })], { id: 'orders' }),
      ]),
    ],
    custom: [module([check({ id: 'custom.a', outcome: 'fail' })], { id: 'custom' })],
    exchanges: [exchange(), exchange({ id: 'x2' })],
  }),
  digest: '',
};

describe('tally', () => {
  test('counts each outcome', () => {
    const { total, counts } = tally(allChecks(report));
    expect([total, counts.fail, counts.warn, counts.pass, counts.skip]).toEqual([4, 2, 1, 1, 0]);
  });

  test('names what needs action in report order, with its place', () => {
    expect(needingAction(report).map(({ check, module, contract }) => [check.id, module.id, contract?.id])).toEqual([
      ['health.a', 'health', 'ad-server'],
      ['orders.a', 'orders', 'ad-server'],
      ['custom.a', 'custom', undefined],
    ]);
    expect(needingAction(report, ['warn']).map(({ check }) => check.id)).toEqual(['health.a']);
  });

  test('finds the exchanges a check cites, the last one deciding', () => {
    const [, orders] = needingAction(report);
    const exchanges = callsById(report);
    expect(orders && citedCalls(orders.check, exchanges).map(({ id }) => id)).toEqual(['x1', 'x2']);
    expect(orders && decisiveCall(orders.check, exchanges)?.id).toBe('x2');
  });
});

import { describe, expect, it } from 'vitest';
import { connectionFaults } from '../../fixtures/faults/connection.ts';
import { Refusal } from '../../fixtures/publisher/index.ts';
import { onWire } from '../../fixtures/replies.ts';
import { connectionVariations } from '../../fixtures/variations/connection.ts';
import { wireVariations } from '../../fixtures/variations/wire.ts';
import { endedAs, expectCaught, expectTolerated, judge, PATIENCE } from './judge.ts';

describe.concurrent(
  'A fault of connecting is caught by the checks it lists, and by no other',
  { timeout: PATIENCE },
  () => {
    it.each(connectionFaults)('$name', async (fault) => {
      expectCaught(fault, await judge(fault.behaviour));
    });
  },
);

describe.concurrent('A freedom of connecting is held against nobody', { timeout: PATIENCE }, () => {
  it.each([...connectionVariations, ...wireVariations])('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

it('A base address may carry a query string that every call needs', { timeout: PATIENCE }, async () => {
  const report = await judge(
    (base) => ({
      resolveRoute: (exchange) =>
        exchange.request.query.get('tenant') === 'a b' ? base.resolveRoute(exchange) : unknown,
    }),
    { suffix: '?tenant=a%20b&v=1' },
  );
  expect([report.verdict, endedAs(report, 'fail', 'warn', 'error')]).toEqual(['passed', {}]);
});

it('A base address may end in a slash', { timeout: PATIENCE }, async () => {
  const report = await judge([], { suffix: '/' });
  expect([report.verdict, endedAs(report, 'fail', 'warn', 'error')]).toEqual(['passed', {}]);
});

it('A base address without its version is noticed', { timeout: PATIENCE }, async () => {
  const report = await judge(
    (base) => ({
      resolveRoute: (exchange) => {
        const request = { ...exchange.request, path: exchange.request.path.replace('/api/v2/', '/api/v1/') };
        return base.resolveRoute({ ...exchange, request });
      },
    }),
    { suffix: '/../v2' },
  );
  expect(Object.keys(endedAs(report, 'fail', 'warn', 'error'))).toEqual(['connection.version-segment']);
});

it('A service that nobody answers for is no verdict', { timeout: PATIENCE }, async () => {
  const report = await judge((base) => onWire(base, {}, (wire) => ({ ...wire, cut: 'before' })));
  expect([report.verdict, endedAs(report, 'fail', 'warn', 'error')]).toEqual(['inconclusive', {}]);
});

const unknown = new Refusal({ reason: 'path-unknown', status: 404, code: 'not_found', message: 'No such tenant.' });

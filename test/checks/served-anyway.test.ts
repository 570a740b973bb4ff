import { describe, expect, it } from 'vitest';
import { expectNothingServed } from '../../checks/ad-server/auth/wrong-keys.ts';
import { Violation } from '../../src/engine/signal.ts';
import type { Endpoint } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

/** Where a refusal with this body gives away what it refuses; `null` where it does not. */
function servedAt(endpoint: Endpoint, value: unknown): string | null {
  try {
    expectNothingServed(anyReply({ endpoint, status: 401, json: { ok: true, value } }));
    return null;
  } catch (thrown) {
    return thrown instanceof Violation ? (thrown.finding.pointer ?? '') : String(thrown);
  }
}

const nested = (depth: number, inmost: unknown): unknown => (depth === 0 ? inmost : { a: nested(depth - 1, inmost) });

describe('A refusal', () => {
  it.each<[Endpoint, unknown, string]>([
    ['health', { capabilities: {} }, '/capabilities'],
    ['inventory', { data: [{}, { inventory_id: 's1' }] }, '/data/1/inventory_id'],
    ['forecast', { forecast: { available_impressions: 0 } }, '/forecast/available_impressions'],
    ['orders', { error: { 'a/b~c': [{ line_item_id: 'l1' }] } }, '/error/a~1b~0c/0/line_item_id'],
    ['reports', { rows: [{ impressions: 7 }] }, '/rows/0/impressions'],
    ['inventory', nested(8, { inventory_id: 's1' }), '/a/a/a/a/a/a/a/a/inventory_id'],
  ])('from %s must not hold what it refuses: %j', (endpoint, body, pointer) => {
    expect(servedAt(endpoint, body)).toBe(pointer);
  });

  it.each<[Endpoint, unknown]>([
    ['health', { error: { code: 'unauthorized', message: 'no capabilities' } }],
    ['health', { capabilities: null }],
    ['inventory', { line_item_id: 'l1' }],
    ['toplists', { inventory_id: 's1' }],
    ['inventory', nested(9, { inventory_id: 's1' })],
    ['orders', 'line_item_id'],
    ['orders', null],
  ])('from %s may say %j', (endpoint, body) => {
    expect(servedAt(endpoint, body)).toBeNull();
  });

  it('that is no JSON is not looked into', () => {
    expect(() => {
      expectNothingServed(anyReply({ endpoint: 'health', status: 401 }));
    }).not.toThrow();
  });
});

import { becauseOf } from '../../src/engine/signal.ts';
import { describe, expect, it } from 'vitest';
import type { SentChanged } from '../../checks/ad-server/idempotency/changed-bodies.ts';
import * as rules from '../../checks/ad-server/idempotency/rules.ts';
import { booked, type Sent } from '../../checks/ad-server/readers/booking.ts';
import type { OrderRequest } from '../../checks/ad-server/values/request-bodies.ts';
import { excuse, type Reply } from '../../src/http/reply.ts';
import { answer, findingOf, said } from './judging.ts';

const request: OrderRequest = {
  idempotency_key: 'key',
  advertiser: { name: 'A buyer' },
  order: { name: 'An order', external_ref: 'order-1' },
  line_items: [
    {
      external_ref: 'line-1',
      inventory_id: 'slot-1',
      flight: { start_date: '2026-12-01', end_date: '2026-12-21' },
      goal_impressions: 3000,
      sizes: ['300x250'],
    },
  ],
};

const order = (order_id: unknown = 'o1', line_item_id: unknown = 'l1') => ({
  order_id,
  status: 'DRAFT',
  line_items: [{ external_ref: 'line-1', line_item_id, status: 'DRAFT' }],
});

const sent = (status: number | null, body?: unknown): Sent => ({ request, reply: answer(status, body) });
const first = booked(sent(201, order()));
const retry = sent(200, order());

describe('a literal retry', () => {
  it('holds with 200 and the same ids', async () => {
    expect(await said(rules.retryIs200, { retry })).toMatch(/^holds/);
    expect(await said(rules.retrySameIds, { first, retry })).toMatch(/^holds/);
  });

  it('is broken with another status, or another id', async () => {
    expect(await said(rules.retryIs200, { retry: sent(201, order()) })).toMatch(/^broken: Expected status 200/);
    expect(await said(rules.retrySameIds, { first, retry: sent(200, order('o2')) })).toMatch(
      /^broken: Expected "o1", the id that the order had before/,
    );
    expect(await said(rules.retrySameIds, { first, retry: sent(200, order('o1', 'l2')) })).toMatch(
      /^broken: Expected "l1", the id that the line line-1 had before/,
    );
  });

  it('is left open when it was not accepted, or names no order', async () => {
    expect(await said(rules.retrySameIds, { first, retry: sent(409) })).toMatch(/^inconclusive/);
    expect(await said(rules.retrySameIds, { first, retry: sent(200, { line_items: [] }) })).toMatch(/^inconclusive/);
  });

  it('may later be answered with the status of the first retry, but not with other ids', async () => {
    const odd = sent(201, order());
    const records = (again: Sent) => ({ retry: odd, laterRetries: [{ before: first, again }] });
    expect(await said(rules.retryLater, records(odd))).toMatch(/^holds/);
    expect(await said(rules.retryLater, records(sent(201, order('o9'))))).toMatch(/^broken/);
    expect(await said(rules.retryLater, records(sent(404)))).toMatch(/^broken/);
  });

  it('that is answered 409 shows that equal bodies are taken for different ones', async () => {
    const ofFirst = async (status: number) =>
      (await findingOf('idempotency.retry-is-200', { retry: sent(status) })).fix;
    expect(await ofFirst(409)).toMatch(/equal ones must have one fingerprint/);
    expect(await ofFirst(422)).toBeUndefined();
    const conflicts = { changed: [], anotherOrder: sent(409), anotherRef: sent(409) };
    const later = (body: object) => ({
      first,
      retry: sent(200, order()),
      retryAfterConflict: sent(409, body),
      conflicts,
    });
    const ofLater = async (message: string) =>
      (await findingOf('idempotency.retry-after-conflict', later({ code: 'x', message }))).slip;
    expect([await ofLater('Conflict.'), await ofLater('In progress.')]).toEqual(['repeat-as-conflict', undefined]);
  });

  it('of a refused order is refused again, with whatever status but 409', async () => {
    const retriesOfRefused = (status: number) => [{ before: sent(422), reply: answer(status) }];
    expect(await said(rules.retryOfRefused, { retriesOfRefused: retriesOfRefused(400) })).toMatch(/^holds/);
    expect(await said(rules.retryOfRefused, { retriesOfRefused: retriesOfRefused(409) })).toMatch(/^broken/);
    expect(await said(rules.retryOfRefused, { retriesOfRefused: retriesOfRefused(201) })).toMatch(/^broken/);
  });
});

describe('a used key with another body', () => {
  const changed = (status: number, valid = true): SentChanged => ({
    where: 'order.name',
    valid,
    first,
    ...sent(status),
  });
  const conflicts = (one: Reply, other: Reply) => ({
    conflicts: {
      anotherOrder: { first, request, reply: one },
      anotherRef: { first, request, reply: other },
      changed: [changed(409)],
    },
  });

  it('is answered 409, or 422 if a value may be the reason', async () => {
    const of = (...all: SentChanged[]) => ({ conflicts: { changed: all } });
    expect(await said(rules.conflictIs409, of(changed(409), changed(422, false)))).toMatch(/^holds/);
    expect(await said(rules.conflictIs409, of(changed(409), changed(422)))).toMatch(
      /got status 422 .*to 1 of 2 changed bodies, where order\.name differs; the other one was refused/,
    );
    expect(await said(rules.conflictIs409, of(changed(200), changed(200)))).toMatch(
      /got status 200 to every changed body \(2 of 2\)/,
    );
  });

  it('is a conflict for another order, too', async () => {
    expect(await said(rules.otherOrderIs409, conflicts(answer(409), answer(409)))).toMatch(/^holds/);
    expect(await said(rules.otherOrderIs409, conflicts(answer(201), answer(409)))).toMatch(/^broken/);
    expect(await said(rules.otherOrderIs409, conflicts(answer(409), answer(404)))).toMatch(/nothing else differs/);
  });

  it('is not blamed where the order is refused under any key', async () => {
    const refused = answer(422);
    excuse(refused, { because: becauseOf('No room.'), shownBy: [refused], permitted: true });
    expect(await said(rules.otherOrderIs409, conflicts(refused, answer(409)))).toMatch(/^holds/);
  });

  it('applies nothing: the order is new when it comes under a key of its own', async () => {
    const records = (reply: Reply) => ({
      conflicts: { anotherOrder: sent(409) },
      sameKey: [sent(200), { request, reply }],
    });
    expect(await said(rules.conflictAppliesNothing, records(answer(201)))).toMatch(/^holds/);
    expect(await said(rules.conflictAppliesNothing, records(answer(200)))).toMatch(/^broken/);
    expect(await said(rules.conflictAppliesNothing, records(answer(422)))).toMatch(/^inconclusive/);
    const retried = answer(200, undefined, { callIds: ['x1', 'x2'] });
    expect(await said(rules.conflictAppliesNothing, records(retried))).toMatch(/^inconclusive/);
  });
});

describe('the Idempotency-Key header', () => {
  it('is required, and has to match the body', async () => {
    const oddHeaders = (status: number | null) => ({ oddHeaders: { without: answer(status), other: answer(status) } });
    for (const rule of [rules.headerRequired, rules.headerMatchesBody]) {
      expect(await said(rule, oddHeaders(400))).toMatch(/^holds/);
      expect(await said(rule, oddHeaders(200))).toMatch(/^broken/);
      expect(await said(rule, oddHeaders(500))).toMatch(/^broken/);
    }
  });
});

describe('requests in flight at once', () => {
  it('make one order', async () => {
    const one = sent(201, order());
    expect(await said(rules.retryWhileRunning, { sameKey: [one, sent(200, order())] })).toMatch(/^holds/);
    expect(await said(rules.retryWhileRunning, { sameKey: [one, sent(201, order('o2'))] })).toMatch(/^broken/);
    expect(await said(rules.twoKeysOneOrder, { twoKeys: [one, sent(500)] })).toMatch(/^broken/);
    const twice = { twoKeys: [one, sent(200, order()), sent(201, order())] };
    expect(await said(rules.twoKeysOneOrder, twice)).toMatch(/^broken: .*201 to 2 of 3/);
  });

  it('are not blamed for what an update alone is answered, too', async () => {
    const other = sent(409);
    excuse(other.reply, { because: becauseOf('So is an update alone.'), shownBy: [other.reply] });
    expect(await said(rules.twoKeysOneOrder, { twoKeys: [sent(201, order()), other] })).toMatch(/^inconclusive/);
  });

  it('with two bodies under one key are accepted once, whichever comes first', async () => {
    const pairs = [
      [sent(201, order()), sent(409)],
      [sent(409), sent(201, order())],
    ];
    for (const lastRace of pairs) expect(await said(rules.conflictWhileRunning, { lastRace })).toMatch(/^holds/);
    expect(await said(rules.conflictWhileRunning, { lastRace: [sent(200), sent(201)] })).toBe(
      'broken: Expected status 409, got status 201 to an order sent at once with another, which was accepted under the same key',
    );
    expect(await said(rules.conflictWhileRunning, { lastRace: [sent(409), sent(409)] })).toMatch(/^broken/);
  });
});

describe('keys that are nearly alike', () => {
  it('are new keys, which a business rule may refuse', async () => {
    const almostUsedKeys = (status: number) => ({ sent: [{ how: 'with one more character', ...sent(status) }] });
    expect(await said(rules.keysComparedExactly, { almostUsedKeys: almostUsedKeys(200) })).toMatch(/^holds/);
    expect(await said(rules.keysComparedExactly, { almostUsedKeys: almostUsedKeys(422) })).toMatch(/^holds/);
    expect(await said(rules.keysComparedExactly, { almostUsedKeys: almostUsedKeys(409) })).toMatch(
      /to a used key with one more character/,
    );
  });
});

import { describe, expect, it } from 'vitest';
import * as rules from '../../../checks/listing/exchange-throttle/rules.ts';
import type { Reply } from '../../../src/http/reply.ts';
import { answer, said } from '../judging.ts';

const windowMs = 60_000;
const granted = answer(200, { token: 'a-token' }, { endpoint: 'token' });
const refused = answer(429, {}, { endpoint: 'token' });
const row = (served: number, more: object = {}) => ({
  served,
  admitted: served,
  spanMs: 100,
  refused,
  last: refused,
  endedAt: 0,
  ...more,
});
const spent = (served: number, more: object = {}) => ({
  row: row(served - 3),
  total: row(served),
  windowMs,
  known: [{}],
  data: null,
  besideLimit: null,
  ...more,
});

describe('The limit of the exchange', () => {
  const exists = (...about: Parameters<typeof spent>) => said(rules.limitExists, { spent: spent(...about) });

  it('exists', async () => {
    expect(await exists(10)).toMatch(/^holds: Refused with status 429/);
    expect(await exists(20)).toMatch(/^holds/);
    expect(await exists(21)).toMatch(/^broken: .* got 21 exchanges in 0\.1 s, all granted/);
  });

  it('is left open where it was not met', async () => {
    expect(await exists(10, { row: row(7, { refused: null, last: granted }) })).toMatch(/^inconclusive: .* so slowly/);
    expect(await exists(4, { row: row(1, { refused: answer(null) }) })).toMatch(/^inconclusive: POST/);
  });

  it('ends after a minute', async () => {
    const recovers = (reply: Reply) => said(rules.recovers, { recovery: { reply }, spent: spent(10) });
    expect(await recovers(granted)).toBe('holds');
    expect(await recovers(answer(429))).toMatch(/^broken: Expected a token after a quiet minute, got status 429/);
    expect(await recovers(answer(null))).toMatch(/^inconclusive/);
  });

  it('counts the address, whatever the credentials', async () => {
    const counted = (besideLimit: Reply | null) =>
      said(rules.countedPerAddress, { spent: spent(10, { besideLimit }), limited: {}, throttled: refused });
    expect(await counted(null)).toBe('holds');
    expect(await counted(granted)).toMatch(/^broken/);
  });
});

describe('Ten exchanges a minute', () => {
  const most = (first: number, freshRows: readonly object[] = [], excess: object | null = null) =>
    said(rules.noMoreThanTen, { spent: spent(first + 3, { row: row(first) }), freshRows, rowsWhileSpent: { excess } });
  const least = (first: number, ...freshRows: object[]) => said(rules.tenServed, { spent: spent(first), freshRows });

  it('are the most that are served', async () => {
    expect(await most(7)).toBe('holds: 10 were let through within 0.1 s.');
    expect(await most(8, [row(11), row(11)])).toMatch(
      /got 11 granted in 0\.1 s, then a refusal; after a quiet minute, 11 granted in 0\.1 s, then a refusal/,
    );
    expect(await most(17, [row(20)])).toMatch(
      /got 20 granted in 0\.1 s, then a refusal; after a quiet minute, 20 granted in 0\.1 s, then a refusal/,
    );
    expect(await most(8, [row(21, { refused: null })])).toMatch(/got 21 granted in 0\.1 s, none refused$/);
  });

  it('may be twice as many once, about the edge of a window', async () => {
    expect(await most(17, [row(10)])).toMatch(/^holds/);
    expect(await most(7, [row(20), row(10)])).toMatch(/^holds/);
    expect(await most(7, [row(20)])).toMatch(/^inconclusive/);
  });

  it('are the most that are served in rows, half a minute apart', async () => {
    const rows = [0, 31, 62, 92].map((seconds) => ({ served: 10, afterMs: 1000 * seconds }));
    const excess = { rows, served: 40, spanMs: 92_000, last: granted };
    expect(await most(7, [], excess)).toMatch(/: 10 after 0\.0 s, 10 after 31\.0 s, 10 after 62\.0 s and 10 after/);
  });

  it('are the least: fewer count if they are seen twice, each after a quiet minute', async () => {
    expect(await least(10)).toBe('holds');
    expect(await least(5, row(10))).toBe('holds');
    expect(await least(5, row(5), row(10))).toBe('holds');
    expect(await least(5, row(5), row(4))).toMatch(
      /^broken: .* got 4 granted in 0\.1 s, then status 429.*; 5 another time/,
    );
    expect(await least(5, row(5))).toMatch(/^inconclusive: .* in one minute alone/);
    expect(await least(2, row(2))).toMatch(/^inconclusive: .* spread evenly/);
  });

  it('are not used up by data calls', async () => {
    const notCounted = (first: number, row: unknown, afterLimitedData: unknown = null) =>
      said(rules.dataNotCounted, { spent: spent(first), row, afterLimitedData });
    expect(await notCounted(10, null)).toBe('holds');
    expect(await notCounted(4, row(10))).toBe('holds');
    expect(await notCounted(4, row(0))).toMatch(/^broken: .* after data calls, as without, got 0 served/);
    expect(await notCounted(4, null)).toMatch(/^inconclusive/);
    expect(await notCounted(4, null, { calls: 9, reply: granted })).toBe('holds');
    expect(await notCounted(4, null, { calls: 9, reply: refused })).toMatch(/^broken: .* after 9 data calls/);
  });
});

describe('While exchanges are throttled', () => {
  const goesOn = (reply: Reply | null, isServed?: boolean, isFirst = true) =>
    said(rules.dataGoesOn, {
      spent: spent(10, { data: reply && { reply, isFirst } }),
      throttled: refused,
      after: isServed === undefined ? undefined : { isServed },
    });

  it('data is served', async () => {
    expect(await goesOn(null)).toBe('holds');
    expect(await goesOn(answer(401))).toMatch(/^broken: Expected data, as before/);
    expect(await goesOn(answer(null))).toMatch(/^inconclusive/);
  });

  it('a limit of data calls counts if it ends with that of the exchange, and a server error never does', async () => {
    expect(await goesOn(answer(429), true)).toMatch(/^broken/);
    expect(await goesOn(answer(503), true)).toMatch(/^inconclusive/);
    expect(await goesOn(answer(429), true, false)).toMatch(/^inconclusive/);
    expect(await goesOn(answer(429), false)).toMatch(/^inconclusive/);
    expect(await goesOn(answer(503))).toMatch(/^inconclusive/);
  });
});

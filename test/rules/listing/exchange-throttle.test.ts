import { describe, expect, it } from 'vitest';
import * as rules from '../../../checks/listing/exchange-throttle/rules.ts';
import { excuse, type Reply } from '../../../src/http/reply.ts';
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
  windowMs,
  opened: [],
  connections: 1,
  ...more,
});

describe('The limit of the exchange', () => {
  const exists = (spent: object, shut?: Reply, single?: object) =>
    said(rules.limitExists, { spent, ...(shut && { shut }), connections: single ? { many: spent, single } : null });

  it('exists', async () => {
    expect(await exists(row(10))).toMatch(/^holds: Refused with status 429/);
    expect(await exists(row(20))).toMatch(/^holds/);
    expect(await exists(row(21, { last: granted }))).toMatch(/^broken: .* got 21 exchanges served within 0\.1 s/);
  });

  it('is left open where ten hold over one connection: this machine may call from several addresses', async () => {
    const many = row(21, { last: granted });
    expect(await exists(many, undefined, row(10))).toMatch(
      /^inconclusive: 21 .* only 10 over one connection\. .* pool/,
    );
    expect(await exists(many, undefined, row(18))).toMatch(/^broken/);
    expect(await exists(many, undefined, row(21, { refused: null }))).toMatch(/^broken/);
  });

  it('is left open where it was not met', async () => {
    expect(await exists(row(3, { refused: null }))).toMatch(/^inconclusive: .* so slowly/);
    expect(await exists(row(3, { last: answer(403) }), answer(403))).toMatch(
      /^inconclusive: Since wrong tokens were tried/,
    );
  });

  it('comes with no token that opens data', async () => {
    const opened = [{ refusal: refused, use: answer(200) }];
    expect(await exists(row(10, { opened }))).toMatch(/^broken: .* a token that opens data/);
  });

  it('ends after a minute', async () => {
    const recovers = (reply: Reply) => said(rules.recovers, { recovery: { reply }, spent: row(10) });
    expect(await recovers(granted)).toBe('holds');
    expect(await recovers(answer(429))).toMatch(/^broken: expected a token after a quiet minute, got status 429/);
    expect(await recovers(answer(null))).toMatch(/^inconclusive/);
    const early = answer(403);
    excuse(early, { why: 'Refused before.', shownBy: [early] });
    expect(await recovers(early)).toBe('inconclusive: Refused before.');
  });
});

describe('Ten exchanges a minute', () => {
  const most = (more: object) =>
    said(rules.noMoreThanTen, {
      spent: row(10),
      fresh: { row: row(10) },
      readings: [row(10)],
      rowsWhileSpent: { excess: null },
      paced: null,
      ...more,
    });
  const least = (alone: number, inARow = 3, more: object = {}) =>
    said(rules.tenServed, {
      spent: row(inARow),
      fresh: { row: row(inARow) },
      paced: { alone: { served: alone, last: alone < 30 ? refused : granted } },
      ...more,
    });

  it('are the most that are served', async () => {
    expect(await most({})).toBe('holds: 10 were let through within 0.1 s.');
    expect(await most({ readings: [row(11), row(11)] })).toMatch(/got 11 in a row served .*, and 11 another time$/);
    expect(await most({ readings: [row(21)] })).toMatch(/got 21 in a row served within 0\.1 s$/);
    expect(await most({ paced: { brisk: { served: 24, spanMs: 55_200, last: granted } } })).toMatch(/got 24 exchanges/);
  });

  it('may be more for each of several addresses, if ten hold over one connection', async () => {
    const readings = [row(14), row(16)];
    const over = (single: object, many: object = row(16)) => ({ many, single: { connections: 1, ...single } });
    expect(await most({ readings, connections: over(row(10)) })).toMatch(
      /^inconclusive: 16 .* only 10 .* one connection/,
    );
    expect(await most({ readings, connections: over(row(11)) })).toMatch(/^broken/);
    expect(await most({ readings, connections: null })).toMatch(/^broken/);
    const closing = over(row(16, { connections: 16 }));
    expect(await most({ readings, connections: closing })).toMatch(/^inconclusive: 16 .* keeps no connection .* pool/);
  });

  it('may be more at a brisk pace for each of several addresses, if fewer are served in a row over one connection', async () => {
    const paced = { brisk: { served: 24, spanMs: 55_200, last: granted } };
    const over = (single: number) => ({ many: row(3), single: row(single, { connections: 1 }) });
    expect(await most({ paced, connections: over(1) })).toMatch(/^inconclusive: 3 .* only 1 over one connection/);
    expect(await most({ paced, connections: over(3) })).toMatch(/^broken/);
  });

  it('may be twice as many once, about the edge of a window', async () => {
    expect(await most({ readings: [row(10), row(20)] })).toMatch(/^holds/);
    expect(await most({ readings: [row(20, { spanMs: 20_000 }), row(20, { spanMs: 15_000 })] })).toMatch(/^holds/);
  });

  it('are the most that are served in rows, half a minute apart', async () => {
    const rows = [0, 31, 62, 92].map((seconds) => ({ served: 10, afterMs: 1000 * seconds }));
    const excess = { rows, served: 40, spanMs: 92_000, last: granted };
    expect(await most({ rowsWhileSpent: { excess } })).toMatch(/10 up to a refusal, then 10 after 31\.0 s, 10 after/);
  });

  it('are the least, in a row or evenly spread', async () => {
    expect(await least(30)).toMatch(/^holds: Only 3 before a refusal/);
    expect(await least(0, 10, { paced: null })).toBe('holds');
    expect(await least(9)).toMatch(/^broken: expected ten exchanges a minute, evenly spread, got 9 served/);
  });

  it('are not used up by data calls', async () => {
    const notCounted = (withData: unknown, inARow = 3) =>
      said(rules.dataNotCounted, { spent: row(3), fresh: { row: row(inARow) }, paced: { withData } });
    expect(await notCounted(null, 10)).toBe('holds');
    expect(await notCounted({ served: 10, last: granted })).toBe('holds');
    expect(await notCounted({ served: 5, last: refused })).toMatch(
      /^broken: .* with data calls between them, .* got 5/,
    );
    expect(await notCounted(null)).toMatch(/^inconclusive/);
  });

  it('are counted whatever the credentials', async () => {
    const counted = (others: readonly Reply[], first: Reply | null = refused) =>
      said(rules.countedPerAddress, { fresh: { row: row(10, { refused: first }), others } });
    expect(await counted([refused])).toBe('holds');
    expect(await counted([granted, refused, granted, refused, granted])).toMatch(/^broken/);
    expect(await counted([], null)).toMatch(/^inconclusive/);
  });
});

describe('While exchanges are throttled', () => {
  it('data is served', async () => {
    expect(await said(rules.dataGoesOn, { data: { refusal: null } })).toBe('holds');
    expect(await said(rules.dataGoesOn, { data: { refusal: answer(401) } })).toMatch(
      /^broken: expected data, as before/,
    );
    expect(await said(rules.dataGoesOn, { data: { refusal: answer(null) } })).toMatch(/^inconclusive/);
  });

  it('and after it, later tokens are served like the first', async () => {
    const later = (use: Reply, first = answer(200)) => said(rules.laterTokenAccepted, { uses: { first }, use });
    expect(await later(answer(200))).toBe('holds');
    expect(await later(answer(403))).toMatch(/^broken: expected data, as with the first token, got status 403/);
    expect(await later(answer(500))).toBe('holds');
    expect(await later(answer(401), answer(401))).toMatch(/^inconclusive/);
  });
});

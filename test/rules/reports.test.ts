import type { Reported } from '../../checks/ad-server/desk/material.ts';
import { describe, expect, it } from 'vitest';
import * as rules from '../../checks/ad-server/reports/rules.ts';
import type { Reply } from '../../src/http/reply.ts';
import { answer, said } from './judging.ts';
import type { ReportRequest } from '../../checks/ad-server/booking-records.ts';

const bodyAbout = (ids: readonly string[] | null) => ({ line_item_ids: ids });

const request: ReportRequest = {
  own: bodyAbout(['line-1', 'line-2']),
  about: bodyAbout,
  ids: ['line-1', 'line-2'],
  refs: ['ref-1', 'ref-2'],
  names: new Map([['line-1', ' (ref-1)']]),
  otherIds: new Map([
    ['order-1', 'order_id'],
    ['slot-1', 'inventory_id'],
  ]),
  others: [],
};

const row = (line_item_id: unknown, rest: object = {}) => ({
  line_item_id,
  date: '2026-02-14',
  impressions: 0,
  clicks: 0,
  ...rest,
});

const report = (...rows: readonly unknown[]) => answer(200, { rows }, { endpoint: 'reports' });

/** The answer about this run's lines, and the one about a single line. */
const reportedAs = (own: Reply, single: Reply | null = null): Reported => {
  const replies = [own, ...(single === null ? [] : [single])].filter(({ status }) => status === 200);
  return { own, single, wide: null, by: request, served: replies, taken: replies };
};

/** An order of these lines. */
const order = (...lines: readonly (readonly [ref: string, id: string])[]) => ({
  request: {
    idempotency_key: 'key',
    advertiser: { name: 'A buyer' },
    order: { name: 'An order', external_ref: 'order' },
    line_items: [],
  },
  reply: answer(201, {}),
  ids: { order: 'order-1', lines: new Map(lines) },
});

const records = (...served: readonly Reply[]) => ({
  created: [order(['ref-1', 'line-1'], ['ref-2', 'line-2'])],
  request,
  served,
  reported: reportedAs(served[0] ?? report()),
});

const rowRule = (name: string) => {
  const rule = Object.values(rules.rowRules).find(({ id }) => id === `reports.row-${name}`);
  if (rule === undefined) throw new Error(`no rule about ${name}`);
  return rule;
};

describe('a report', () => {
  it('comes with 200', async () => {
    expect(await said(rules.answers200, { reported: reportedAs(report()) })).toBe('holds');
    expect(await said(rules.answers200, { reported: reportedAs(answer(500)) })).toMatch(/^broken: Expected status 200/);
    expect(await said(rules.answers200, { reported: reportedAs(report(), answer(500)) })).toMatch(
      /got status 500 to a report about a single line/,
    );
  });

  it('is left open if its request is refused, of which the contract does not fix the shape', async () => {
    expect(await said(rules.answers200, { reported: reportedAs(answer(422)) })).toMatch(
      /^inconclusive: .*--report-request/,
    );
    expect(await said(rules.answers200, { reported: reportedAs(report(), answer(422)) })).toBe('holds');
  });

  it('is promised by `reporting: true`: no server error, 501 included, leaves that open', async () => {
    for (const status of [500, 501, 502, 503, 504]) {
      const broken = new RegExp(`^broken: Expected status 200, got status ${status}`);
      expect(await said(rules.answers200, { reported: reportedAs(answer(status)) })).toMatch(broken);
      expect(await said(rules.answers200, { reported: reportedAs(report(), answer(status)) })).toMatch(broken);
      const wide = report();
      const reported = { ...reportedAs(answer(status)), wide, served: [wide], taken: [wide] };
      expect(await said(rules.answers200, { reported })).toMatch(broken);
    }
  });

  it('is left open by 404, which may mean that there is no data', async () => {
    const noData = answer(404, { code: 'no_data', message: 'Nothing was delivered.' });
    expect(await said(rules.answers200, { reported: reportedAs(noData) })).toMatch(
      /^inconclusive: .*404 \(no_data: Nothing was delivered\.\).* no data yet, answer 200 with an empty array of rows/,
    );
  });

  it('has an array of objects in rows', async () => {
    const rows = (served: readonly Reply[], ofOthers: Reply | null = null) =>
      said(rules.rowsIsArray, { served, reported: { ...reportedAs(report()), ofOthers } });
    expect(await rows([report(), report(row('line-1'))])).toBe('holds');
    expect(await rows([report(), answer(200, { data: [] })])).toMatch(/^broken/);
    expect(await rows([report(row('line-1'), null)])).toMatch(/^broken: Expected an object for each row, got null/);
    expect(await rows([answer(200)])).toMatch(/^broken: Expected a JSON body/);
    expect(await rows([report()], answer(200, { rows: { 1: row('x') } }))).toMatch(/^broken/);
    expect(await rows([report()], answer(202, { job_id: 7 }))).toBe('holds');
    expect(await rows([report()], answer(200, { job_id: 7 }))).toBe('holds');
  });

  it('without ids may have rows of no line, and none of another type', async () => {
    const ids = (...given: unknown[]) =>
      said(rules.rowRules.line_item_id, {
        served: [report()],
        reported: { ...reportedAs(report()), ofOthers: report(...given.map((id) => row(id))) },
        request,
      });
    expect(await ids('of-others', null)).not.toMatch(/^broken/);
    expect(await ids(17, 18)).toMatch(/^broken/);
  });

  it('has a cursor that is a string or null', async () => {
    const withCursor = (next_cursor: unknown) => [answer(200, { rows: [], next_cursor })];
    expect(await said(rules.cursorForm, { served: withCursor('p2') })).toBe('holds');
    expect(await said(rules.cursorForm, { served: withCursor(null) })).toBe('holds');
    expect(await said(rules.cursorForm, { served: withCursor(500) })).toMatch(/^broken: .*next_cursor/);
    expect(await said(rules.cursorForm, { served: [answer(200, [])] })).toMatch(/^inconclusive/);
  });
});

describe('a row', () => {
  it('has the day of the row, in any form', async () => {
    const over = (date: string) => said(rules.rowRules.date, records(report(row('line-2'), row('line-1', { date }))));
    expect(await over('20260131')).toMatch(/^holds/);
    expect(await over('31 Jan 2026')).toMatch(/^holds/);
    expect(await over('-')).toMatch(/^broken: Expected the day of the row, got "-"/);
    const total = records(report(row('Total', { date: '-' })));
    expect(await said(rules.linesAskedFor, total)).toBe('holds');
  });

  it('has each of its members, of the right type', async () => {
    for (const rule of Object.values(rules.rowRules)) {
      expect(await said(rule, records(report(row('line-1'), row('line-2'))))).toBe('holds: 2 rows.');
      expect(await said(rule, records(report()))).toMatch(/^not applicable/);
      expect(await said(rule, records(report(row('line-1')), answer(200, { rows: {} })))).toMatch(/^inconclusive/);
      expect(await said(rule, records(report({})))).toMatch(/^broken/);
    }
    expect(await said(rowRule('date'), records(report(row('line-1', { date: null }))))).toMatch(/^broken/);
    expect(await said(rowRule('impressions'), records(report(row('line-1', { impressions: 12.5 }))))).toMatch(
      /^broken/,
    );
    expect(await said(rowRule('clicks'), records(report(row('line-1', { clicks: '3' }))))).toMatch(/^broken/);
    for (const name of ['impressions', 'clicks'])
      expect(await said(rowRule(name), records(report(row('line-1', { [name]: -1 }))))).toMatch(
        /^broken: .*an integer of at least 0, got -1/,
      );
  });

  it('has a day in any format, but not a word that stands for a missing value', async () => {
    const dated = (date: string) => said(rowRule('date'), records(report(row('line-1', { date }))));
    for (const day of ['2026-02-14', '20260214', '14 Feb 2026', '2026-02-14T00:00:00Z', '1771027200'])
      expect(await dated(day), day).toBe('holds: 1 row.');
    const words = ['undefined', 'null', 'None', 'NaT', 'NaN', 'NaN-NaN-NaN', 'nan'];
    for (const word of [...words, 'Invalid Date', 'Invalid date', 'Invalid DateTime'])
      expect(await dated(word), word).toMatch(/^broken: Expected .*date: a string with the day, got /);
  });

  it('names its line by the id from the order', async () => {
    const named = (...ids: readonly unknown[]) =>
      said(rowRule('line-item-id'), records(report(...ids.map((id) => row(id)))));
    expect(await named('line-1', 'line-of-others')).toBe('holds: 2 rows.');
    expect(await named('line-2', 'ref-1')).toMatch(/^broken: .*"ref-1", the external_ref of the line/);
    expect(await named('LINE-1', 'LINE-2')).toMatch(/^broken: .*"LINE-1", in place of "line-1"/);
    expect(await named('order-1')).toMatch(/^broken: .*"order-1", the order_id of the line/);
    expect(await named('slot-1')).toMatch(/the inventory_id of the line/);
    expect(await named('order-1', 'line-of-others')).toBe('holds: 2 rows.');
  });
});

describe('a draft', () => {
  it('has no delivery, under whatever form of its id', async () => {
    const delivering = (...rows: readonly unknown[]) => said(rules.draftHasNoDelivery, records(report(...rows)));
    expect(await delivering(row('line-1'), row('line-of-others', { impressions: 700 }))).toBe('holds');
    expect(await delivering(row('line-1', { impressions: -1, clicks: -1 }))).toBe('holds');
    expect(await delivering(row('line-1', { impressions: 12 }))).toMatch(/^broken: .*12 impressions .*\(ref-1\)/);
    expect(await delivering(row('line-2'), row('line-2', { clicks: 1 }))).toMatch(/^broken: .*1 clicks/);
    expect(await delivering(row('LINE-1', { clicks: 1 }), row('LINE-2'))).toMatch(/^broken/);
  });

  it('has none in a report on everything either, though no request names it', async () => {
    const own = records(report(row('line-9', { clicks: 1 })));
    expect(await said(rules.draftHasNoDelivery, own)).toBe('holds');
    const created = [...own.created, order(['ref-9', 'line-9'])];
    expect(await said(rules.draftHasNoDelivery, { ...own, created })).toMatch(/^broken: .*1 clicks .*\(ref-9\)/);
  });

  it('is not looked for without rows, or without ids', async () => {
    const noRows = answer(200, { rows: null });
    expect(await said(rules.draftHasNoDelivery, records(noRows))).toMatch(/^inconclusive/);
    const noIds = { ...records(report()), request: { ...request, ids: [] } };
    expect(await said(rules.draftHasNoDelivery, noIds)).toMatch(/^inconclusive/);
  });
});

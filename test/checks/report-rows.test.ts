import { gotIn } from '../rules/judging.ts';
import { describe, expect, it } from 'vitest';
import { deliveryOf, faultsByRule, hasRows, rowsOf } from '../../checks/ad-server/desk/reports.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

const report = (value: unknown): Reply => anyReply({ endpoint: 'reports', json: { ok: true, value } });
const row = (change: object = {}) => ({
  line_item_id: 'l-1',
  date: '2027-04-01',
  impressions: 0,
  clicks: 0,
  ...change,
});

describe('What is wrong with the form of a report is told by the rule that is about it', () => {
  it.each([
    ['nothing', { rows: [row()], next_cursor: null }, []],
    ['no row', { rows: [] }, []],
    ['a member more', { rows: [row({ ctr: 0.1 })], totals: 3 }, []],
    ['no JSON object', [row()], ['reports.rows-is-array']],
    ['no rows', { data: [row()] }, ['reports.rows-is-array']],
    ['a row that is none', { rows: [row(), null] }, ['reports.rows-is-array']],
    ['a cursor that is a number', { rows: [], next_cursor: 2 }, ['reports.cursor-form']],
    ['a missing id', { rows: [row({ line_item_id: undefined })] }, ['reports.row-line-item-id']],
    ['an empty day', { rows: [row(), row({ date: '' })] }, ['reports.row-date']],
    ['a word for a day', { rows: [row({ date: 'NaN-NaN-NaN' })] }, ['reports.row-date']],
    [
      'counts that are none',
      { rows: [row({ impressions: '0', clicks: null })] },
      ['reports.row-impressions', 'reports.row-clicks'],
    ],
    ['a negative count', { rows: [row({ clicks: -1 })] }, ['reports.row-clicks']],
  ])('%s', (_what, value, rules) => {
    const sent: unknown = JSON.parse(JSON.stringify(value));
    expect([...faultsByRule(report(sent)).keys()]).toEqual(rules);
  });

  it('a body that is no JSON', () => {
    expect([...faultsByRule(anyReply({})).keys()]).toEqual(['reports.rows-is-array']);
  });

  it('every fault of one rule is kept', () => {
    const broken = row({ clicks: null });
    expect(faultsByRule(report({ rows: [broken, row(), broken] })).get('reports.row-clicks')).toHaveLength(2);
  });
});

describe('Delivery of a draft', () => {
  it.each([
    ['none', row(), null],
    ['impressions', row({ impressions: 1 }), '/rows/1/impressions'],
    ['clicks', row({ clicks: 1 }), '/rows/1/clicks'],
    ['both', row({ clicks: 1, impressions: 1 }), '/rows/1/impressions'],
    ['less than none', row({ clicks: -1, impressions: -1 }), null],
    ['a count as text', row({ impressions: '12' }), '/rows/1/impressions'],
    ['an id as number', row({ line_item_id: 7, clicks: 3 }), '/rows/1/clicks'],
    ['of another line', row({ line_item_id: 'l-2', clicks: 3 }), null],
  ])('%s', (_what, second, pointer) => {
    expect(deliveryOf(['l-1', '7'], report({ rows: [row(), second] }))?.pointer ?? null).toBe(pointer);
  });

  it('is told with the name of the line', () => {
    const reply = report({ rows: [row({ impressions: 12 })] });
    const finding = deliveryOf(['l-1'], reply, new Map([['l-1', ' (Line-a)']]));
    expect(finding && gotIn(finding)).toBe('12 impressions for line_item_id "l-1" (Line-a)');
    expect(finding?.replies).toEqual([reply]);
  });

  it('is not looked for in an answer without rows', () => {
    expect([deliveryOf(['l-1'], anyReply({})), hasRows(anyReply({}))]).toEqual([null, false]);
    expect(rowsOf(report({ rows: null }))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { walk } from '../../checks/ad-server/readers/inventory-walk.ts';
import type { Reply } from '../../src/http/reply.ts';
import { parseJson } from '../../src/text/parsed-json.ts';
import { anyReply } from './any-reply.ts';
import { inventoryOf, replied, slot, slots } from './small-inventory.ts';

const ENOUGH = { maxPages: 10_000 };

describe('A walk over the inventory', () => {
  it('follows cursors to the last page, with the same limit throughout', async () => {
    const { http, asked } = inventoryOf([[slot(1)], [slot(2)], [slot(3)]]);
    await walk(http, { ...ENOUGH, limit: 7 });
    expect(asked).toEqual([{ limit: 7 }, { limit: 7, cursor: 'page 2' }, { limit: 7, cursor: 'page 3' }]);
  });

  it('counts pages and slots', async () => {
    const { http } = inventoryOf([[slot(1), slot(2)], [], [slot(3)]]);
    expect(await walk(http, ENOUGH)).toMatchObject({ end: { kind: 'last-page' }, pages: 3, slots: 3 });
  });

  it.each([null, '', 0, false, {}, undefined])('ends at a cursor that is %j', async (cursor) => {
    const { http, asked } = inventoryOf([[slot(1)], [slot(2)]], () => cursor);
    await walk(http, ENOUGH);
    expect(asked).toHaveLength(1);
  });

  it('goes on from a cursor that is a number', async () => {
    const { http, asked } = inventoryOf([[slot(1)], [slot(2)]], (page) => (page === 1 ? 2 : undefined));
    await walk(http, ENOUGH);
    expect(asked).toEqual([{}, { cursor: '2' }]);
  });

  it('ends after as many pages as it was to look at, and asks for no more', async () => {
    const { http, asked } = inventoryOf([[slot(1)], [slot(2)], [slot(3)]]);
    const { end } = await walk(http, { ...ENOUGH, pages: 2 });
    expect([end, asked.length]).toEqual([{ kind: 'looked-enough' }, 2]);
  });

  it('reads no more pages than it may, and cites the last of them', async () => {
    const { http, asked } = inventoryOf([[slot(1)], [slot(2)], [slot(3)]]);
    const { end } = await walk(http, { maxPages: 2 });
    expect([end, asked.length]).toMatchObject([
      {
        kind: 'too-long',
        finding: {
          found: { expected: 'a last page within 2 pages (--max-pages sets this maximum)' },
          pointer: '/next_cursor',
          replies: [{ callId: '#2' }],
        },
      },
      2,
    ]);
  });
});

describe('A walk goes in a circle', () => {
  it('where a cursor comes again and no slot is new', async () => {
    const { http, asked } = inventoryOf([[slot(1)], [slot(1)], [slot(1)]], () => 'page 2');
    const { end } = await walk(http, ENOUGH);
    expect([end, asked.length]).toMatchObject([{ kind: 'circle', finding: { replies: [{ callId: '#2' }] } }, 2]);
  });

  const fixOf = async (pages: readonly unknown[][], cursor: string) => {
    const { end } = await walk(inventoryOf(pages, () => cursor).http, ENOUGH);
    return 'finding' in end ? end.finding.found.fix : 'no finding';
  };

  it('and says so where page 2 is page 1 again, or the cursor is a null turned into text', async () => {
    expect(await fixOf([slots(3), slots(3)], 'next')).toMatch(/^Read `cursor` from the query/);
    expect(await fixOf([slots(3), slots(3).slice(2)], 'next')).toBeUndefined();
    expect(await fixOf([slots(3), []], 'next')).toBeUndefined();
    expect(await fixOf([slots(3), slots(3)], 'None')).toMatch(/^Send `next_cursor` as null on the last page/);
  });

  it('not where a cursor comes again and slots are new', async () => {
    const { http } = inventoryOf([[slot(1)], [slot(2)], [slot(3)]], (page) => (page === 3 ? null : 'next'));
    expect((await walk(http, ENOUGH)).end).toEqual({ kind: 'last-page' });
  });

  it('when more than 2,000 slots came again, though each page has a new one', async () => {
    const old = slots(1000);
    const pages = Array.from({ length: 9 }, (_, index) => [...old, slot(2000 + index)]);
    const { end } = await walk(inventoryOf(pages).http, ENOUGH);
    expect(end).toMatchObject({
      kind: 'circle',
      finding: { found: { actual: 'slots that were listed before, 3000 times by page 4' } },
    });
  });

  it('when 500 pages in a row brought no new slot', async () => {
    const pages = Array.from({ length: 2000 }, (_, index) => (index === 0 || index === 99 ? [slot(index)] : []));
    const { end } = await walk(inventoryOf(pages).http, ENOUGH);
    expect(end).toMatchObject({
      kind: 'circle',
      finding: { found: { actual: '500 pages in a row without a new slot, by page 600, which is empty' } },
    });
  });
});

describe('A walk stops', () => {
  const bodied = (text: string) => ({ status: 200, json: parseJson(Buffer.from(text)) });

  it.each<[string, Partial<Reply>, object]>([
    [
      'a refusal',
      { status: 400 },
      { kind: 'unanswered', finding: { found: { kind: 'status', answer: { status: 400 } } } },
    ],
    ['no answer', { status: null }, { kind: 'unanswered', finding: { found: { kind: 'no-answer' } } }],
    ['what is no JSON', bodied('<p>'), { kind: 'no-page', finding: { found: { expected: 'a JSON body' } } }],
    ['an array', bodied('[]'), { kind: 'no-page', finding: { found: { expected: 'a JSON object' }, pointer: '' } }],
    ['null', bodied('null'), { kind: 'no-page', finding: { found: { expected: 'a JSON object' }, pointer: '' } }],
    [
      'no data',
      bodied('{}'),
      { kind: 'no-page', finding: { found: { actual: 'an empty object, without data' }, pointer: '' } },
    ],
    [
      'data null',
      bodied('{"data":null}'),
      { kind: 'no-page', finding: { found: { actual: 'null' }, pointer: '/data' } },
    ],
  ])('at %s', async (_what, said, end) => {
    const { http } = inventoryOf([[slot(1)], [slot(2)]]);
    const stopping = { ...http, inventory: () => Promise.resolve(anyReply({ callId: '#1', ...said })) };
    expect(await walk(stopping, ENOUGH)).toMatchObject({ pages: 0, slots: 0, end });
  });

  it('behind the pages that it read', async () => {
    const replies = [replied(1, { data: [slot(1)], next_cursor: 'on' }), anyReply({ status: 500 })];
    const http = {
      inventory: () => Promise.resolve(replies.shift() ?? anyReply({})),
      shorten: () => undefined,
    };
    expect(await walk(http, ENOUGH)).toMatchObject({ pages: 1, slots: 1, end: { kind: 'unanswered' } });
  });
});

describe('The record of a page', () => {
  it('is shortened, unless the page is the first, the largest so far, or at fault', async () => {
    const { http, shortened } = inventoryOf([
      [slot(1), slot(2)],
      [slot(3), slot(4)],
      [slot(5, { name: null })],
      [slot(6)],
      [slot(6)],
      [slot(7)],
      [slot(8), slot(9), slot(10)],
      [slot(11), slot(12), slot(13)],
    ]);
    await walk(http, ENOUGH);
    expect(shortened).toEqual(['#2', '#4', '#6', '#8']);
  });
});

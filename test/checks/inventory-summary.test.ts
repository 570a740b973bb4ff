import { describe, expect, it } from 'vitest';
import { walk } from '../../checks/ad-server/readers/inventory-walk.ts';
import { inventoryOf, slot, slots } from './small-inventory.ts';
import type { Walk } from '../../checks/ad-server/readers/inventory-summary.ts';

const seenOn = (...pages: readonly (readonly unknown[])[]): Promise<Walk> =>
  walk(inventoryOf(pages).http, { maxPages: 10_000 });

const idsOf = (kept: Walk['bookable']) => kept.map(({ inventory_id }) => inventory_id);
const named = (numbers: readonly number[]) => numbers.map((number) => `s${number}`);
const upTo = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

describe('Of bookable slots', () => {
  it('the first thousand are kept, or one less and the last', async () => {
    expect(idsOf((await seenOn(slots(1000))).bookable)).toEqual(named(upTo(0, 1000)));
    expect(idsOf((await seenOn(slots(2000))).bookable)).toEqual(named([...upTo(0, 999), 1999]));
  });

  it('one with an id of thousands of characters is not kept, and may be one of many', async () => {
    const { bookable, ids } = await seenOn([slot(1), { ...slot(2), inventory_id: 'i'.repeat(10_001) }]);
    expect([idsOf(bookable), ids.partial]).toEqual([['s1'], true]);
  });

  it('those are kept that are active or of no status', async () => {
    const { bookable } = await seenOn([slot(1), slot(2, { status: 'active' }), slot(3, { status: 'archived' })]);
    expect(idsOf(bookable)).toEqual(named([1, 2]));
  });

  it('none is kept that lists no size', async () => {
    expect((await seenOn([slot(1, { sizes: [] })])).bookable).toEqual([]);
  });
});

describe('Of archived slots', () => {
  it('the first four and the last are kept, with sizes or without', async () => {
    const { archived } = await seenOn(upTo(1, 7).map((number) => slot(number, { status: 'archived', sizes: [] })));
    expect(idsOf(archived)).toEqual(named([1, 2, 3, 4, 7]));
  });
});

describe('A slot with a fault', () => {
  it('is bookable by its id and the sizes that are right', async () => {
    const { bookable } = await seenOn([
      slot(1, { name: null, sizes: ['fluid', '300x250', 7, '1x1 '], status: 'live' }),
    ]);
    expect(bookable).toEqual([{ inventory_id: 's1', name: '', sizes: ['300x250'] }]);
  });

  it.each(['ARCHIVED', 'inactive', 'Paused', 'deleted', 'disabled', 'off'])(
    'is archived where its status is %s',
    async (status) => {
      const { archived, bookable } = await seenOn([slot(1, { status })]);
      expect([archived, bookable]).toEqual([
        [{ inventory_id: 's1', name: '', sizes: ['300x250'], status: 'archived' }],
        [],
      ]);
    },
  );

  it.each<[string, unknown]>([
    ['without an id', slot(1, { inventory_id: undefined })],
    ['with an empty id', slot(1, { inventory_id: '' })],
    ['with a number for an id', slot(1, { inventory_id: 7 })],
    ['without a size that is right', slot(1, { sizes: ['fluid'] })],
    ['with one text for its sizes', slot(1, { sizes: '300x250' })],
    ['that is null', null],
  ])('is of no use %s', async (_what, odd) => {
    const { bookable, archived } = await seenOn([odd]);
    expect([bookable, archived]).toEqual([[], []]);
  });
});

describe('Faults of slots', () => {
  it('are counted by member, and the first is cited', async () => {
    const { faults } = await seenOn([slot(1), slot(2, { name: 7 })], [slot(3, { name: null, status: 'on' })]);
    expect([...faults]).toMatchObject([
      [
        'name',
        {
          slots: 2,
          finding: {
            found: { expected: 'name: a string', actual: '7' },
            pointer: '/data/1/name',
            replies: [{ callId: '#1' }],
          },
        },
      ],
      ['status', { slots: 1, finding: { pointer: '/data/0/status', replies: [{ callId: '#2' }] } }],
    ]);
  });

  it('may lie below a member', async () => {
    const { faults } = await seenOn([slot(1, { sizes: ['300x250', 'fluid'] })]);
    expect(faults.get('sizes')).toMatchObject({ finding: { pointer: '/data/0/sizes/1' } });
  });

  it('may be that it is none', async () => {
    const { faults } = await seenOn([slot(1), 's2']);
    expect(faults.get('')).toMatchObject({ slots: 1, finding: { pointer: '/data/1', found: { actual: '"s2"' } } });
  });
});

describe('Slots that come again', () => {
  it('are told apart: on the page before, or on the same page', async () => {
    const { repeated, repeatedOnPage } = await seenOn(
      [slot(1), slot(2), slot(1)],
      [slot(3), slot(2), slot(2), slot(4), slot(3), slot(4)],
    );
    expect([repeated, repeatedOnPage]).toMatchObject([
      { slots: 1, finding: { pointer: '/data/1/inventory_id', replies: [{ callId: '#2' }] } },
      { slots: 4, finding: { pointer: '/data/2/inventory_id', replies: [{ callId: '#1' }] } },
    ]);
  });

  it('are counted, the first is cited, and some of their ids are kept', async () => {
    const { repeated } = await seenOn(slots(600), slots(600));
    expect([repeated, repeated?.ids.size]).toMatchObject([
      {
        slots: 600,
        finding: {
          found: { actual: '"s0" for the second time' },
          pointer: '/data/0/inventory_id',
          replies: [{ callId: '#2' }],
        },
      },
      500,
    ]);
  });

  it('show a cursor that is read as the first of its page', async () => {
    const slipOn = async (...pages: readonly (readonly unknown[])[]) =>
      (await seenOn(...pages)).repeated?.finding.found.slip;
    expect(await slipOn([slot(1), slot(2)], [slot(2), slot(3)])).toBe('overlap');
    expect(await slipOn([slot(1), slot(2)], [slot(2), slot(3)], [slot(3), slot(4)])).toBe('overlap');
    expect(await slipOn([slot(1), slot(2)], [slot(2), slot(3)], [slot(4), slot(5)])).toBeUndefined();
    expect(await slipOn([slot(1), slot(2)], [slot(3), slot(2)])).toBeUndefined();
    expect(await slipOn([slot(1)], [slot(1)])).toBeUndefined();
  });

  it('are none in most lists', async () => {
    expect((await seenOn(slots(3))).repeated).toBeNull();
  });
});

describe('The ids of a walk', () => {
  it.each<[string, unknown, boolean]>([
    ['all there are', slot(1), false],
    ['partial where one is missing', slot(1, { inventory_id: undefined }), true],
    ['partial where one is empty', slot(1, { inventory_id: '' }), true],
    ['partial where one is a number', slot(1, { inventory_id: 7 }), true],
  ])('are %s', async (_what, first, partial) => {
    expect((await seenOn([first, slot(2)])).ids.partial).toBe(partial);
  });

  it('are partial where more pages follow', async () => {
    const { http } = inventoryOf([[slot(1)], [slot(2)]]);
    expect((await walk(http, { maxPages: 10, pages: 1 })).ids.partial).toBe(true);
  });
});

describe('By its looks', () => {
  const nameless = { name: undefined };

  it('a slot is known', async () => {
    const { looks } = await seenOn([slot(1), slot(2, { name: 'Slot 1', format: 'video' }), slot(3)]);
    expect([...looks.values()]).toEqual(['s1', 's2', 's3']);
  });

  it('a slot is not known where another is alike', async () => {
    const { looks } = await seenOn([slot(1), slot(2, { name: 'Slot 1' })]);
    expect([...looks.values()]).toEqual([null]);
  });

  it('no more than 1,000 slots are known, and one that looks alike later is still seen', async () => {
    const { looks } = await seenOn(
      [slot(0, nameless), ...upTo(1, 999).map((number) => slot(number))],
      [
        slot(6000, nameless),
        slot(6001, { name: 'Slot 1' }),
        slot(6002, { name: 'Slot 2', format: 'video' }),
        slot(6003, { ...nameless, format: 'video' }),
        slot(6004),
      ],
    );
    const [first, second, third] = looks.values();
    expect([looks.size, first, second, third]).toEqual([1000, null, null, 's2']);
  });
});

describe('What a walk keeps besides', () => {
  it('is up to 200 spellings of a format', async () => {
    const { formats } = await seenOn(upTo(0, 250).map((number) => slot(number, { format: `f${number % 230}` })));
    expect([...formats]).toEqual(upTo(0, 200).map((number) => `f${number}`));
  });

  it('is nothing where no format is named', async () => {
    expect((await seenOn(slots(2))).formats.size).toBe(0);
  });

  it('is the first of the largest pages', async () => {
    const { largestPage } = await seenOn([slot(1)], [slot(2), slot(3)], [slot(4), slot(5)], [slot(6)]);
    expect(largestPage).toMatchObject({ size: 2, reply: { callId: '#2' } });
  });
});

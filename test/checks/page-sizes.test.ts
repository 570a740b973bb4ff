import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walk, evenLimit, oddLimit, pagesOf } from '../../checks/ad-server/readers/inventory-walk.ts';
import { inventoryOf, slot, slots } from './small-inventory.ts';
import type { Walk } from '../../checks/ad-server/readers/inventory-summary.ts';

const listOf = (size: number): Promise<Walk> => walk(inventoryOf([slots(size)]).http, { maxPages: 10 });
const sizes = fc.integer({ min: 0, max: 3000 });

describe('An odd page size', () => {
  it.each([
    [0, 23],
    [1, 20],
    [2, 23],
    [3, 2],
    [20, 19],
    [21, 20],
    [22, 21],
    [60, 59],
    [61, 20],
    [62, 61],
    [120, 119],
    [300, 23],
  ])('of %i slots is %i', async (size, limit) => {
    expect(oddLimit(await listOf(size))).toBe(limit);
  });

  it('leaves one slot for the last page, or is 23', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        const limit = oddLimit(await listOf(size));
        expect(size % limit === 1 || limit === 23).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('An even page size', () => {
  it.each([
    [0, null],
    [1, null],
    [2, 2],
    [50, null],
    [51, 51],
    [199, 199],
    [200, null],
    [211, null],
    [250, 125],
    [350, 175],
    [400, null],
    [1870, 187],
    [1970, 197],
    [2057, null],
  ])('of %i slots is %j', async (size, limit) => {
    expect(evenLimit(await listOf(size))).toBe(limit);
  });

  it('fills the last page of ten at most', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, async (size) => {
        const limit = evenLimit(await listOf(size));
        expect(limit === null || (size % limit === 0 && limit <= 200 && size / limit <= 10)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('In small pages', () => {
  it.each([
    [7, {}],
    [8, { pages: 20 }],
  ])('a list of %i slots, where 7 are few, is read so far: %j', async (size, much) => {
    expect(pagesOf(await listOf(size), 7, 20)).toEqual(much);
  });

  it('five pages of a list without an end are read', async () => {
    const endless = await walk(inventoryOf([[slot(1)], [slot(2)]]).http, { maxPages: 1 });
    expect(pagesOf(endless, 7, 20)).toEqual({ pages: 5 });
  });
});

import { describe, expect, it } from 'vitest';
import { walk, isConfirmedAgain, difference, renamed } from '../../checks/ad-server/readers/inventory-walk.ts';
import { inventoryOf, slot } from './small-inventory.ts';
import type { Walk } from '../../checks/ad-server/readers/inventory-summary.ts';

const walkOver = (...pages: readonly (readonly unknown[])[]): Promise<Walk> =>
  walk(inventoryOf(pages).http, { maxPages: 10_000 });
const lookAt = (...pages: readonly (readonly unknown[])[]): Promise<Walk> =>
  walk(inventoryOf([...pages, []]).http, { maxPages: 10_000, pages: pages.length });
const one = [slot(1), slot(2), slot(3)];

describe('Slots of one walk alone', () => {
  it('are none where both list the same in another order', async () => {
    expect(difference(await walkOver(one), await walkOver([slot(3)], [slot(1), slot(2)]))).toEqual([]);
  });

  it('are those that either of them lost', async () => {
    expect(difference(await walkOver(one), await walkOver([slot(2), slot(4)]))).toEqual(['s1', 's3', 's4']);
  });

  it('are those of a look that the whole has not', async () => {
    expect(difference(await walkOver(one), await lookAt([slot(2), slot(4)]))).toEqual(['s4']);
  });
});

describe('A slot has another id', () => {
  const again = (number: number, id: string) => slot(number, { inventory_id: id });

  it('where one that looks the same had one of its own', async () => {
    expect(renamed(await walkOver(one), await walkOver([slot(1)], [again(2, 'x'), slot(3)]))).toEqual({
      look: '["Slot 2",["300x250"],null]',
      before: 's2',
      after: 'x',
    });
  });

  it.each<[string, unknown[], unknown[]]>([
    ['ids are the same', one, one],
    ['it was not there before', [slot(1)], [slot(2)]],
    ['it looks different', one, [slot(2, { inventory_id: 'x', format: 'video' })]],
    ['several looked like it before', [slot(1), again(1, 'x')], [again(1, 'y')]],
    ['several look like it now', [slot(1)], [again(1, 'x'), again(1, 'y')]],
  ])('not where %s', async (_what, before, after) => {
    expect(renamed(await walkOver(before), await walkOver(after))).toBeNull();
  });
});

describe('That slots are listed twice', () => {
  const twice = (...numbers: readonly number[]) =>
    walkOver(
      one,
      numbers.map((number) => slot(number)),
    );
  const isBornOut = (first: Walk, ...later: readonly Walk[]) =>
    first.repeated !== null && isConfirmedAgain(first.repeated, later, (id) => first.ids.has(id));
  const grown = (...numbers: readonly number[]) =>
    walkOver(
      [...one, slot(4)],
      numbers.map((number) => slot(number)),
    );

  it('is borne out where a later reading has any of them twice', async () => {
    expect(isBornOut(await twice(1), await twice(), await twice(3))).toBe(true);
  });

  it('is not borne out where no later reading has one twice', async () => {
    expect(isBornOut(await twice(1), await twice(), await twice())).toBe(false);
  });

  it.each<[boolean, string, number[], number[]]>([
    [true, 'the same comes twice every time', [1, 2], [2]],
    [false, 'others come twice', [2], [1]],
    [false, 'it comes twice once', [], [2]],
  ])('is %j in a list that grows where %s', async (said, _what, first, second) => {
    expect(isBornOut(await twice(2, 3), await twice(...first), await grown(...second))).toBe(said);
  });
});

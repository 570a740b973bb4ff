import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread } from '../../checks/ad-server/values/choice.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('Of a list', () => {
  it.each([
    [3, 5, [0, 1, 2]],
    [5, 5, [0, 1, 2, 3, 4]],
    [100, 12, [0, 1, 2, 3, 4, 23, 41, 60, 78, 97, 98, 99]],
    [4, 1, [0]],
    [0, 4, []],
  ])('of %i there are chosen %i at most: the first ones, the last ones, some between', (count, wanted, chosen) => {
    expect(spread(numbers(count), wanted)).toEqual(chosen);
  });

  it('as many are chosen as are wanted, in their order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (count, wanted) => {
        const chosen = spread(numbers(count), wanted);
        expect(new Set(chosen).size).toBe(Math.min(count, wanted));
        expect(chosen).toEqual(chosen.toSorted((one, other) => one - other));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evenly } from '../../checks/ad-server/values/spread.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('Of a list, evenly chosen', () => {
  it.each([
    [3, 5, [0, 1, 2]],
    [5, 5, [0, 1, 2, 3, 4]],
    [9, 3, [0, 4, 8]],
    [10, 4, [0, 3, 6, 9]],
    [4, 1, [0]],
    [4, 0, []],
    [0, 4, []],
  ])('of %i there are %i at most', (count, wanted, chosen) => {
    expect(evenly(numbers(count), wanted)).toEqual(chosen);
  });

  it('no two steps differ by more than one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 2, max: 60 }), (count, wanted) => {
        const chosen = evenly(numbers(count), wanted);
        const steps = chosen.slice(1).map((place, index) => place - (chosen[index] ?? 0));
        expect(chosen).toHaveLength(Math.min(count, wanted));
        expect(Math.max(0, ...steps) - Math.min(count, ...steps)).toBeLessThan(2);
      }),
    );
  });
});

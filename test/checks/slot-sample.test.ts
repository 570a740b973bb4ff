import { EvenSample } from '../../checks/ad-server/readers/slot-sample.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

/** The sample of so many items, each its own place, that come in pages of this size. */
const sampleOf = (count: number, most: number, page = 7): readonly number[] => {
  const sample = new EvenSample<{ place: number }>(most);
  for (let first = 0; first < count; first += page)
    sample.add(Array.from({ length: Math.min(page, count - first) }, (_, index) => ({ place: first + index })));
  return sample.items.map(([place, item]) => {
    expect(item).toEqual({ place });
    return place;
  });
};

it('Of few items a sample holds all', () => {
  expect(sampleOf(4, 4)).toEqual([0, 1, 2, 3]);
});

it('Of many items a sample holds half as many as it may at least, in even steps', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 3000 }),
      fc.integer({ min: 4, max: 50 }),
      fc.integer({ min: 1, max: 300 }),
      (count, most, page) => {
        const items = sampleOf(count, most, page);
        const step = items[1] ?? 1;
        expect(items).toEqual(items.map((_, index) => index * step));
        expect(items.length <= most && items.length >= Math.min(count, Math.floor(most / 2))).toBe(true);
        expect(count - (items.at(-1) ?? 0)).toBeLessThanOrEqual(step);
      },
    ),
  );
});

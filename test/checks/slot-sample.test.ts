import { EvenSample } from '../../checks/ad-server/readers/slot-sample.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const sampleOf = (count: number, most: number): readonly number[] => {
  const sample = new EvenSample<number>(most);
  for (let item = 0; item < count; item++) sample.add(item);
  return sample.items;
};

it('Of few items a sample holds all', () => {
  expect(sampleOf(4, 4)).toEqual([0, 1, 2, 3]);
});

it('Of many items a sample holds half as many as it may at least, in even steps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 3000 }), fc.integer({ min: 4, max: 50 }), (count, most) => {
      const items = sampleOf(count, most);
      const step = items[1] ?? 1;
      expect(items).toEqual(items.map((_, index) => index * step));
      expect(items.length <= most && items.length >= Math.min(count, Math.floor(most / 2))).toBe(true);
      expect(count - (items.at(-1) ?? 0)).toBeLessThanOrEqual(step);
    }),
  );
});

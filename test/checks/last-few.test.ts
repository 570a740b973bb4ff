import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LastFew } from '../../checks/ad-server/readers/last-few.ts';

it('Of all that passes by the last few are kept, in their order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (all, most) => {
      const last = new LastFew<number>(most);
      for (const item of all) last.add(item);
      expect(last.items).toEqual(all.slice(-most));
    }),
  );
});

it('What gives way to an item is the oldest, once there are too many', () => {
  const last = new LastFew<string>(2);
  expect(['a', 'b', 'c', 'd', 'e'].map((item) => last.add(item))).toEqual([undefined, undefined, 'a', 'b', 'c']);
});

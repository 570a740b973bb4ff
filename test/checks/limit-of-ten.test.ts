import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beyondTen,
  isBeyondEveryLimit,
  isBeyondEveryPool,
  isBeyondTen,
  isTenTwice,
} from '../../checks/listing/readers/limit-of-ten.ts';
import { fixedWindow, slidingWindow, tokenBucket } from '../../fixtures/publisher/listing/throttle.ts';
import { clockWindow, evenly, weighedWindow } from '../../fixtures/variations/listing/windows.ts';

const WINDOW = 60_000;

describe('Of what ten a minute allows', () => {
  it.each([
    [20, 0, false],
    [21, 59_999, true],
    [30, 60_000, false],
    [31, 60_000, true],
    [40, 92_000, true],
    [40, 120_000, false],
  ])('%d within %d ms is beyond every limit: %s', (served, spanMs, isBeyond) => {
    expect(isBeyondEveryLimit({ served, spanMs }, WINDOW)).toBe(isBeyond);
  });

  it.each([
    [60, 59_999, false],
    [61, 59_999, true],
    [120, 60_000, false],
    [121, 60_000, true],
  ])('%d within %d ms is beyond the limits of six addresses: %s', (served, spanMs, isBeyond) => {
    expect(isBeyondEveryPool({ served, spanMs }, WINDOW)).toBe(isBeyond);
  });

  it('a row may serve as many more as a bucket refills meanwhile', () => {
    expect([11, 12].map((served) => isBeyondTen({ served, spanMs: 6000 }, WINDOW))).toEqual([false, true]);
  });

  it('two rows that are beyond ten tell only if no two edges of a window could lie in them', () => {
    const row = (spanMs: number) => ({ served: 20, spanMs });
    expect(beyondTen([row(10_000), row(19_000)], WINDOW)).toHaveLength(2);
    expect(beyondTen([row(10_000), row(20_000)], WINDOW)).toEqual([]);
    expect(beyondTen([row(0), { served: 10, spanMs: 0 }], WINDOW)).toEqual([]);
  });

  it.each([
    ['ten of all in both', [4, 10], [7, 10], true],
    ['eleven of all, and fewer were served', [5, 11], [8, 11], false],
    ['ten served in both, and refusals are free', [10, 16], [10, 13], true],
    ['ten served in the second alone', [7, 13], [10, 13], false],
    ['fewer than ten of all in the second', [4, 10], [5, 8], false],
  ] as const)('two windows let ten through each: %s', (_what, first, second, isTen) => {
    const [one, other] = [first, second].map(([served, admitted]) => ({ served, admitted, spanMs: 100 }));
    expect(one && other && isTenTwice(one, other, WINDOW)).toBe(isTen);
  });

  const algorithms = [slidingWindow, fixedWindow, tokenBucket, clockWindow, weighedWindow, evenly];

  it('no stretch of exchanges goes beyond it, however they are counted and spaced', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(fc.constantFrom(...algorithms), pauses, (algorithm, pauses) => {
        const { admit } = algorithm(10, WINDOW / 1000);
        let now = 0;
        const times = pauses.flatMap((pause) => {
          now += pause;
          return admit('caller', new Date(now)).admitted ? now : [];
        });
        return times.every((begin, first) =>
          times.slice(first).every((end, more) => {
            const stretch = { served: more + 1, spanMs: end - begin };
            return !isBeyondEveryLimit(stretch, WINDOW);
          }),
        );
      }),
    );
  });
});

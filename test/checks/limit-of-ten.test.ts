import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBeyondEveryLimit, isBeyondTen, isTen } from '../../checks/listing/readers/answers.ts';
import { fixedWindow, slidingWindow, tokenBucket } from '../../fixtures/publisher/listing/throttle.ts';
import { clockWindow, evenly } from '../../fixtures/variations/listing/windows.ts';

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

  it('a row may serve as many more as a bucket refills meanwhile', () => {
    expect([11, 12].map((served) => isBeyondTen({ served, spanMs: 6000 }, WINDOW))).toEqual([false, true]);
  });

  it.each([
    [9, 9, false],
    [9, 10, true],
    [10, 12, true],
    [11, 11, false],
  ])('%d served and %d let through show a limit of ten: %s', (served, admitted, is) => {
    expect(isTen({ served, admitted, spanMs: 100 }, WINDOW)).toBe(is);
  });

  const algorithms = [slidingWindow, fixedWindow, tokenBucket, clockWindow, evenly];

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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedWindow, slidingWindow, tokenBucket } from '../../fixtures/publisher/listing/throttle.ts';
import { clockWindow, evenly } from '../../fixtures/variations/listing/windows.ts';
import type { Report } from '../../src/report/model.ts';
import { endedAs, PATIENCE } from '../matrix/judge.ts';
import { judgeUnder, taking } from './circumstance.ts';

const RUNS = 20;
const WINDOW = 60;
const ALGORITHMS = [slidingWindow, fixedWindow, tokenBucket, clockWindow, evenly];

const seconds = (max: number) => fc.oneof(fc.constant(0), fc.double({ min: 0, max, noNaN: true }));

/** How a limit counts, how it refuses, and when and how slowly it is met. */
const situation = fc.record({
  algorithm: fc.constantFrom(...ALGORITHMS),
  status: fc.constantFrom(403, 429, 503),
  /** Seconds that the first exchange takes, and the others. */
  first: seconds(8),
  others: seconds(1.5),
  /** Seconds of a window that have gone by on the clock. */
  phase: seconds(WINDOW),
  /** Exchanges that somebody else at this address has made. */
  spent: fc.nat({ max: 12 }),
});

type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never;

/** The report about a service that admits so many exchanges in so many seconds. */
function judged(limit: number, window: number, situated: Situation): Promise<Report> {
  const { algorithm, status, first, others, phase, spent } = situated;
  const { admit, release } = algorithm(limit, window);
  let left = spent;
  return judgeUnder({
    name: '',
    verdict: 'passed',
    behaviour: (base) => ({
      throttleRefusal: (wait, exchange) => base.throttleRefusal(wait, exchange).with({ status }),
    }),
    inTime: (clock) => (base, settings) => ({
      ...taking(clock, others, first)(base, settings),
      throttle: {
        release,
        admit: (caller) => {
          const now = new Date(clock.now() + 1000 * phase);
          for (; left > 0; left -= 1) admit(caller, now);
          return admit(caller, now);
        },
      },
    }),
  });
}

describe('A limit of exchanges', { timeout: PATIENCE }, () => {
  it('of ten a minute is blamed for nothing, however it counts, however slow it is, whenever it is met', async () => {
    await fc.assert(
      fc.asyncProperty(situation, async (met) => {
        const report = await judged(10, WINDOW, met);
        expect(endedAs(report, 'fail', 'warn', 'error')).toEqual({});
      }),
      { numRuns: RUNS },
    );
  });
});

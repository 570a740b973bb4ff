import { describe, expect, it } from 'vitest';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import { fixedWindow, slidingWindow, tokenBucket } from '../../fixtures/publisher/listing/throttle.ts';
import { throttledBy } from '../../fixtures/behaviours/throttled-by.ts';
import { exchangeThrottleFaults } from '../../fixtures/faults/exchange-throttle.ts';
import { throttleVariations } from '../../fixtures/variations/listing/throttles.ts';
import { lockoutVariations } from '../../fixtures/variations/listing/lockouts.ts';
import { longestRun } from '../../src/http/exchange-ledger.ts';
import { planRun } from '../../src/run/plan.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { behaviourOf } from './circumstance.ts';
import { allCredentials, onStand } from './judge.ts';

const LONGEST = 190;

/** How many seconds a run takes. */
async function duration(behaviour: BehaviourChange | readonly BehaviourChange[]): Promise<number> {
  const clock = new JumpingClock();
  await onStand(behaviour, ({ run }) => run(), clock);
  return clock.now() / 1000;
}

describe.concurrent('A run against a listing API', () => {
  it.each([
    ['a right one', []],
    ['a limit of five', throttledBy(slidingWindow, 5)],
    ['a limit of five by a fixed window', throttledBy(fixedWindow, 5)],
    ['a limit of two', throttledBy(slidingWindow, 2)],
    ['a limit of one', throttledBy(slidingWindow, 1)],
    ['no limit', behaviourOf(exchangeThrottleFaults, 'exchange-throttle-absent')],
    ['a limit of eleven', throttledBy(slidingWindow, 11)],
    ['a limit of twenty', throttledBy(slidingWindow, 20)],
    ['a bucket', throttledBy(tokenBucket, 10)],
    ['one every six seconds', behaviourOf(throttleVariations, 'throttle-evenly-spread')],
    ['exchanges that fail and do not count', behaviourOf(throttleVariations, 'throttle-failures-free')],
    ['a limit that never ends', behaviourOf(exchangeThrottleFaults, 'exchange-throttle-for-good')],
    ['a lockout', behaviourOf(lockoutVariations, 'token-403-after-3-wrong')],
  ])('with %s ends within the time that was announced', async (_what, behaviour) => {
    expect(await duration(behaviour)).toBeLessThanOrEqual(LONGEST);
  });

  it('is about one window long if the service is right', async () => {
    expect(await duration([])).toBeLessThan(66);
  });
});

describe('The time that a listing run takes at most', () => {
  it('is 190 s, and known before it starts', async () => {
    expect(longestRun(60)).toBe(LONGEST);
    await onStand([], ({ publisher }) => {
      expect(planRun(allCredentials(publisher)).totals.listingSeconds).toBe(LONGEST);
      return Promise.resolve();
    });
  });

  it('is not stated for a static token, for which nothing waits', () => {
    const options = {
      listingUrl: 'http://127.0.0.1:1/api/v1',
      listingToken: 'a-static-token-8Kf2',
      local: true,
      environment: {},
    };
    expect(planRun(options).totals.listingSeconds).toBeUndefined();
  });
});

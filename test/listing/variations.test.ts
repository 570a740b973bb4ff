import { describe, expect, it } from 'vitest';
import { listingVariations } from '../../fixtures/variations/listing.ts';
import { expectTolerated } from '../matrix/judge.ts';
import { judge, onStand } from './judge.ts';

describe.concurrent('An unusual listing API that obeys the contract is not blamed', () => {
  it.each(listingVariations)('$name', async (variation) => {
    expectTolerated(variation, await judge(variation.behaviour));
  });
});

const algorithms = listingVariations.filter(({ name }) => /^throttle-(sliding|fixed|token)/.test(name));

describe.concurrent('Two runs back to back both come to the right verdict', () => {
  it.each(algorithms)('$name', async (variation) => {
    await onStand(variation.behaviour, async ({ run }) => {
      expectTolerated(variation, await run());
      const notices: string[] = [];
      expectTolerated(
        variation,
        await run({ onProgress: (event) => event.kind === 'waiting' && notices.push(event.notice) }),
      );
      expect(notices).toEqual([
        expect.stringMatching(
          /^waiting 62 s to send a token exchange .* again that was answered \d+: the limit of 10 a minute may be used up$/,
        ),
        'waiting 30.6 s to see that the limit lasts a whole minute',
        expect.stringMatching(/^waiting (31|62) s to see that token exchanges work again a minute later$/),
      ]);
    });
  });
});

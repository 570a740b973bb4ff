import { describe, expect, it } from 'vitest';
import { tokenBucket } from '../../fixtures/publisher/listing/throttle.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { answer, call, clientOf } from './client-of.ts';

/** What so many calls in a row, in each of six lanes, come to at a service that always asks for a second. */
async function answersOf(calls: number, perMinute: number, refusal = 429): Promise<(number | null)[]> {
  const clock = new JumpingClock();
  const bucket = tokenBucket(perMinute, 60);
  const { client } = clientOf(clock, () =>
    answer(bucket.admit('', clock.date()).admitted ? 200 : refusal, { 'retry-after': '1' }),
  );
  const lane = async (urgency: number) => {
    const statuses: (number | null)[] = [];
    for (let left = calls; left > 0; left--) statuses.push((await client.send(call, { depth: 0, urgency })).status);
    return statuses;
  };
  return (await Promise.all([1, 2, 3, 4, 5, 6].map(lane))).flat();
}

describe('Every call gets through', () => {
  it('where one a second is served', async () => {
    expect(new Set(await answersOf(40, 60))).toEqual(new Set([200]));
  });

  it('where one a second is served, and others are answered 503', async () => {
    expect(new Set(await answersOf(40, 60, 503))).toEqual(new Set([200]));
  });

  it('where one in six seconds is served, though a wait of one is asked for', async () => {
    expect(new Set(await answersOf(10, 10))).toEqual(new Set([200]));
  });
});

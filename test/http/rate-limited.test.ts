import { describe, expect, it } from 'vitest';
import { Client, type Call } from '../../src/http/client.ts';
import { Limiter } from '../../src/http/limiter.ts';
import { Redactor } from '../../src/http/redaction.ts';
import { Transcript } from '../../src/http/transcript.ts';
import type { WireResult } from '../../src/http/transport.ts';
import { tokenBucket } from '../../fixtures/publisher/listing/throttle.ts';
import { JumpingClock } from '../jumping-clock.ts';

const call: Call = { endpoint: 'inventory', method: 'GET', path: '/inventory', authorization: null };

/** What so many calls in a row, in each of six lanes, come to at a service that always asks for a second. */
async function answersOf(calls: number, perMinute: number, refusal = 429): Promise<(number | null)[]> {
  const clock = new JumpingClock();
  const bucket = tokenBucket(perMinute, 60);
  const redactor = new Redactor();
  const send = (): Promise<WireResult> => {
    const status = bucket.admit('', clock.date()).admitted ? 200 : refusal;
    return Promise.resolve({ kind: 'answer', status, headers: { 'retry-after': '1' }, body: Buffer.from('{}') });
  };
  const client = new Client({
    base: new URL('https://ads.example.com/api/v1'),
    allowPlain: false,
    transport: { send, close: () => Promise.resolve() },
    transcript: new Transcript(redactor),
    redactor,
    limiter: new Limiter(6, clock),
    userAgent: 'test',
    clock,
  });
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

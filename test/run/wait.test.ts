import { expect, test } from 'vitest';
import type { Failure, Transport, WireResult } from '../../src/http/transport.ts';
import { Pace } from '../../src/http/pace.ts';
import { waitForServices } from '../../src/run/wait.ts';
import { JumpingClock } from '../jumping-clock.ts';

const answer = (status: number): WireResult => ({ kind: 'answer', status, headers: {}, body: new Uint8Array() });
const silence = (reason: Failure['reason']): WireResult => ({ kind: 'no-answer', failure: { reason, message: '' } });

/** Waits for services that answer with these, one after the other, and then with the last one. */
async function waited(
  results: readonly WireResult[],
  seconds: number,
  targets = ['https://ads.example.com/api/v1?a=b'],
) {
  const clock = new JumpingClock();
  const sent: { url: string; authorization: boolean; gate: string | undefined }[] = [];
  const notices: string[] = [];
  const transport: Transport = {
    send: ({ url, headers }) => {
      sent.push({ url: url.href, authorization: 'authorization' in headers, gate: headers['x-gate'] });
      const result = results[Math.min(sent.length, results.length) - 1];
      if (result === undefined) throw new Error('there is no result');
      return Promise.resolve(result);
    },
    close: () => Promise.resolve(),
  };
  await waitForServices(
    targets.map((target) => ({ base: new URL(target), headers: { 'x-gate': 'open' } })),
    { transport, userAgent: 'test', seconds, clock, onWait: (notice) => notices.push(notice) },
  );
  return { sent, notices, seconds: clock.now() / 1000 };
}

test('a service that answers is not waited for', async () => {
  expect(await waited([answer(401)], 60)).toEqual({
    sent: [{ url: 'https://ads.example.com/api/v1/health?a=b', authorization: false, gate: 'open' }],
    notices: [],
    seconds: 0,
  });
});

test.each([
  ['refuses connections', silence('refused')],
  ['has no name yet', silence('dns')],
  ['stands behind a gateway that answers 503', answer(503)],
])('a service that %s is waited for until it answers, and that is told once', async (_what, result) => {
  expect(await waited([result, result, answer(404)], 60)).toMatchObject({
    notices: ['waiting for ads.example.com to answer, for 60 s at most'],
    seconds: 2,
  });
});

test('the wait ends when the time is over, for all services together', async () => {
  const { seconds } = await waited([silence('refused')], 5, ['https://a.example/api/v1', 'https://b.example/api/v1']);
  expect(seconds).toBe(5);
});

test('requests to a service that is not there yet keep to the pace of the run', async () => {
  const clock = new JumpingClock();
  const times: number[] = [];
  const transport: Transport = {
    send: () => {
      times.push(clock.now());
      return Promise.resolve(times.length < 4 ? silence('refused') : answer(200));
    },
    close: () => Promise.resolve(),
  };
  const pace = new Pace(6000);
  const services = ['a', 'b'].map((path) => ({ base: new URL(`https://a.example/${path}`), headers: {}, pace }));
  await waitForServices(services, { transport, userAgent: 'test', seconds: 60, clock, onWait: () => undefined });
  expect(times).toEqual([0, 6000, 12_000, 18_000, 24_000]);
  await pace.turn(1, clock);
  expect(clock.now()).toBe(30_000);
});

test('what time does not change is not waited for', async () => {
  expect((await waited([silence('non-public-address')], 60)).seconds).toBe(0);
});

import { expect, test } from 'vitest';
import { startPublisher } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import type { Transport } from '../../src/http/transport.ts';
import { planRun } from '../../src/run/plan.ts';
import { UsageError } from '../../src/settings.ts';
import { DirectTransport } from '../direct-transport.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { allCredentials } from '../listing/judge.ts';
import { PATIENCE } from '../matrix/judge.ts';

/** Runs everything at a rate, and tells when each request started, in milliseconds. */
async function startsAt(rate: string) {
  const clock = new JumpingClock();
  const publisher = await startPublisher({ now: () => clock.date() });
  const direct = new DirectTransport();
  direct.to(publisher);
  const starts: { readonly at: number; readonly path: string }[] = [];
  const transport: Transport = {
    send: (request, signal) => {
      starts.push({ at: clock.now(), path: request.url.pathname });
      return direct.send(request, signal);
    },
    close: () => direct.close(),
  };
  const { keys } = publisher;
  const own = { baseUrl: publisher.baseUrl, apiKey: keys.full, expiredKey: keys.expired };
  const scopes = {
    keyWithoutRead: keys.withoutRead,
    keyWithoutDraft: keys.withoutDraft,
    keyWithoutReport: keys.withoutReport,
  };
  try {
    const report = await certify({ ...allCredentials(publisher), ...own, ...scopes, rate, clock, transport });
    return { report, starts };
  } finally {
    await publisher.stop();
  }
}

test.each([
  ['20/s', 20, 1000],
  ['90/m', 90, 60_000],
])(
  'at %s, no more requests than that start in any such time, and all is judged',
  { timeout: PATIENCE },
  async (rate, most, period) => {
    const { report, starts } = await startsAt(rate);
    expect(starts.length).toBeGreaterThan(most);
    const times = starts.map(({ at }) => at);
    const spans = times.slice(most).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(...spans)).toBeGreaterThan(period);
    expect(report.verdict).toBe('passed');
    expect(report.because?.map(({ kind }) => kind)).toEqual(['waived', 'waived']);
    const together = starts.filter(({ at }, index) => starts[index - 1]?.at === at);
    expect(together.length).toBeGreaterThan(3);
    expect(new Set(together.map(({ path }) => path))).toEqual(new Set(['/api/v1/orders']));
  },
);

test('a rate makes the run as long as its requests take', () => {
  const options = { baseUrl: 'https://ads.example.com/api/v1', apiKey: 'key' };
  const { totals } = planRun({ ...options, rate: '10/m' });
  expect(totals.likelySeconds).toBeGreaterThanOrEqual(totals.requests * 6);
  expect(totals.likelySeconds).toBeLessThan(totals.requests * 7);
  expect(planRun(options).totals.likelySeconds).toBeLessThan(120);
});

test.each(['5', '5/h', '0/s', '-1/s', '1.5/s', 's/5', ''])('%j is not a rate', (rate) => {
  const plan = () => planRun({ baseUrl: 'https://ads.example.com/api/v1', apiKey: 'key', rate });
  expect(plan).toThrow(UsageError);
  expect(plan).toThrow(/^--rate is .* such as 5\/s or 100\/m\.$/);
});

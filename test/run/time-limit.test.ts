import { describe, expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { startPublisher, type BehaviourChange } from '../../fixtures/publisher/index.ts';
import { certify } from '../../src/certify.ts';
import { TimeIsUp } from '../../src/http/time-limit.ts';
import type { Transport } from '../../src/http/transport.ts';
import type { Report } from '../../src/report/model.ts';
import { verdictFaults } from '../../src/report/contradictions.ts';
import { planRun } from '../../src/run/plan.ts';
import { member } from '../../src/text/json.ts';
import { DirectTransport } from '../direct-transport.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { allCredentials } from '../listing/judge.ts';
import { PATIENCE } from '../matrix/judge.ts';

/** A run whose time is over when so many requests were sent. Those that are under way then get no answer. */
async function cutAfter(
  requests: number,
  behaviour: readonly BehaviourChange[] = [],
  made = new Set<string>(),
): Promise<Report> {
  const clock = new JumpingClock();
  const publisher = await startPublisher({ now: () => clock.date(), behaviour });
  const direct = new DirectTransport();
  direct.to(publisher);
  const ending = new AbortController();
  let sent = 0;
  const transport: Transport = {
    send: async (request) => {
      if (++sent >= requests) ending.abort(new TimeIsUp(5));
      const answer = await direct.send(request);
      const isMade = answer.kind === 'answer' && answer.status === 201;
      if (isMade) made.add(String(member(member(JSON.parse(String(request.body)), 'order'), 'external_ref')));
      const failure = { reason: 'aborted', message: 'The call was given up.' } as const;
      return ending.signal.aborted ? { kind: 'no-answer', failure } : answer;
    },
    close: () => direct.close(),
  };
  const { keys } = publisher;
  const own = { baseUrl: publisher.baseUrl, apiKey: keys.full, expiredKey: keys.expired };
  try {
    return await certify({ ...allCredentials(publisher), ...own, clock, transport, signal: ending.signal });
  } finally {
    await publisher.stop();
  }
}

const checksOf = ({ contracts }: Report) => contracts.flatMap(({ modules }) => modules.flatMap(({ checks }) => checks));

describe('a run that is cut short', { timeout: PATIENCE }, () => {
  test.each([1, 2, 5, 20, 60, 110, 160, 210, 260, 310, 360, 400])(
    'after %i requests fails no conformant publisher, and is inconclusive',
    async (requests) => {
      const report = await cutAfter(requests);
      const checks = checksOf(report);
      expect(checks.filter(({ outcome }) => ['fail', 'warn', 'error'].includes(outcome))).toEqual([]);
      expect(report.verdict).toBe('inconclusive');
      const reasons = (report.because ?? []).filter((reason) => reason.kind === 'time-limit');
      expect(reasons.length).toBeGreaterThan(0);
      expect(reasons[0]).toMatchObject({ seconds: 5 });
      const cut = checks.filter(({ because }) => because?.kind === 'time-limit');
      expect(new Set(cut.map(({ level, outcome }) => `${level === 'info'} ${outcome}`))).toEqual(
        new Set(['true info', 'false inconclusive'].slice(cut.some(({ level }) => level === 'info') ? 0 : 1)),
      );
      expect(verdictFaults(report)).toEqual([]);
    },
  );

  test('says that nothing listens, not that it needs more time', async () => {
    const ending = new AbortController();
    const failure = { reason: 'refused', message: 'ads.example.com:443 refuses connections.' } as const;
    const send: Transport['send'] = () => {
      ending.abort(new TimeIsUp(5));
      return Promise.resolve({ kind: 'no-answer', failure });
    };
    const transport: Transport = { send, close: () => Promise.resolve() };
    const own = { baseUrl: 'http://127.0.0.1:9', local: true, apiKey: 'k-0123456789abcdef', clock: new JumpingClock() };
    const report = await certify({ ...own, transport, signal: ending.signal });
    expect(report.verdict).toBe('inconclusive');
    expect((report.because ?? []).map(({ kind }) => kind)).not.toContain('time-limit');
    const answers = checksOf(report).find(({ id }) => id === 'connection.service-answers');
    expect([answers?.outcome, answers?.message]).toEqual([
      'inconclusive',
      expect.stringMatching(/refuses connections/),
    ]);
    expect(verdictFaults(report)).toEqual([]);
  });

  test('judges what it has seen', async () => {
    const passed = checksOf(await cutAfter(60)).filter(({ outcome }) => outcome === 'pass');
    expect(passed.map(({ id }) => id)).toContain('health.timezone-is-iana');
  });

  test.each([150, 170, 190, 220, 300])(
    'after %i requests lists each draft that it made or may have made',
    async (requests) => {
      const made = new Set<string>();
      const { created } = await cutAfter(requests, [], made);
      expect(made.size).toBeGreaterThan(0);
      expect([...made].filter((reference) => !created.some(({ externalRef }) => externalRef === reference))).toEqual(
        [],
      );
    },
  );

  test('fails for what broke before', async () => {
    const fault = faults.find(({ name }) => name === 'health-timezone-offset');
    const report = await cutAfter(60, [fault?.behaviour ?? []].flat());
    expect(report.verdict).toBe('failed');
    expect(report.because?.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['broken', 'time-limit']));
  });
});

test('the time limit is ten minutes, or three times what a rate takes if that is longer', () => {
  const options = { baseUrl: 'https://ads.example.com/api/v1', apiKey: 'key' };
  expect(planRun(options).totals.timeLimitSeconds).toBe(600);
  expect(planRun({ ...options, rate: '20/s' }).totals.timeLimitSeconds).toBe(600);
  const { totals } = planRun({ ...options, rate: '10/m' });
  expect(totals.timeLimitSeconds).toBe(3 * totals.likelySeconds);
  expect(planRun({ ...options, rate: '10/m', timeLimit: 90 }).totals.timeLimitSeconds).toBe(90);
});

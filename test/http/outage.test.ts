import { describe, expect, it } from 'vitest';
import { Client, type Call } from '../../src/http/client.ts';
import { Limiter } from '../../src/http/limiter.ts';
import { Redactor } from '../../src/http/redaction.ts';
import { Transcript } from '../../src/http/transcript.ts';
import type { Failure, WireResult } from '../../src/http/transport.ts';
import { JumpingClock } from '../jumping-clock.ts';

type Way = 'answers' | Failure['reason'];

/** A client of a service whose way is told by how often it was called before, and by how many milliseconds have passed. */
function clientOf(way: (calls: number, now: number) => Way) {
  const clock = new JumpingClock();
  const notices: string[] = [];
  const redactor = new Redactor();
  let calls = 0;
  const send = (): Promise<WireResult> => {
    const reason = way(calls++, clock.now());
    return Promise.resolve(
      reason === 'answers'
        ? { kind: 'answer', status: 200, headers: {}, body: Buffer.from('{}') }
        : { kind: 'no-answer', failure: { reason, message: `${reason}.` } },
    );
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
    onWait: (notice) => notices.push(notice),
  });
  const call: Call = { endpoint: 'inventory', method: 'GET', path: '/inventory', authorization: null };
  const ask = async (more: Partial<Call> = {}) => {
    const { status, failure, exchanges } = await client.send({ ...call, ...more }, { depth: 0 });
    return { end: failure?.reason ?? status, tries: exchanges.length };
  };
  return { ask, notices, clock };
}

const awayFor = (milliseconds: number) => (calls: number, now: number) =>
  calls > 0 && now < milliseconds ? 'refused' : 'answers';

describe('A service that refuses connections', () => {
  it('is waited for, where it has answered before', async () => {
    const { ask, notices } = clientOf(awayFor(9000));
    expect(await ask()).toEqual({ end: 200, tries: 1 });
    expect(await ask()).toEqual({ end: 200, tries: 10 });
    expect(notices).toEqual(['waiting: the service refuses connections, as while it starts anew']);
  });

  it('is asked nothing else meanwhile', async () => {
    const { ask } = clientOf(awayFor(9000));
    await ask();
    const [one, other] = await Promise.all([ask(), ask()]);
    expect([one.end, other.end]).toEqual([200, 200]);
    expect(one.tries + other.tries).toBeLessThanOrEqual(20);
  });

  it('has gone where it does not come back, and is not waited for again', async () => {
    const { ask, clock } = clientOf(awayFor(Infinity));
    await ask();
    expect(await ask()).toEqual({ end: 'gone', tries: 16 });
    const now = clock.now();
    expect([await ask(), await ask()]).toEqual([
      { end: 'gone', tries: 1 },
      { end: 'gone', tries: 1 },
    ]);
    expect(clock.now()).toBe(now);
  });

  it('has not gone where it comes back later', async () => {
    const { ask, clock } = clientOf(awayFor(60_000));
    await ask();
    await ask();
    await clock.sleep(60_000);
    expect(await ask()).toEqual({ end: 200, tries: 1 });
  });

  it('is not waited for where it has never answered', async () => {
    const { ask, notices } = clientOf(() => 'refused');
    expect(await ask()).toEqual({ end: 'refused', tries: 4 });
    expect(notices).toEqual([]);
  });

  it('is to blame where it dropped the very request before', async () => {
    const { ask } = clientOf((calls) => (calls === 0 ? 'answers' : calls === 1 ? 'reset' : 'refused'));
    await ask();
    expect(await ask()).toMatchObject({ end: 'refused' });
  });

  it('is not waited for where a request is sent once only', async () => {
    const { ask } = clientOf(awayFor(9000));
    await ask();
    expect(await ask({ retry: 'never' })).toEqual({ end: 'refused', tries: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/http/client.ts';
import type { Failure } from '../../src/http/transport.ts';
import { JumpingClock } from '../jumping-clock.ts';
import { answer, call, clientOf } from './client-of.ts';

type Way = 'answers' | Failure['reason'];

/** A client of a service whose way is told by how often it was called before, and by how many milliseconds have passed. */
function asking(way: (calls: number, now: number) => Way) {
  const clock = new JumpingClock();
  let calls = 0;
  const { client, notices } = clientOf(clock, () => {
    const reason = way(calls++, clock.now());
    return reason === 'answers' ? answer(200) : { kind: 'no-answer', failure: { reason, message: `${reason}.` } };
  });
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
    const { ask, notices } = asking(awayFor(9000));
    expect(await ask()).toEqual({ end: 200, tries: 1 });
    expect(await ask()).toEqual({ end: 200, tries: 10 });
    expect(notices).toEqual(['waiting: the service refuses connections, as while it starts anew']);
  });

  it('is asked nothing else meanwhile', async () => {
    const { ask } = asking(awayFor(9000));
    await ask();
    const [one, other] = await Promise.all([ask(), ask()]);
    expect([one.end, other.end]).toEqual([200, 200]);
    expect(one.tries + other.tries).toBeLessThanOrEqual(20);
  });

  it('has gone where it does not come back, and is not waited for again', async () => {
    const { ask, clock } = asking(awayFor(Infinity));
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
    const { ask, clock } = asking(awayFor(60_000));
    await ask();
    await ask();
    await clock.sleep(60_000);
    expect(await ask()).toEqual({ end: 200, tries: 1 });
  });

  it('is not waited for where it has never answered', async () => {
    const { ask, notices } = asking(() => 'refused');
    expect(await ask()).toEqual({ end: 'refused', tries: 4 });
    expect(notices).toEqual([]);
  });

  it('is to blame where it dropped the very request before', async () => {
    const { ask } = asking((calls) => (calls === 0 ? 'answers' : calls === 1 ? 'reset' : 'refused'));
    await ask();
    expect(await ask()).toMatchObject({ end: 'refused' });
  });

  it('is not waited for where a request is sent once only', async () => {
    const { ask } = asking(awayFor(9000));
    await ask();
    expect(await ask({ retry: 'never' })).toEqual({ end: 'refused', tries: 1 });
  });
});

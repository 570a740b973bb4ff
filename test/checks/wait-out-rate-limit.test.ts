import { describe, expect, it } from 'vitest';
import { outwaiting } from '../../checks/ad-server/auth/batches.ts';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from './any-reply.ts';

const limited = (seconds: number) => anyReply({ status: 429, headers: { 'retry-after': String(seconds) } });
const good = anyReply({ status: 200 });

/** Time that passes when it is told to; how long was waited for, in seconds, and what was said of it. */
function time({ goesOn = true } = {}) {
  const waits: number[] = [];
  const notices: string[] = [];
  const pause = (milliseconds: number) => {
    waits.push(milliseconds / 1000);
    return Promise.resolve(goesOn);
  };
  return { waits, notices, pause, notice: (sentence: string) => void notices.push(sentence) };
}

/** Is answered so, one after the other, and at last as before. */
function answering(...replies: [Reply, ...Reply[]]) {
  const asked: Reply[] = [];
  const ask = () => {
    const reply = replies[Math.min(asked.length, replies.length - 1)] ?? replies[0];
    asked.push(reply);
    return Promise.resolve(reply);
  };
  return { asked, ask };
}

describe('A 429 that asks for more than the client waits', () => {
  it('is waited out, and told', async () => {
    const passing = time();
    const { ask, asked } = answering(limited(20), good);
    expect(await outwaiting(passing)(ask)).toBe(good);
    expect(asked).toHaveLength(2);
    expect(passing.waits).toEqual([20]);
    expect(passing.notices).toEqual(['waiting 20 s, as the service asked with its 429']);
  });

  it.each([
    ['asks for no more than the client waits', limited(5)],
    ['does not say how long', anyReply({ status: 429 })],
    ['asks for more than a minute and a bit', limited(66)],
    ['is another status', anyReply({ status: 503, headers: { 'retry-after': '20' } })],
  ])('stands where it %s', async (_what, reply) => {
    const passing = time();
    const { ask, asked } = answering(reply, good);
    expect(await outwaiting(passing)(ask)).toBe(reply);
    expect([asked.length, passing.waits]).toEqual([1, []]);
  });

  it.each([6, 65])('is waited out up to the bounds: %i seconds', async (seconds) => {
    const passing = time();
    expect(await outwaiting(passing)(answering(limited(seconds), good).ask)).toBe(good);
    expect(passing.waits).toEqual([seconds]);
  });

  it('stands where one call has waited for a minute', async () => {
    const passing = time();
    const reply = limited(30);
    expect(await outwaiting(passing)(answering(reply).ask)).toBe(reply);
    expect(passing.waits).toEqual([30, 30]);
  });

  it('stands where all calls have waited for three minutes', async () => {
    const passing = time();
    const outwait = outwaiting(passing);
    for (let call = 0; call < 3; call++) expect(await outwait(answering(limited(60), good).ask)).toBe(good);
    const last = limited(60);
    expect(await outwait(answering(last, good).ask)).toBe(last);
    expect(passing.waits).toEqual([60, 60, 60]);
  });

  it('is waited out once by all that are answered so meanwhile', async () => {
    const passing = time();
    const outwait = outwaiting(passing);
    const calls = [1, 2, 3, 4].map(() => answering(limited(60), good));
    expect(await Promise.all(calls.map(({ ask }) => outwait(ask)))).toEqual([good, good, good, good]);
    expect(passing.waits).toEqual([60]);
  });

  it('joins a wait that is under way, though no other would be waited for', async () => {
    const passing = time();
    const outwait = outwaiting(passing);
    for (let call = 0; call < 2; call++) await outwait(answering(limited(60), good).ask);
    const calls = [1, 2].map(() => answering(limited(60), good));
    expect(await Promise.all(calls.map(({ ask }) => outwait(ask)))).toEqual([good, good]);
    expect(passing.waits).toEqual([60, 60, 60]);
  });

  it('stands where the run ends meanwhile', async () => {
    const passing = time({ goesOn: false });
    const reply = limited(20);
    const { ask, asked } = answering(reply, good);
    expect(await outwaiting(passing)(ask)).toBe(reply);
    expect(asked).toHaveLength(1);
  });
});

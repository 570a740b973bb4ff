import { describe, expect, it } from 'vitest';
import { Pace } from '../../src/http/pace.ts';
import { Limiter } from '../../src/http/limiter.ts';
import { JumpingClock } from '../jumping-clock.ts';

/** Occupies the only place, lets tasks of these urgencies wait for it, and tells in which order they ran. */
async function orderOf(urgencies: readonly number[]): Promise<number[]> {
  const limiter = new Limiter(1);
  const order: number[] = [];
  const tasks = [Infinity, ...urgencies].map((urgency, index) =>
    limiter.run(
      async () => {
        await Promise.resolve();
        order.push(index);
      },
      undefined,
      urgency,
    ),
  );
  await Promise.all(tasks);
  return order.slice(1).map((index) => index - 1);
}

describe('of the requests that wait for room', () => {
  it('the one on which most others hang goes first', async () => {
    expect(await orderOf([1, 5, 3])).toEqual([1, 2, 0]);
  });

  it('what the one that just ended leads to goes before what is less urgent', async () => {
    const limiter = new Limiter(1);
    const order: string[] = [];
    const run = (name: string, urgency: number) =>
      limiter.run(() => Promise.resolve(void order.push(name)), undefined, urgency);
    const chain = run('first', 9).then(() => run('second', 8));
    await Promise.all([chain, run('other', 1)]);
    expect(order).toEqual(['first', 'second', 'other']);
  });

  it('those alike go in the order they came', async () => {
    expect(await orderOf([2, 2, 7, 2])).toEqual([2, 0, 1, 3]);
  });

  it('one that must be alone waits for all others, and none starts beside it', async () => {
    const limiter = new Limiter(3);
    const log: string[] = [];
    const task = (name: string) => async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
    };
    await Promise.all([
      limiter.run(task('first'), undefined, 10),
      limiter.alone(task('alone'), undefined, 9),
      limiter.run(task('second')),
      limiter.run(task('third')),
    ]);
    expect(log.slice(0, 4)).toEqual(['first begins', 'first ends', 'alone begins', 'alone ends']);
    expect(log).toHaveLength(8);
  });

  it('none goes while there are as many under way as allowed, also after the limit was lowered', async () => {
    const limiter = new Limiter(4);
    let [underWay, most] = [0, 0];
    const task = async () => {
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay--;
    };
    await Promise.all(Array.from({ length: 20 }, () => limiter.run(task)));
    expect(most).toBe(4);
    limiter.slowDown(0);
    most = 0;
    await Promise.all(Array.from({ length: 20 }, () => limiter.run(task)));
    expect(most).toBe(2);
  });

  it('one that fails leaves its room to the next', async () => {
    const limiter = new Limiter(1);
    const failed = limiter.run(() => Promise.reject(new Error('no')));
    const next = limiter.run(() => Promise.resolve('went'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('went');
  });

  it('one that is sent again goes before those that wait for the end of a pause', async () => {
    const clock = new JumpingClock();
    const limiter = new Limiter(1, clock);
    const order: string[] = [];
    const served = (name: string, urgency: number) =>
      limiter.run(() => Promise.resolve(order.push(name)), undefined, urgency);
    limiter.pause(1000);
    await Promise.all([served('new', 3), served('newer', 2), served('again', 1e6)]);
    expect(order).toEqual(['again', 'new', 'newer']);
    expect(clock.now()).toBe(1000);
  });
});

describe('at a pace', () => {
  /** When each task starts, in milliseconds. Those with the same letter are a group. */
  async function startsOf(names: string, limit: number): Promise<Record<string, number[]>> {
    const clock = new JumpingClock();
    const limiter = new Limiter(limit, clock, new Pace(100));
    const groups = new Map(Array.from(names).map((name) => [name, {}]));
    const starts: Record<string, number[]> = {};
    const tasks = Array.from(names).map((name) =>
      limiter.run(
        () => Promise.resolve(void (starts[name] ??= []).push(clock.now())),
        undefined,
        0,
        /[A-Z]/.test(name) ? groups.get(name) : undefined,
      ),
    );
    await Promise.all(tasks);
    return starts;
  }

  it('tasks start one after the other', async () => {
    expect(await startsOf('abc', 8)).toEqual({ a: [0], b: [100], c: [200] });
  });

  it('a group starts together, with as much room before and after as its tasks take alone', async () => {
    const { a = [], B = [], c = [] } = await startsOf('aBBBc', 8);
    expect(new Set(B).size).toBe(1);
    expect(Math.abs((B[0] ?? 0) - (a[0] ?? 0))).toBeGreaterThanOrEqual(300);
    expect(Math.abs((B[0] ?? 0) - (c[0] ?? 0))).toBeGreaterThanOrEqual(300);
  });

  it('a group that is larger than the limit starts one after the other', async () => {
    expect(await startsOf('BBB', 2)).toEqual({ B: [0, 100, 200] });
  });

  it('two groups do not wait for each other for ever', async () => {
    const { A = [], B = [] } = await startsOf('ABABAB', 4);
    expect([new Set(A).size, new Set(B).size]).toEqual([1, 1]);
  });
});

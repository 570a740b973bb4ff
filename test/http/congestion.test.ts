import { describe, expect, it } from 'vitest';
import { Congestion } from '../../src/http/congestion.ts';
import { Limiter } from '../../src/http/limiter.ts';

describe('A 503', () => {
  it('is taken for the load until one lasts', () => {
    const congestion = new Congestion(new Limiter(8));
    const before = congestion.isLikely;
    congestion.learn(true);
    expect([before, congestion.isLikely]).toEqual([true, false]);
  });

  it('is taken for the load again where others passed', () => {
    const congestion = new Congestion(new Limiter(8));
    for (const lasts of [true, false]) congestion.learn(lasts);
    expect(congestion.isLikely).toBe(true);
  });

  it('leaves a request alone before its last try', () => {
    const limiter = new Limiter(8);
    const congestion = new Congestion(limiter);
    congestion.reduce(0, 1);
    expect(limiter.limit).toBe(1);
  });

  it('slows nothing down any more once one has lasted', () => {
    const limiter = new Limiter(8);
    const congestion = new Congestion(limiter);
    congestion.learn(true);
    congestion.reduce(0, 3);
    expect(limiter.limit).toBe(8);
  });
});

import { describe, expect, it } from 'vitest';
import { PassingTrouble } from '../../src/http/passing-trouble.ts';
import type { WireResult } from '../../src/http/transport.ts';

const answer = (status: number): WireResult => ({ kind: 'answer', status, headers: {}, body: new Uint8Array() });

describe('A failure counts', () => {
  it('at the third time, or the fourth if a gateway tells of it', () => {
    const none = new PassingTrouble();
    expect([none.triesFor(answer(500)), none.triesFor(answer(502))]).toEqual([3, 4]);
  });

  it.each([10, 4, 3])('of a service that fails one time in %i when it can no longer be chance', (every) => {
    const trouble = new PassingTrouble();
    for (let request = 0; request < 60; request++) trouble.passed(every, 1);
    const tries = trouble.triesFor(answer(502));
    expect((1 / every) ** tries).toBeLessThan(1.01e-7);
    expect((1 / every) ** (tries - 1)).toBeGreaterThan(0.99e-7);
  });
});

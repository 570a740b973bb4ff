import { describe, expect, it } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { PATIENCE } from '../matrix/judge.ts';
import { flipsOf, sampleOf } from './any-order.ts';

describe.concurrent('In whatever order requests arrive, the same checks fail', { timeout: 2 * PATIENCE }, () => {
  it.each(sampleOf(faults, 250))('$entry.name', async ({ entry, seed }) => {
    expect(await flipsOf(entry, [seed])).toEqual([]);
  });
});

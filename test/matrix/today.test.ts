import { afterEach, describe, it, vi } from 'vitest';
import { variations } from '../../fixtures/variations/index.ts';
import { expectTolerated, judge, PATIENCE } from './judge.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Near the end of a month, of a short one, of a year; at the beginning of one; where the next has thirty days. */
const DAYS = ['2027-01-27', '2027-02-05', '2027-12-29', '2028-03-01', '2026-08-21'];
/** What hangs together with the day on which a run begins. */
const NAMES = ['lines-of-one-month', 'orders-thirty-days-ahead', 'orders-two-weeks-notice', 'reports-of-one-month'];

describe.each(DAYS)('On %s it is held against nobody', { timeout: PATIENCE }, (day) => {
  it.each(variations.filter(({ name }) => NAMES.includes(name)))('that there is a rule such as $name', async (one) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) });
    expectTolerated(one, await judge(one.behaviour));
  });
});

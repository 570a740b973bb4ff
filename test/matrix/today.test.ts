import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusingForecasts } from '../../fixtures/behaviours/added-rules.ts';
import type { BehaviourChange } from '../../fixtures/publisher/index.ts';
import { variations } from '../../fixtures/variations/index.ts';
import { endedAs, expectTolerated, judge, PATIENCE, resultsOf } from './judge.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Near the end of a month that a short one follows; of a year; at the beginning of a month. */
const DAYS = ['2027-01-27', '2027-12-29', '2028-03-01'];
/** What hangs together with the day on which a run begins. */
const NAMES = ['lines-of-one-month', 'orders-thirty-days-ahead', 'orders-two-weeks-notice', 'reports-of-one-month'];

describe.each(DAYS)('On %s it is held against nobody', { timeout: PATIENCE }, (day) => {
  it.each(variations.filter(({ name }) => NAMES.includes(name)))('that there is a rule such as $name', async (one) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00Z`) });
    expectTolerated(one, await judge(one.behaviour));
  });
});

/** An account in Los Angeles, on a server that takes the day in UTC for today. */
const takingUtcForToday: BehaviourChange = (base) => ({
  account: { ...base.account, timezone: 'America/Los_Angeles' },
  ...refusingForecasts(
    ({ flight }) => flight.start < new Date().toISOString().slice(0, 10),
    'It is in the past.',
  )(base),
});

describe('A flight that starts today in the timezone of the account', { timeout: PATIENCE }, () => {
  const TODAY = 'forecast.today-in-account-timezone';
  const outcomeAt = async (time: string, behaviour: BehaviourChange) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`2027-03-03T${time}Z`) });
    const report = await judge(behaviour);
    return [Object.keys(endedAs(report, 'fail', 'warn')), resultsOf(report).find(({ id }) => id === TODAY)?.outcome];
  };
  const inLosAngeles: BehaviourChange = (base) => ({
    account: { ...base.account, timezone: 'America/Los_Angeles' },
  });

  it.each<[string, string, BehaviourChange, string]>([
    ['refused as past while UTC is on the next day', '06:00:00', takingUtcForToday, 'warn'],
    ['taken while UTC is on the next day', '06:00:00', inLosAngeles, 'pass'],
    ['the same day in UTC', '18:00:00', takingUtcForToday, 'not-applicable'],
    ['about to be yesterday', '07:45:00', takingUtcForToday, 'not-applicable'],
  ])('is %s', async (_what, time, behaviour, outcome) => {
    expect(await outcomeAt(time, behaviour)).toEqual([outcome === 'warn' ? [TODAY] : [], outcome]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  Campaigns,
  imageCreative,
  withOtherEnding,
  plainTagCreative,
  tagCreative,
} from '../../checks/ad-server/values/campaign.ts';
import { daysWithin, flightsOf, halvesOf } from '../../checks/ad-server/values/flights-and-countries.ts';
import { newRun } from '../../src/engine/run-identity.ts';

const run = newRun(new Date('2027-03-01T12:00:00Z'));
const campaigns = (): Campaigns => new Campaigns(run, flightsOf(run, 'UTC'));
const slot = { inventory_id: 's', name: 'S', sizes: ['728x90', '300x250'] };
const on = { slot, goal: 3000 };
const week = { start_date: '2027-04-01', end_date: '2027-04-07' };

describe('Of idempotency keys', () => {
  const keysOf = (count: number) => {
    const made = campaigns();
    return Array.from({ length: count }, () => made.key());
  };

  it('each is a UUID, which has letters', () => {
    const form = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
    expect(keysOf(2000).filter((key) => !form.test(key) || key === key.toUpperCase())).toEqual([]);
  });

  it.each([0, -4])('each has four characters of its own at both ends: from %i', (from) => {
    const ends = keysOf(2000).map((key) => key.slice(from, from + 4 || undefined));
    expect(new Set(ends).size).toBe(2000);
  });

  it('each holds the id of the run', () => {
    expect(campaigns().key().slice(4).replaceAll('-', '')).toContain(`${run.id.slice(0, 8)}4${run.id.slice(8)}`);
  });
});

describe('A line', () => {
  it('leaves all optional members out', () => {
    expect(campaigns().line('basic', on)).toEqual({
      external_ref: `conf-${run.id}-Line-basic`,
      inventory_id: 's',
      flight: { start_date: '2027-03-06', end_date: '2027-03-26' },
      goal_impressions: 3000,
      sizes: ['728x90'],
    });
  });

  it.each([
    ['the usual ones', on, { start_date: '2027-04-02', end_date: '2027-04-22' }],
    ['its own', { ...on, flight: week }, { start_date: '2027-04-08', end_date: '2027-04-14' }],
  ])('may be followed by another as long behind, or in the month behind, %s', (_whose, on, later) => {
    expect(campaigns().later(on)).toEqual(later);
  });

  it.each([
    ['the usual flight', on, ['2027-03-08', '2027-03-11']],
    ['its own', { ...on, flight: week }, ['2027-04-03', '2027-04-06']],
    [
      'its own of less than a week',
      { ...on, flight: { ...week, end_date: '2027-04-03' } },
      ['2027-04-01', '2027-04-02'],
    ],
  ])('may run for single days of %s', (_whose, on, days) => {
    expect(daysWithin(campaigns().flightOn(on))).toEqual(days.map((day) => ({ start_date: day, end_date: day })));
  });

  it.each([
    ['the usual flight', on, ['2027-03-06', '2027-03-12', '2027-03-13', '2027-03-26']],
    ['its own', { ...on, flight: week }, ['2027-04-01', '2027-04-03', '2027-04-04', '2027-04-07']],
  ])('may be split for two halves of %s', (_whose, on, [start, end, next, last]) => {
    expect(halvesOf(campaigns().flightOn(on))).toEqual([
      { start_date: start, end_date: end },
      { start_date: next, end_date: last },
    ]);
  });
});

it('an update is the same order under another key', () => {
  const made = campaigns();
  const order = made.order('basic', made.line('basic', on));
  const { idempotency_key: key, ...same } = made.update(order, { line_items: [] });
  const { idempotency_key: before, ...was } = order;
  expect([same, key === before]).toEqual([{ ...was, line_items: [] }, false]);
});

describe('Of orders', () => {
  const buyersOf = (made: Campaigns) =>
    ['basic', 'again'].map((label) => {
      const { advertiser, order } = made.order(label, made.line(label, on));
      return [advertiser.name, order.external_ref];
    });

  it('all are for one buyer', () => {
    expect(buyersOf(campaigns())).toEqual([
      [run.name('advertiser'), run.ref('basic')],
      [run.name('advertiser'), run.ref('again')],
    ]);
  });

  it('each is for a buyer of its own where a service takes one order of a buyer', () => {
    expect(buyersOf(campaigns().with({ buyers: 'one for each' }))).toEqual([
      [run.name('buyer 1'), run.ref('basic')],
      [run.name('buyer 2'), run.ref('again')],
    ]);
  });

  it('no two have the same key, whatever manner they are made in', () => {
    const made = campaigns();
    const keys = [made.key(), made.with({ refsEndIn: 'b' }).key(), made.key()];
    expect(new Set(keys).size).toBe(3);
  });
});

describe('A reference', () => {
  it('is another when an order that was refused is asked for again', () => {
    expect(campaigns().with({ refsEndIn: 'b' }).ref('tag')).toBe(run.ref('tagb'));
  });
});

describe('A creative', () => {
  const all = [tagCreative('728x90'), plainTagCreative('728x90'), imageCreative('728x90')];

  it('is of the size that it is asked for', () => {
    expect(all.map(({ width, height }) => [width, height])).toEqual(all.map(() => [728, 90]));
  });

  it('is of a common size where that is none', () => {
    expect(imageCreative('fluid')).toMatchObject({ width: 300, height: 250 });
  });

  it('holds addresses of example domains alone', () => {
    const hosts = JSON.stringify(all).match(/https:\/\/[^/]+/g) ?? [];
    expect(hosts.filter((host) => !host.endsWith('.example.com'))).toEqual([]);
  });

  it.each(all)('differs from itself in other words by its text alone', (creative) => {
    const other = withOtherEnding(creative);
    const differing = Object.entries(other).filter(
      ([name, value]) => value !== Object.entries(creative).find(([one]) => one === name)?.[1],
    );
    expect(differing.map(([name]) => name)).toEqual([creative.type === 'image' ? 'click_url' : 'tag']);
    expect(JSON.stringify(other)).toHaveLength(JSON.stringify(creative).length);
  });

  it.each(all.filter(({ type }) => type !== 'image'))('differs in other words behind its beginning', (creative) => {
    const [tag, other] = [creative, withOtherEnding(creative)].map((one) => String(Reflect.get(one, 'tag')));
    expect(other?.slice(0, 100)).toBe(tag?.slice(0, 100));
  });
});

import { candidates, goalFor } from '../../checks/ad-server/desk/order-forms.ts';
import { excusedFor } from '../rules/judging.ts';
import { describe, expect, it } from 'vitest';
import { termsToState } from '../../checks/ad-server/desk/first-booking.ts';
import { Desk } from '../../checks/ad-server/desk/desk.ts';
import { Terms } from '../../checks/ad-server/desk/material.ts';
import { bookTogether } from '../../checks/ad-server/desk/together.ts';
import { IdSet } from '../../checks/ad-server/readers/inventory-summary.ts';
import { Campaigns, imageCreative, plainTagCreative, type Bookable } from '../../checks/ad-server/values/campaign.ts';
import { flightFrom, flightsOf, termsOf } from '../../checks/ad-server/values/flights-and-countries.ts';
import type { OrderRequest } from '../../checks/ad-server/values/request-bodies.ts';
import { daysOf } from '../../src/contract/flight-date.ts';
import type { BookingTerms, FlightTerms } from '../../src/contract/booking-terms.ts';
import { newRun } from '../../src/engine/run-identity.ts';
import type { Wire } from '../../src/engine/wire.ts';
import { anyReply } from './any-reply.ts';

const run = newRun(new Date('2026-11-23T12:00:00Z'));
const flights = flightsOf(run, 'UTC');
const listed = new IdSet();
for (const id of ['slot-1', 'slot-2', 'slot-3']) listed.add(id);
const onSlot = (id: string, goal = 3000): Bookable => ({
  slot: { inventory_id: id, name: '', sizes: ['300x250'] },
  goal,
});

/** A desk of a publisher that takes everything, and what it was asked. */
function deskOf(stated: BookingTerms) {
  const asked: OrderRequest[] = [];
  const orders: Wire['orders'] = (payload) => {
    asked.push((payload as { json: OrderRequest }).json); // The desk sends orders alone.
    return Promise.resolve(anyReply({ endpoint: 'orders', status: 201 }));
  };
  const campaigns = new Campaigns(run, flights).with({ stated });
  const material = { campaigns, terms: new Terms(stated, listed), readAgain: () => Promise.resolve({ ids: listed }) };
  return { desk: new Desk({ orders } as unknown as Wire, material), campaigns, asked }; // Nothing else is called.
}

describe('What goes beyond the terms is not sent, and says which is in its way', () => {
  const tag = { creatives: [plainTagCreative('300x250')] };
  it.each<[string, BookingTerms, (by: Campaigns) => OrderRequest, RegExp]>([
    [
      'another slot',
      { inventoryIds: ['slot-1'] },
      (by) => by.order('a', by.line('a', onSlot('slot-2'))),
      /inventoryIds names only "slot-1"/,
    ],
    [
      'the last of two slots',
      { inventoryIds: ['slot-1'] },
      (by) => by.order('a', by.line('a', onSlot('slot-1')), by.line('b', onSlot('slot-3'))),
      /such as "slot-3"/,
    ],
    [
      'another advertiser',
      { advertiser: 'Tests' },
      (by) => ({ ...by.order('a', by.line('a', onSlot('slot-1'))), advertiser: { name: 'Me' } }),
      /booking\.advertiser is "Tests"/,
    ],
    [
      'another country',
      { geo: ['DE', 'AT'] },
      (by) => by.order('a', by.line('a', onSlot('slot-1'), { targeting: { geo: ['DE', 'FR'] } })),
      /such as "FR", and booking\.geo names only "DE" and "AT"/,
    ],
    [
      'fewer days',
      { flight: { minDays: 2 } },
      (by) => by.orderOn('a', { ...onSlot('slot-1'), flight: flightFrom('2026-12-01', 1) }),
      /a flight of 1 day, and booking\.flight\.minDays is 2\./,
    ],
    ['less', { goal: { min: 500 } }, (by) => by.order('a', by.line('a', onSlot('slot-1', 499))), /goal of 499/],
    ['more', { goal: { max: 500 } }, (by) => by.order('a', by.line('a', onSlot('slot-1', 501))), /goal of 501/],
    [
      'another host',
      { creativeHost: 'cdn.example.org' },
      (by) => ({ ...by.order('a'), line_items: [by.line('a', onSlot('slot-1'), tag)] }),
      /booking\.creativeHost is "cdn\.example\.org"/,
    ],
  ])('%s', async (_what, stated, order, why) => {
    const { desk, campaigns, asked } = deskOf(stated);
    const { reply } = await desk.send(order(campaigns));
    expect({ status: reply.status, asked: asked.length }).toEqual({ status: null, asked: 0 });
    expect(excusedFor(reply)).toMatch(why);
  });

  it.each<[string, BookingTerms, Parameters<Campaigns['line']>[2]]>([
    ['a slot that does not exist', { inventoryIds: ['slot-1'] }, { inventory_id: 'slot-9' }],
    ['a line without countries', { geo: ['DE'] }, {}],
    ['what is no goal', { goal: { min: 500 } }, { goal_impressions: -3000 }],
    ['half an impression', { goal: { min: 500 } }, { goal_impressions: 0.5 }],
  ])('but %s is sent: it books nothing, or keeps to them', async (_what, stated, change) => {
    const { desk, campaigns, asked } = deskOf(stated);
    await desk.send(campaigns.order('a', campaigns.line('a', onSlot('slot-1'), change)));
    expect(asked).toHaveLength(1);
  });

  it('of several forms those that keep to them are tried', async () => {
    const { desk, campaigns, asked } = deskOf({ inventoryIds: ['slot-2'] });
    const on = (id: string) => campaigns.order(id, campaigns.line(id, onSlot(id)));
    await desk.firstTaken(['slot-1', 'slot-2', 'slot-3'].map(on));
    expect(asked.map(({ line_items: [line] }) => line?.inventory_id)).toEqual(['slot-2']);
  });

  it('nothing is booked for two that are not there', async () => {
    const { desk, campaigns, asked } = deskOf({ geo: ['DE'] });
    const order = (label: string, on: Bookable, ...geo: string[]) =>
      campaigns.orderOn(label, on, { targeting: { geo } });
    const { sent } = await bookTogether(desk, {
      ...{ what: 'countries', on: onSlot('slot-1'), all: ['DE', 'FR', 'US'], order },
    });
    expect([excusedFor(sent?.reply), asked.length]).toEqual([expect.stringContaining('booking.geo'), 0]);
  });
});

it('every order is of the stated advertiser, and every creative on the stated host', () => {
  const { campaigns } = deskOf({ advertiser: 'Tests', creativeHost: 'cdn.example.org' });
  const both = { creatives: [plainTagCreative('300x250'), imageCreative('300x250')] };
  const plain = campaigns.order('a', campaigns.line('a', onSlot('slot-1')));
  const orders = [
    plain,
    campaigns.with({ buyers: 'one for each' }).order('b', campaigns.line('b', onSlot('slot-1'), both)),
    campaigns.update(plain, { line_items: [campaigns.line('c', onSlot('slot-1'), both)] }),
  ];
  expect(orders.map(({ advertiser }) => advertiser.name)).toEqual(['Tests', 'Tests', 'Tests']);
  expect(campaigns.newcomer()).toEqual({ name: 'Tests' });
  expect(JSON.stringify(orders)).not.toContain('example.com');
  expect(JSON.stringify(orders).match(/\/\/cdn\.example\.org\//g)).toHaveLength(8);
});

describe('Of the flights that are stated', () => {
  it.each<[FlightTerms, string, number]>([
    [{ leadDays: 10, days: 7, weekday: 'tuesday' }, '2026-12-08', 7],
    [{ weekday: 'monday' }, '2026-11-30', 21],
    [{ leadDays: 30 }, '2027-01-02', 21],
    [{ days: 60 }, '2026-11-28', 60],
    [{ days: 1 }, '2026-11-28', 1],
  ])('%j', (stated, start, days) => {
    const { usual, later, reversed } = flightsOf(run, 'UTC', stated);
    expect([usual.start_date, daysOf(usual)]).toEqual([start, days]);
    expect([later.start_date > usual.end_date, daysOf(later)]).toEqual([true, days]);
    expect(reversed.end_date < reversed.start_date).toBe(true);
    if (stated.weekday !== undefined)
      expect(new Date(later.start_date).getUTCDay()).toBe(new Date(usual.start_date).getUTCDay());
  });

  it('what was found is what another run starts with', () => {
    const { usual, week, days, soon, weeks, wholeMonth } = flights;
    for (const flight of [usual, week, days, soon, weeks])
      expect(flightsOf(run, 'UTC', termsOf(flight, flights) ?? {}).usual).toEqual(flight);
    expect(termsOf(wholeMonth, flights)).toBeNull();
  });
});

describe('Of other goals and flights', () => {
  const tried = (stated: BookingTerms) => [
    ...candidates([onSlot('slot-1', goalFor(null, stated))], { flights, stated, isUnknown: () => false }),
  ];

  it('many are tried if nothing is stated, and none if both are', () => {
    expect(tried({}).length).toBeGreaterThan(15);
    expect(tried({ goal: 5000, flight: { days: 7 } })).toEqual([onSlot('slot-1', 5000)]);
  });

  it('none but the stated ones are tried', () => {
    expect(new Set(tried({ goal: 5000 }).map(({ goal }) => goal))).toEqual(new Set([5000]));
    expect(tried({ flight: { days: 7 } }).every(({ flight }) => flight === undefined)).toBe(true);
    expect(tried({ goal: { min: 2000, max: 9000 } }).every(({ goal }) => goal >= 2000 && goal <= 9000)).toBe(true);
  });

  it.each([
    [null, 5000, 5000],
    [4000, 5000, 4000],
    [null, { min: 20_000 }, 20_000],
    [null, { max: 2000 }, 2000],
    [1_000_000, { min: 1000, max: 9000 }, 3000],
  ])('with room for %j and a stated goal of %j, %i are booked', (available, goal, expected) => {
    expect(goalFor(available, { goal })).toBe(expected);
  });
});

it('who takes no booking is told what is left to state', () => {
  expect(termsToState({ goal: 1 })).toMatch(/^State what you take: inventoryIds and flight, or an advertiser/);
  expect(termsToState({ flight: { days: 365 } })).toMatch(/file, or change the flight stated there, and run again\.$/);
  expect(termsToState({ inventoryIds: ['a'], goal: 1, flight: { days: 7 } })).toMatch(/^State others as "booking"/);
});

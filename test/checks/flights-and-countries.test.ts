import { describe, expect, it } from 'vitest';
import {
  daysWithin,
  flightsOf,
  following,
  halvesOf,
  type Flights,
  countriesFor,
  COUNTRIES,
} from '../../checks/ad-server/values/flights-and-countries.ts';
import { daysOf, laterBy, type Flight } from '../../src/contract/flight-date.ts';
import { newRun } from '../../src/engine/run-identity.ts';
import fc from 'fast-check';

const at = (moment: string, zone: string | undefined = 'UTC'): Flights => flightsOf(newRun(new Date(moment)), zone);
const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2031-12-31'), noInvalidDate: true });
/** Of an account whose clocks change twice a year, by the day that it is there. */
const anyFlights = moment.map((date) => {
  const flights = flightsOf(newRun(date), 'Europe/Berlin');
  return { today: flights.past(1).end_date, flights };
});
const isDay = (date: string): boolean => {
  const parsed = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
};

const isMonth = ({ start_date, end_date }: Flight): boolean =>
  start_date.endsWith('-01') && laterBy(end_date, 1) === laterBy(secondBehind(start_date), -1);

/** The second day of the next month. */
const secondBehind = (date: string): string => `${laterBy(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-02`;

describe('Flights that a service has to take', () => {
  it('begin some days ahead, and end within ninety days', () => {
    fc.assert(
      fc.property(anyFlights, ({ today, flights: { usual, week, soon, later, shortest, month } }) => {
        for (const { start_date, end_date } of [usual, week, soon, later, shortest, month]) {
          expect(start_date >= laterBy(today, 5)).toBe(true);
          expect(end_date <= laterBy(today, 90)).toBe(true);
        }
      }),
    );
  });

  it('are as long as they are called', () => {
    const { usual, week, days, soon, later, shortest, month } = at('2027-06-01T12:00:00Z');
    expect([usual, week, days, soon, later, shortest, month].map(daysOf)).toEqual([21, 7, 3, 14, 21, 1, 31]);
  });

  it('are days of the account: it may be tomorrow there', () => {
    expect(
      [at('2027-03-01T12:00:00Z', 'Pacific/Kiritimati'), at('2027-03-01T12:00:00Z')].map(
        ({ usual }) => usual.start_date,
      ),
    ).toEqual(['2027-03-07', '2027-03-06']);
  });

  it('lie in one calendar month on every day of the year, moved and longer by days too', () => {
    const days = Array.from({ length: 5 * 365 }, (_, after) => laterBy('2026-01-01', after));
    const crossing = days.flatMap((today) => {
      const { usual, week, later, shortest } = at(`${today}T12:00:00Z`);
      const moved = [usual, later].map(({ start_date, end_date }) => ({
        start_date: laterBy(start_date, -1),
        end_date: laterBy(end_date, 2),
      }));
      const parts = [usual, week, later].flatMap((flight) => [...halvesOf(flight), ...daysWithin(flight)]);
      return [usual, week, later, shortest, following(week), following(later), ...moved, ...parts].filter(
        ({ start_date, end_date }) => start_date.slice(0, 7) !== end_date.slice(0, 7),
      );
    });
    expect(crossing).toEqual([]);
  });

  it.each([
    ['2027-03-01', '2027-03-06'],
    ['2027-03-04', '2027-03-09'],
    ['2027-03-05', '2027-04-02'],
    ['2027-03-27', '2027-04-02'],
    ['2027-03-31', '2027-04-05'],
    ['2027-01-28', '2027-02-02'],
    ['2027-01-31', '2027-02-05'],
    ['2027-02-02', '2027-03-02'],
  ])('begin a few days ahead, or where the month has too few days left, with the next: on %s', (today, start) => {
    expect(at(`${today}T12:00:00Z`).usual.start_date).toBe(start);
  });

  it.each([undefined, 'UTC+2', 'Mars/Olympus'])('are days of UTC where the zone is %s', (zone) => {
    expect(at('2027-03-01T23:00:00Z', zone).usual).toEqual({ start_date: '2027-03-06', end_date: '2027-03-26' });
  });

  it.each([
    ['2027-03-01T12:00:00Z', { start_date: '2027-03-18', end_date: '2027-04-17' }],
    ['2027-03-13T12:00:00Z', { start_date: '2027-03-18', end_date: '2027-04-17' }],
    ['2027-01-23T12:00:00Z', { start_date: '2027-03-18', end_date: '2027-04-17' }],
    ['2027-03-20T12:00:00Z', { start_date: '2027-03-25', end_date: '2027-04-24' }],
  ])('hold the change of the clocks in a month, where one is near: from %s', (moment, month) => {
    expect(at(moment, 'Europe/Berlin').month).toEqual(month);
  });

  it('split in two without a gap, and follow without one, or with the next month', () => {
    const flight = fc.tuple(moment, fc.integer({ min: 2, max: 60 })).map(([date, days]): Flight => {
      const start_date = date.toISOString().slice(0, 10);
      return { start_date, end_date: laterBy(start_date, days - 1) };
    });
    fc.assert(
      fc.property(flight, (flight) => {
        const [first, second] = halvesOf(flight);
        const next = following(flight);
        expect([first.start_date, second.start_date, second.end_date]).toEqual([
          flight.start_date,
          laterBy(first.end_date, 1),
          flight.end_date,
        ]);
        const weeks = daysOf(flight) < 14 ? 1 : 7;
        expect(daysOf(first) % weeks).toBe(0);
        expect(Math.abs(daysOf(first) - daysOf(second)) < 2 * weeks).toBe(true);
        expect([laterBy(flight.end_date, 1), secondBehind(flight.end_date)]).toContain(next.start_date);
        if (!isMonth(flight)) expect(daysOf(next)).toBe(daysOf(flight));
      }),
    );
  });
});

it.each([
  ['2027-01-01', '2027-01-31', '2027-02-01', '2027-02-28'],
  ['2027-02-01', '2027-02-28', '2027-03-01', '2027-03-31'],
])('the whole month from %s to %s is followed by the next', (start_date, end_date, ...next) => {
  expect(Object.values(following({ start_date, end_date }))).toEqual(next);
});

describe('Flights that a service has to refuse', () => {
  it('end before they start', () => {
    const { reversed, usual } = at('2027-03-01T12:00:00Z');
    expect(reversed).toEqual({ start_date: usual.end_date, end_date: usual.start_date });
  });

  it('end one day before they start', () => {
    const { reversedByDay, week } = at('2027-03-01T12:00:00Z');
    expect([reversedByDay, week.end_date]).toEqual([
      { start_date: '2027-03-12', end_date: '2027-03-11' },
      '2027-03-12',
    ]);
  });

  it('end on a day that no calendar has, at the next that there is', () => {
    fc.assert(
      fc.property(anyFlights, ({ today, flights: { impossible, impossibleSoon } }) => {
        for (const { start_date, end_date } of [impossible, impossibleSoon]) {
          expect(isDay(start_date)).toBe(true);
          expect(start_date >= laterBy(today, 5) && start_date < end_date).toBe(true);
          expect(isDay(end_date)).toBe(false);
          expect(end_date).toMatch(/^\d{4}-\d\d-(29|3[01])$/);
        }
        expect(impossibleSoon.end_date < laterBy(today, 100)).toBe(true);
      }),
    );
  });

  it.each([
    ['2027-01-20T12:00:00Z', '2027-02-29', '2027-02-01'],
    ['2027-03-01T12:00:00Z', '2027-04-31', '2027-04-01'],
    ['2027-04-01T12:00:00Z', '2027-04-31', '2027-04-06'],
    ['2028-02-01T12:00:00Z', '2028-02-30', '2028-02-06'],
    ['2027-06-28T12:00:00Z', '2027-09-31', '2027-09-01'],
  ])('from %s on that day is the one behind the last of a short month', (moment, end, start) => {
    expect(at(moment).impossibleSoon).toEqual({ start_date: start, end_date: end });
  });

  it('start on such a day, and end on one that there is', () => {
    fc.assert(
      fc.property(anyFlights, ({ today, flights: { impossibleStart, impossibleSoon } }) => {
        const { start_date, end_date } = impossibleStart;
        expect([start_date, isDay(end_date)]).toEqual([impossibleSoon.end_date, true]);
        expect(start_date < end_date && end_date < laterBy(today, 107)).toBe(true);
      }),
    );
  });

  it('are written as no date is, for days that there are', () => {
    expect(at('2027-03-01T12:00:00Z').misspelt).toEqual([
      { start_date: '2027-03-06T00:00:00Z', end_date: '2027-03-26' },
      { start_date: '06/03/2027', end_date: '2027-03-26' },
      { start_date: '2027-03-06', end_date: '20270326' },
    ]);
  });
});

it('a report is asked for up to today, over fewer days up to today, and over yesterday', () => {
  const flights = at('2027-03-01T12:00:00Z');
  expect([flights.past(30), flights.monthSoFar, flights.yesterday]).toEqual([
    { start_date: '2027-01-31', end_date: '2027-03-01' },
    { start_date: '2027-03-01', end_date: '2027-03-01' },
    { start_date: '2027-02-28', end_date: '2027-02-28' },
  ]);
});

describe('Of the countries to try', () => {
  it.each([
    ['Asia/Ho_Chi_Minh', 'VN'],
    ['Asia/Saigon', 'VN'],
    ['Africa/Nairobi', 'KE'],
    ['America/New_York', 'US'],
    ['europe/berlin', 'DE'],
    ['Europe/Kyiv', 'UA'],
    ['Pacific/Kiritimati', 'KI'],
  ])('the first is that of the time zone: %s lies in %s', (zone, home) => {
    const countries = countriesFor(zone, undefined);
    expect([countries[0], [...countries].sort()]).toEqual([home, [...new Set([home, ...COUNTRIES])].sort()]);
  });

  it.each([
    ['UTC', 'KES', ['KE']],
    ['UTC', 'EUR', []],
    ['UTC', 'XOF', []],
    ['Europe/Prague', 'CZK', ['CZ']],
    ['Africa/Nairobi', 'USD', ['KE', 'US']],
  ])('those of the zone and of the currency go first: %s, %s', (zone, currency, homes) => {
    expect(countriesFor(zone, currency)).toEqual([...new Set([...homes, ...COUNTRIES])]);
  });

  it.each([undefined, 'UTC', 'Etc/GMT+2', 'Mars/Olympus'])('none goes before the others for %s', (zone) => {
    expect(countriesFor(zone, undefined)).toEqual(COUNTRIES);
  });
});

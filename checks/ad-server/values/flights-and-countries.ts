import { IANAZone } from 'luxon';
import {
  clockChange,
  dayAt,
  daysOf,
  laterBy,
  type Flight,
  type FlightDate,
} from '../../../src/contract/flight-date.ts';
import type { RunIdentity } from '../../../src/engine/run-identity.ts';
import { WEEKDAYS, type FlightTerms, type Weekday } from '../../../src/contract/booking-terms.ts';
import { zonesOf } from '../../../src/contract/country.ts';
import { canonicalZone } from '../../../src/contract/time-zone.ts';

/** Days before a flight starts: time for a person to stop what a faulty service activates. */
const LEAD_DAYS = 5;
const WEEKS = 21;
/** Days between the usual flight and the end of its month, so that updates can move or prolong it. */
const SPARE_DAYS = 2;
/** Real ad servers refuse flights further ahead than this. */
const HORIZON_DAYS = 85;

const LONGEST_RUN_MS = 30 * 60_000;

export type Flights = ReturnType<typeof flightsOf>;

/** Tried if the usual flight is refused, the likeliest first. */
export function otherFlights(flights: Flights): readonly Flight[] {
  const { week, soon, later, weeks, days, wholeMonth, month } = flights;
  return [week, soon, later, weeks, days, wholeMonth, month];
}

/** An account without a readable time zone counts as UTC. */
export function flightsOf(run: RunIdentity, zone: string | undefined, stated: FlightTerms = {}) {
  const known = zone !== undefined && IANAZone.create(zone).isValid ? zone : 'UTC';
  const today = dayAt(run.startedAt, known);
  const day = (ahead: number): FlightDate => laterBy(today, ahead);
  const change = clockChange(known, day(LEAD_DAYS + 10), day(HORIZON_DAYS - 20));
  const { minDays = 1 } = stated;
  const usual = usualFlight(day, stated);
  const { start_date, end_date } = usual;
  const week = flightFrom(start_date, 7);
  const impossibleSoon = impossibleAfter(day(LEAD_DAYS));
  const february = impossibleSoon.end_date.slice(5, 7) === '02' ? null : `${day(365).slice(0, 4)}-02`;
  return {
    /** Three weeks within one calendar month, since many services book by the month. */
    usual,
    /** For services that take no longer flights. */
    week,
    /** For services that take no whole weeks. */
    days: flightFrom(start_date, 3),
    /** For services that take nothing further ahead. */
    soon: flightFrom(day(LEAD_DAYS), 14),
    /** From a Monday to a Sunday, for services that sell by the week. */
    weeks: flightFrom(weekdayFrom(day(LEAD_DAYS), 'monday'), 14),
    /** After the usual flight, in another month. */
    later: laterThan(usual, stated),
    shortest: flightFrom(daysWithin(usual)[0].start_date, minDays),
    minDays,
    /** A month, across a change of the clocks if one is near. */
    month: flightFrom(change === null ? day(LEAD_DAYS) : laterBy(change, -10), 31),
    /** Sums over many days go wrong or are cut off. */
    long: flightFrom(day((stated.leadDays ?? LEAD_DAYS - 1) + 1), HORIZON_DAYS),
    /** For services that sell whole months. */
    wholeMonth: wholeMonthAfter(day(LEAD_DAYS)),
    reversed: { start_date: daysOf(usual) > 1 ? end_date : week.end_date, end_date: start_date },
    /** From one day back to the day before: a service that counts days may take it for an empty range. */
    reversedByDay: flightFrom(week.end_date, 0),
    /** Ends on 29 or 30 February or, if a February is near, on 31 April. */
    impossible: { start_date, end_date: dayAfterLast(february ?? `${impossibleSoon.end_date.slice(0, 4)}-04`) },
    /** Ends on the next day that does not exist: too near to be refused as too far ahead. */
    impossibleSoon,
    impossibleStart: {
      start_date: impossibleSoon.end_date,
      end_date: laterBy(nextMonth(impossibleSoon.start_date), 6),
    },
    impossibleMonth: { start_date, end_date: `${end_date.slice(0, 4)}-13-01` },
    /** Valid days in other notations. */
    misspelt: [
      { start_date: `${start_date}T00:00:00Z`, end_date },
      { start_date: start_date.split('-').reverse().join('/'), end_date },
      { start_date, end_date: end_date.replaceAll('-', '') },
    ] as const,
    past: (days: number) => flightFrom(day(1 - days), days),
    /** From the first of the month to today, for services that report by the calendar month. */
    monthSoFar: { start_date: `${today.slice(0, 7)}-01`, end_date: today },
    /** For services that report on complete days only. */
    yesterday: flightFrom(day(-1), 1),
    fromToday: flightFrom(today, 7),
    /** Whether UTC is on another day than the account, and stays so while a run lasts. */
    isOtherDayInUtc: [0, LONGEST_RUN_MS].every((later) => {
      const moment = new Date(run.startedAt.getTime() + later);
      return dayAt(moment, known) === today && dayAt(moment, 'UTC') !== today;
    }),
  };
}

/** Longer flights do not fit into every month with days to spare. */
const LONGEST_WITHIN_MONTH = 24;

/** Leaves a day before the flight, so that an update can make it start earlier. */
function usualFlight(
  day: (ahead: number) => FlightDate,
  { leadDays = LEAD_DAYS - 1, minDays = 1, days = Math.max(WEEKS, minDays), weekday }: FlightTerms,
): Flight {
  const first = day(leadDays + 1);
  if (weekday !== undefined) return flightFrom(weekdayFrom(first, weekday), days);
  return days > LONGEST_WITHIN_MONTH ? flightFrom(first, days) : withinMonth(first, days);
}

function laterThan(flight: Flight, { weekday }: FlightTerms): Flight {
  if (weekday === undefined) return following(flight);
  return flightFrom(weekdayFrom(laterBy(flight.end_date, 1), weekday), daysOf(flight));
}

/** The terms that lead to this flight; `null` if there are none. */
export function termsOf(flight: Flight, flights: Flights, stated: FlightTerms = {}): FlightTerms | null {
  const { usual, week, days, soon, weeks } = flights;
  const is = (...some: readonly Flight[]) =>
    some.some(({ start_date, end_date }) => start_date === flight.start_date && end_date === flight.end_date);
  const lead = { leadDays: LEAD_DAYS - 1, days: daysOf(flight) };
  const weekday = WEEKDAYS[(new Date(flight.start_date).getUTCDay() + 6) % 7] ?? 'monday';
  if (is(usual)) return { leadDays: LEAD_DAYS - 1, days: WEEKS, ...stated };
  if (is(week, days)) return lead;
  return is(soon, weeks) ? { ...lead, weekday } : null;
}

export function flightFrom(start_date: FlightDate, days: number): Flight {
  return { start_date, end_date: laterBy(start_date, days - 1) };
}

function weekdayFrom(date: FlightDate, weekday: Weekday): FlightDate {
  return laterBy(date, (WEEKDAYS.indexOf(weekday) + 8 - new Date(date).getUTCDay()) % 7);
}

/** The first flight within one month that leaves days before and after it in that month. */
function withinMonth(from: FlightDate, days: number): Flight {
  const here = [from, laterBy(from, 1)]
    .map((start) => flightFrom(start, days))
    .find((flight) =>
      isOfOneMonth({ start_date: laterBy(flight.start_date, -1), end_date: laterBy(flight.end_date, SPARE_DAYS) }),
    );
  return here ?? inNextMonth(from, days);
}

/** From the second day of the next month: the flight can start a day earlier. */
const inNextMonth = (date: FlightDate, days: number): Flight => flightFrom(laterBy(nextMonth(date), 1), days);

const isOfOneMonth = ({ start_date, end_date }: Flight): boolean => start_date.slice(0, 7) === end_date.slice(0, 7);

const nextMonth = (date: FlightDate): FlightDate => `${laterBy(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;

function isWholeMonth({ start_date, end_date }: Flight): boolean {
  return start_date.endsWith('-01') && laterBy(end_date, 1) === nextMonth(start_date);
}

function wholeMonthAfter(date: FlightDate): Flight {
  const first = nextMonth(date);
  return { start_date: first, end_date: laterBy(nextMonth(first), -1) };
}

/** The next flight of the same length, within one month or a whole month if this one is. */
export function following(flight: Flight): Flight {
  if (isWholeMonth(flight)) return wholeMonthAfter(flight.start_date);
  const next = flightFrom(laterBy(flight.end_date, 1), daysOf(flight));
  return isOfOneMonth(flight) && !isOfOneMonth(next) ? inNextMonth(flight.end_date, daysOf(flight)) : next;
}

export function daysWithin(flight: Flight): readonly [Flight, Flight] {
  const day = (after: number) => flightFrom(laterBy(flight.start_date, after), 1);
  return daysOf(flight) < 6 ? [day(0), day(1)] : [day(2), day(5)];
}

/** Two parts, which start on the same day of the week if there are two weeks or more. */
export function halvesOf(flight: Flight): readonly [Flight, Flight] {
  const days = daysOf(flight);
  if (days < 2) return [flight, following(flight)];
  return splitAfter(flight, days < 14 ? Math.floor(days / 2) : 7 * Math.floor(days / 14));
}

function splitAfter({ start_date, end_date }: Flight, days: number): readonly [Flight, Flight] {
  const middle = laterBy(start_date, days);
  return [flightFrom(start_date, days), { start_date: middle, end_date }];
}

/** Up to the next day that does not exist, in a month of fewer than 31 days. */
function impossibleAfter(from: FlightDate): Flight {
  for (let start_date = from; ; start_date = nextMonth(start_date)) {
    const end_date = dayAfterLast(start_date);
    if (!end_date.endsWith('32')) return { start_date, end_date };
  }
}

/** Such as `2027-02-29`, which a service with wrong leap years accepts. */
function dayAfterLast(month: string): FlightDate {
  const last = laterBy(nextMonth(month), -1);
  return `${last.slice(0, 8)}${Number(last.slice(8)) + 1}`;
}

/** Tried one after the other: a publisher need not serve all of them. */
export type Countries = readonly [string, ...string[]];

export const COUNTRIES = [
  'US',
  'GB',
  'DE',
  'FR',
  'ES',
  'IT',
  'NL',
  'PL',
  'CA',
  'BR',
  'IN',
  'JP',
  'AU',
  'MX',
  'AT',
  'CH',
  'BE',
  'IE',
  'SE',
  'DK',
] as const;

/** The stated ones first, then that of the account's time zone or currency: a publisher of one country sells there. */
export function countriesFor(
  zone: string | undefined,
  currency: string | undefined,
  stated: readonly string[] = [],
): Countries {
  const homes = [zone === undefined ? null : countryOf(zone), currency === undefined ? null : issuerOf(currency)];
  const [first, ...others] = new Set([...stated, ...homes.filter((home) => home !== null), ...COUNTRIES]);
  return first === undefined ? COUNTRIES : [first, ...others];
}

/** The country that a currency's code begins with; `null` if several countries share the currency. */
function issuerOf(currency: string): string | null {
  const country = currency.slice(0, 2);
  return /^[A-Z]{2}$/.test(country) && zonesOf(country).length > 0 ? country : null;
}

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** The country in which a time zone is used, as far as the runtime knows; preferably one that is tried anyway. */
function countryOf(zone: string): string | null {
  const name = canonicalZone(zone);
  if (name === null) return null;
  return [...COUNTRIES, ...CODES].find((country) => zonesOf(country).includes(name)) ?? null;
}

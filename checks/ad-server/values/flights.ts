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

/** Flights start so many days from today: time for a person to stop what a faulty service activates. */
const LEAD_DAYS = 5;
const WEEKS = 21;
/** So many days of the month are left behind the usual flight: it can be moved and made longer within its month. */
const SPARE_DAYS = 2;
/** Real ad servers refuse flights further ahead than this. */
const HORIZON_DAYS = 85;

/** The flights that requests of a run ask for, as days in the account's time zone. */
export interface Flights {
  /** Three weeks of one calendar month, as a line is booked by the month: a few days ahead, or of the next month. */
  readonly usual: Flight;
  /** The first of the usual three weeks: for a service that takes no longer flights. */
  readonly week: Flight;
  /** The first three days of these: for one that takes no whole weeks. */
  readonly days: Flight;
  /** Two weeks from a few days ahead, whatever month they end in: for a service that takes none further ahead. */
  readonly soon: Flight;
  /** Two weeks from a Monday to a Sunday: for one that sells by the week. */
  readonly weeks: Flight;
  /** The first of these. */
  readonly mondayToSunday: Flight;
  /** A week from a Monday, three weeks ahead or more: for a service that wants to know in good time. */
  readonly ahead: Flight;
  /** Three weeks of the month behind that of the usual ones. */
  readonly later: Flight;
  /** One day: the range is inclusive. */
  readonly oneDay: Flight;
  /** A month, across a change of the clocks where one is near. */
  readonly month: Flight;
  /** So many days from the first of the usual ones on: longer than lines are booked for. */
  long(days: number): Flight;
  /** The next calendar month, from its first day to its last: what a line is booked for. */
  readonly wholeMonth: Flight;
  readonly reversed: Flight;
  /** From the first days of one month back to the last of the month before: not even the day tells. */
  readonly reversedFar: Flight;
  /** From one day back to the day before: who counts days may take it for an empty range. */
  readonly reversedByDay: Flight;
  /** Well formed, up to the day behind the last of February. */
  readonly impossible: Flight;
  /** Well formed, up to the next day that no calendar has: too near to be refused for being far ahead. */
  readonly impossibleSoon: Flight;
  /** From that day on, up to one that there is. */
  readonly impossibleStart: Flight;
  /** Well formed, up to the first of a thirteenth month. */
  readonly impossibleMonth: Flight;
  /** Days that every calendar has, one of the two written otherwise than the contract writes them: the first, or the last. */
  readonly misspelt: readonly [Flight, ...Flight[]];
  /** A range of so many past days, today included: what delivery is reported over. */
  past(days: number): Flight;
  /** For a service that reports over one calendar month: from its first day to today. */
  readonly monthSoFar: Flight;
  /** For one that reports over days that are complete. */
  readonly yesterday: Flight;
}

/** For a service that does not take the usual flight. */
export function otherFlights({ week, days, soon, weeks, ahead, wholeMonth }: Flights): readonly Flight[] {
  return [week, days, soon, weeks, ahead, wholeMonth];
}

/** Lays out the flights of a run by what the publisher states; an account without a readable zone counts in UTC. */
export function flightsOf(run: RunIdentity, zone: string | undefined, stated: FlightTerms = {}): Flights {
  const known = zone !== undefined && IANAZone.create(zone).isValid ? zone : 'UTC';
  const today = dayAt(run.startedAt, known);
  const day = (ahead: number): FlightDate => laterBy(today, ahead);
  const flight = (from: number, days: number): Flight => flightFrom(day(from), days);
  const change = clockChange(known, day(LEAD_DAYS + 10), day(HORIZON_DAYS - 20));
  const usual = usualFlight(day, stated);
  const week = flightFrom(usual.start_date, 7);
  const weeks = flightFrom(mondayFrom(day(LEAD_DAYS)), 14);
  const impossibleSoon = impossibleAfter(day(LEAD_DAYS));
  return {
    usual,
    week,
    days: flightFrom(usual.start_date, 3),
    soon: flight(LEAD_DAYS, 14),
    weeks,
    mondayToSunday: flightFrom(weeks.start_date, 7),
    ahead: flightFrom(mondayFrom(day(WEEKS + 1)), 7),
    later: laterThan(usual, stated),
    oneDay: daysWithin(usual)[0],
    month:
      change === null ? flight(LEAD_DAYS, 31) : { start_date: laterBy(change, -10), end_date: laterBy(change, 20) },
    long: (days) => flightFrom(usual.start_date, days),
    wholeMonth: wholeMonthAfter(day(LEAD_DAYS)),
    reversed: reversedFrom(daysOf(usual) > 1 ? usual : week),
    reversedFar: { start_date: following(usual).start_date, end_date: usual.end_date },
    reversedByDay: { start_date: week.end_date, end_date: laterBy(week.end_date, -1) },
    impossible: { start_date: usual.start_date, end_date: dayBehind(`${day(365).slice(0, 4)}-02`) },
    impossibleSoon,
    impossibleStart: {
      start_date: impossibleSoon.end_date,
      end_date: laterBy(nextMonth(impossibleSoon.start_date), 6),
    },
    impossibleMonth: { start_date: usual.start_date, end_date: `${usual.end_date.slice(0, 4)}-13-01` },
    // What takes many forms, such as `new Date(text)`, takes some of those of either day.
    misspelt: [
      startSpelt(usual, (date) => `${date}T00:00:00Z`),
      startSpelt(usual, (date) => date.split('-').reverse().join('/')),
      endSpelt(usual, (date) => date.replaceAll('-', '/')),
      endSpelt(usual, (date) => date.replaceAll('-', '')),
      endSpelt(flightFrom(nextMonth(usual.start_date), 9), (date) => date.replaceAll('-0', '-')),
    ],
    past: (days) => flight(1 - days, days),
    monthSoFar: { start_date: `${today.slice(0, 7)}-01`, end_date: today },
    yesterday: flight(-1, 1),
  };
}

/** Longer ones do not fit into every month with days to spare. */
const LONGEST_WITHIN_MONTH = 24;

/** A day is left before the flight, so that it can begin sooner. */
function usualFlight(
  day: (ahead: number) => FlightDate,
  { leadDays = LEAD_DAYS - 1, days = WEEKS, weekday }: FlightTerms,
): Flight {
  const first = day(leadDays + 1);
  if (weekday !== undefined) return flightFrom(weekdayFrom(first, weekday), days);
  return days > LONGEST_WITHIN_MONTH ? flightFrom(first, days) : withinMonth(first, days);
}

/** The flight behind another, on the same day of the week if that is stated. */
function laterThan(flight: Flight, { weekday }: FlightTerms): Flight {
  if (weekday === undefined) return following(flight);
  return flightFrom(weekdayFrom(laterBy(flight.end_date, 1), weekday), daysOf(flight));
}

/** What a publisher states to have such a flight again; `null` where terms cannot say it. */
export function termsOf(flight: Flight, flights: Flights, stated: FlightTerms = {}): FlightTerms | null {
  const { usual, week, days, soon, weeks, mondayToSunday, ahead } = flights;
  const is = (...some: readonly Flight[]) =>
    some.some(({ start_date, end_date }) => start_date === flight.start_date && end_date === flight.end_date);
  const lead = (ahead: number) => ({ leadDays: ahead - 1, days: daysOf(flight) });
  const weekday = WEEKDAYS[(new Date(flight.start_date).getUTCDay() + 6) % 7] ?? 'monday';
  if (is(usual)) return { leadDays: LEAD_DAYS - 1, days: WEEKS, ...stated };
  if (is(week, days)) return lead(LEAD_DAYS);
  if (is(soon, weeks, mondayToSunday)) return { ...lead(LEAD_DAYS), weekday };
  return is(ahead) ? { ...lead(WEEKS + 1), weekday } : null;
}

function reversedFrom({ start_date, end_date }: Flight): Flight {
  return { start_date: end_date, end_date: start_date };
}

function flightFrom(start_date: FlightDate, days: number): Flight {
  return { start_date, end_date: laterBy(start_date, days - 1) };
}

function mondayFrom(date: FlightDate): FlightDate {
  return weekdayFrom(date, 'monday');
}

/** A day, or the first one after it that is this day of the week. */
function weekdayFrom(date: FlightDate, weekday: Weekday): FlightDate {
  return laterBy(date, (WEEKDAYS.indexOf(weekday) + 8 - new Date(date).getUTCDay()) % 7);
}

/** So many days of one month, with some to spare: from a day on, or the next, or from the beginning of the next month. */
function withinMonth(from: FlightDate, days: number): Flight {
  const here = [from, laterBy(from, 1)].map((start) => flightFrom(start, days)).find(isOfOneMonthWithRoom);
  return here ?? flightFrom(beginningBehind(from), days);
}

/** Whether a flight can begin a day sooner, and end some days later, in its month. */
function isOfOneMonthWithRoom({ start_date, end_date }: Flight): boolean {
  return isOfOneMonth({ start_date: laterBy(start_date, -1), end_date: laterBy(end_date, SPARE_DAYS) });
}

/** The second day of the month after that of a day: a flight from there can begin a day sooner. */
function beginningBehind(date: FlightDate): FlightDate {
  return laterBy(nextMonth(date), 1);
}

function isOfOneMonth({ start_date, end_date }: Flight): boolean {
  return start_date.slice(0, 7) === end_date.slice(0, 7);
}

function nextMonth(date: FlightDate): FlightDate {
  return `${laterBy(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`;
}

function isWholeMonth({ start_date, end_date }: Flight): boolean {
  return start_date.endsWith('-01') && laterBy(end_date, 1) === nextMonth(start_date);
}

function wholeMonthAfter(date: FlightDate): Flight {
  const first = nextMonth(date);
  return { start_date: first, end_date: laterBy(nextMonth(first), -1) };
}

function startSpelt({ start_date, end_date }: Flight, spell: (date: FlightDate) => string): Flight {
  return { start_date: spell(start_date), end_date };
}

function endSpelt({ start_date, end_date }: Flight, spell: (date: FlightDate) => string): Flight {
  return { start_date, end_date: spell(end_date) };
}

/** The flight of the same length behind another; that of one that lies in one month, or is one, does so too. */
export function following(flight: Flight): Flight {
  if (isWholeMonth(flight)) return wholeMonthAfter(flight.start_date);
  const next = flightFrom(laterBy(flight.end_date, 1), daysOf(flight));
  return isOfOneMonth(flight) && !isOfOneMonth(next)
    ? flightFrom(beginningBehind(flight.end_date), daysOf(flight))
    : next;
}

/** A day of a flight, and another; of one of a week or more, one that is no weekend where that one is. */
export function daysWithin({ start_date, end_date }: Flight): readonly [Flight, Flight] {
  const day = (after: number): Flight => ({
    start_date: laterBy(start_date, after),
    end_date: laterBy(start_date, after),
  });
  return daysOf({ start_date, end_date }) < 6 ? [day(0), day(1)] : [day(2), day(5)];
}

export function firstDayOf({ start_date }: Flight): Flight {
  return { start_date, end_date: start_date };
}

export function twoDaysFrom({ start_date }: Flight): Flight {
  return flightFrom(start_date, 2);
}

/** A flight as two, one behind the other; where it has the weeks for it, both begin on the same day of the week. */
export function halvesOf(flight: Flight): readonly [Flight, Flight] {
  const days = daysOf(flight);
  return days < 14 ? evenHalvesOf(flight) : splitAfter(flight, 7 * Math.floor(days / 14));
}

/** A flight as two of about as many days, one behind the other; a single day and the next. */
export function evenHalvesOf(flight: Flight): readonly [Flight, Flight] {
  if (daysOf(flight) < 2) return [flight, following(flight)];
  return splitAfter(flight, Math.floor(daysOf(flight) / 2));
}

function splitAfter({ start_date, end_date }: Flight, days: number): readonly [Flight, Flight] {
  const middle = laterBy(start_date, days);
  return [
    { start_date, end_date: laterBy(middle, -1) },
    { start_date: middle, end_date },
  ];
}

/** From a day to the day behind the last one of a month that has fewer than 31. */
function impossibleAfter(from: FlightDate): Flight {
  for (let month = from.slice(0, 7), start = from; ; start = `${month}-01`) {
    const end = dayBehind(month);
    if (!end.endsWith('32')) return { start_date: start, end_date: end };
    month = nextMonth(`${month}-01`).slice(0, 7);
  }
}

/** The day behind the last one of a month, such as `2027-02-29`: who counts a leap year too many takes it as well. */
function dayBehind(month: string): FlightDate {
  const last = laterBy(nextMonth(`${month}-01`), -1);
  return `${month}-${Number(last.slice(8)) + 1}`;
}

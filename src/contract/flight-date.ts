import { DateTime, IANAZone } from 'luxon';

/** A day of a flight, `YYYY-MM-DD`, in the account's time zone (ad-server §2.4). */
export type FlightDate = string;

export interface Flight {
  readonly start_date: FlightDate;
  /** Inclusive. */
  readonly end_date: FlightDate;
}

/** The date in a time zone at a moment. */
export function dayAt(moment: Date, zone: string): FlightDate {
  return written(DateTime.fromJSDate(moment, { zone }));
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The date a number of days later. */
export function laterBy(date: FlightDate, days: number): FlightDate {
  // A date without a time is parsed as UTC, where every day has 24 hours.
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a flight lasts, both ends included. */
export function daysOf({ start_date, end_date }: Flight): number {
  return (Date.parse(end_date) - Date.parse(start_date)) / DAY_MS + 1;
}

/**
 * The first day between two days on which the zone's clocks change; `null` if there is none. Flights across such a day
 * reveal arithmetic in hours, which loses or gains a day.
 */
export function clockChange(zone: string, from: FlightDate, until: FlightDate): FlightDate | null {
  // Asks luxon's zone directly: a DateTime asks it several times, which takes longer than everything else about
  // flights.
  const clocks = IANAZone.create(zone);
  const offsetAt = (day: FlightDate): number => {
    const midnight = Date.parse(day);
    return clocks.offset(midnight - clocks.offset(midnight) * 60_000);
  };
  const changesWithin = (day: FlightDate, days: number) => offsetAt(day) !== offsetAt(laterBy(day, days));
  for (let week = from; week < until; week = laterBy(week, 7)) {
    if (!changesWithin(week, 7)) continue;
    for (let day = week; day < until; day = laterBy(day, 1)) if (changesWithin(day, 1)) return day;
  }
  return null;
}

function written(day: DateTime): FlightDate {
  const text = day.toISODate();
  if (text === null) throw new RangeError(day.invalidExplanation ?? 'no day');
  return text;
}

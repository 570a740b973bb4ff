import { DateTime, IANAZone } from 'luxon';

/** A day of a flight, `YYYY-MM-DD`, read in the account's time zone (ad-server §2.4). */
export type FlightDate = string;

export interface Flight {
  readonly start_date: FlightDate;
  /** Inclusive. */
  readonly end_date: FlightDate;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a text is `YYYY-MM-DD` and names a day that exists. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && DateTime.fromISO(text, { zone: 'utc' }).isValid;
}

/** The day that it is now in a time zone, plus a number of days. */
export function dayFrom(now: Date, zone: string, days: number): FlightDate {
  return laterBy(written(DateTime.fromJSDate(now, { zone })), days);
}

/** The same day, later by a number of days. */
export function laterBy(date: FlightDate, days: number): FlightDate {
  return written(DateTime.fromISO(date, { zone: 'utc' }).plus({ days }));
}

/** How many days a flight has, both ends included. */
export function daysOf({ start_date, end_date }: Flight): number {
  const start = DateTime.fromISO(start_date, { zone: 'utc' });
  return Math.round(DateTime.fromISO(end_date, { zone: 'utc' }).diff(start, 'days').days) + 1;
}

/**
 * The first day, within so many days from now, on which the zone's clocks change; `null` where they do not.
 * A month across such a day is where arithmetic in hours loses or gains a day.
 */
export function clockChange(now: Date, zone: string, from: number, until: number): FlightDate | null {
  const today = dayFrom(now, zone, 0);
  // Asking the zone itself: a DateTime asks it several times over, which takes longer than all else about flights.
  const clocks = IANAZone.create(zone);
  const offsetAt = (days: number): number => {
    const midnight = Date.parse(today) + days * DAY_MS;
    return clocks.offset(midnight - clocks.offset(midnight) * 60_000);
  };
  let before = offsetAt(from);
  for (let days = from; days < until; days++) {
    const after = offsetAt(days + 1);
    if (after !== before) return laterBy(today, days);
    before = after;
  }
  return null;
}

function written(day: DateTime): FlightDate {
  const text = day.toISODate();
  if (text === null) throw new RangeError(day.invalidExplanation ?? 'no day');
  return text;
}

import { IANAZone } from 'luxon';
import { clockChange, dayFrom, laterBy, type Flight, type FlightDate } from '../../src/contract/flight-date.ts';
import type { RunIdentity } from '../../src/engine/run-identity.ts';

/** Flights start so many days from today: time for a person to stop what a faulty service activates. */
const LEAD_DAYS = 5;
const WEEKS = 21;
/** Real ad servers refuse flights further ahead than this. */
const HORIZON_DAYS = 85;

/** The flights that requests of a run ask for, as days in the account's time zone. */
export interface Flights {
  /** Three weeks from a few days ahead. */
  readonly usual: Flight;
  /** The three weeks behind the usual ones. */
  readonly later: Flight;
  /** One day: the range is inclusive. */
  readonly oneDay: Flight;
  /** A month, across a change of the clocks where one is near. */
  readonly month: Flight;
  readonly reversed: Flight;
  /** Well formed, on a day that no calendar has. */
  readonly impossible: Flight;
  /** A range of so many past days, today included: what delivery is reported over. */
  past(days: number): Flight;
}

/** Lays out the flights of a run; an account without a readable zone counts in UTC. */
export function flightsOf(run: RunIdentity, zone: string | undefined): Flights {
  const known = zone !== undefined && IANAZone.isValidZone(zone) ? zone : 'UTC';
  const day = (ahead: number): FlightDate => dayFrom(run.startedAt, known, ahead);
  const flight = (from: number, days: number): Flight => ({ start_date: day(from), end_date: day(from + days - 1) });
  const change = clockChange(run.startedAt, known, LEAD_DAYS + 10, HORIZON_DAYS - 20);
  const usual = flight(LEAD_DAYS, WEEKS);
  return {
    usual,
    later: flight(LEAD_DAYS + WEEKS, WEEKS),
    oneDay: flight(LEAD_DAYS + 2, 1),
    month:
      change === null ? flight(LEAD_DAYS, 31) : { start_date: laterBy(change, -10), end_date: laterBy(change, 20) },
    reversed: { start_date: usual.end_date, end_date: usual.start_date },
    impossible: { start_date: usual.start_date, end_date: `${day(365).slice(0, 4)}-02-30` },
    past: (days) => flight(1 - days, days),
  };
}

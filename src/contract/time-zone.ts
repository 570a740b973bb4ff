import { timeZones } from './generated/time-zones.ts';

const fold = (name: string) => name.toLowerCase();

const known = new Set([...timeZones.split(' '), ...Intl.supportedValuesOf('timeZone')].map(fold));

/**
 * Whether a text is a real IANA identifier (ad-server §2.2), links such as `Asia/Calcutta` and `UTC` included.
 * Judged by the database's own list: date formatters of newer runtimes also take offsets (`+02:00`), older ones
 * abbreviations (`PST`), and neither is an identifier. Letter case is not held against anyone, as in those formatters.
 */
export function isTimeZone(text: string): boolean {
  return known.has(fold(text));
}

import { timeZones } from './generated/time-zones.ts';

const fold = (name: string) => name.toLowerCase();

let known: ReadonlySet<string> | null = null;
let newer: ReadonlySet<string> | null = null;

/**
 * Whether a text is a real IANA identifier (ad-server §2.2), including links such as `Asia/Calcutta` and `UTC`, in any
 * letter case.
 * This checks the database's own list, because date formatters of newer runtimes also accept offsets (`+02:00`) and
 * older ones abbreviations (`PST`), which are not identifiers.
 */
export function isTimeZone(text: string): boolean {
  const name = fold(text);
  known ??= new Set(timeZones.split(' ').map(fold));
  if (known.has(name)) return true;
  // The runtime may have a newer release of the database. Listing its zones is slow, so do it only if needed.
  newer ??= new Set(Intl.supportedValuesOf('timeZone').map(fold));
  return newer.has(name);
}

/** Whether it is written as in the database, in the same letter case. */
export function isTimeZoneAsSpelt(text: string): boolean {
  return timeZones.split(' ').includes(text) || Intl.supportedValuesOf('timeZone').includes(text);
}

let asked: { readonly name: string; readonly canonical: string | null } | null = null;

/** The runtime's canonical name of a zone; `null` if it does not know the zone. */
export function canonicalZone(name: string): string | null {
  // A run asks about the same zone again and again, and creating formatters is slow.
  if (asked?.name !== name) asked = { name, canonical: resolved(name) };
  return asked.canonical;
}

function resolved(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

import { timeZones } from './generated/time-zones.ts';

const fold = (name: string) => name.toLowerCase();

let known: ReadonlySet<string> | null = null;
let newer: ReadonlySet<string> | null = null;

/**
 * Whether a text is a real IANA identifier (ad-server §2.2), links such as `Asia/Calcutta` and `UTC` included.
 * Judged by the database's own list: date formatters of newer runtimes also take offsets (`+02:00`), older ones
 * abbreviations (`PST`), and neither is an identifier. Letter case does not matter, as in those formatters.
 */
export function isTimeZone(text: string): boolean {
  const name = fold(text);
  known ??= new Set(timeZones.split(' ').map(fold));
  if (known.has(name)) return true;
  // The runtime may know newer releases of the database; listing them is slow.
  newer ??= new Set(Intl.supportedValuesOf('timeZone').map(fold));
  return newer.has(name);
}

let asked: { readonly name: string; readonly canonical: string | null } | null = null;

/** The name by which the runtime calls a zone, one for all its names; `null` if it knows no such zone. */
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

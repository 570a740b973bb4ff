import type { Report } from './model.ts';
import { printable } from './text.ts';

const LONGEST = 12_000;

/** Why the block is of use, for whoever reads it. */
export const WHY_STATE =
  'Paste these booking terms into adserver-conformance.config.json, and shorten them as you like: the next run books by them and looks for nothing.';

/** The terms under which a run booked, as the configuration file takes them; `undefined` where it had nothing to look for. */
export function bookingBlock({ run: { booking } }: Report): string | undefined {
  if (booking === undefined) return undefined;
  const terms = Object.entries(booking).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return printable(`"booking": {\n${terms.join(',\n')}\n}`, { max: LONGEST, multiline: true });
}

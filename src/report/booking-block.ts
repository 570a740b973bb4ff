import type { Report } from './model.ts';
import { printable } from './text.ts';

const LONGEST = 12_000;

/** Tells the reader what the block is for. */
export const WHY_STATE =
  'Paste these booking terms into adserver-conformance.config.json, and shorten them as you like: the next run books by them and looks for nothing.';

/**
 * The terms the run booked under, as JSON for the configuration file; `undefined` if it did not have to find any out.
 */
export function bookingBlock({ run: { booking } }: Report): string | undefined {
  if (booking === undefined) return undefined;
  const terms = Object.entries(booking).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return printable(`"booking": {\n${terms.join(',\n')}\n}`, { max: LONGEST, multiline: true });
}

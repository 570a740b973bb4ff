import type { Report } from './model.ts';
import { printable } from './text.ts';

const LONGEST = 12_000;

/** Tells the reader what the block is for. */
export const WHY_STATE =
  'Save these booking terms as adserver-conformance.config.json, or add them to the one you have, and shorten them as you like: the next run books by them and looks for nothing.';

/**
 * The terms the run booked under, as a whole configuration file; `undefined` if it did not have to find any out.
 */
export function bookingBlock({ run: { booking } }: Report): string | undefined {
  if (booking === undefined) return undefined;
  const terms = Object.entries(booking).map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return printable(`{\n  "booking": {\n${terms.join(',\n')}\n  }\n}`, { max: LONGEST, multiline: true });
}

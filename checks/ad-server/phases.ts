import { contract } from '../../src/engine/node.ts';

/**
 * The order in which the ad server is asked. Traffic that only reads runs from the start, beside everything else.
 * Traffic that books, or looks at what was booked, waits for the phases before it. Within a phase, each traffic has its
 * own orders and buyers.
 */
export const adServer = contract('ad-server', {
  read: 'at once',
  book: 'at once',
  report: 'after bookings',
  repeat: 'after bookings',
  update: 'after bookings',
  'report again': 'after bookings',
  race: 'after bookings',
  'race again': 'after bookings',
  break: 'after bookings',
  'read again': 'after everything',
  'lock out': 'after everything',
});

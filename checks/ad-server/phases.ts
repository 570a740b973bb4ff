import { contract } from '../../src/engine/node.ts';

/**
 * In which order the ad server is asked. What only reads does so from the beginning, beside all else; what books, or looks
 * at what was booked, waits for the phases before it; but new orders with values that must be refused, which leave nothing
 * behind, are sent beside those that are repeated and updated. Within a phase each traffic has orders and buyers of its own.
 */
export const adServer = contract('ad-server', {
  read: 'at once',
  book: 'at once',
  report: 'after bookings',
  repeat: 'after bookings',
  update: 'after bookings',
  'report again': 'after bookings',
  refuse: { after: 'book' },
  race: 'after everything',
  'race again': 'after bookings',
  break: 'after bookings',
  'read again': 'after everything',
  'lock out': 'after everything',
});

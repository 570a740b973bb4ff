import { contract } from '../../src/engine/node.ts';

/**
 * The order in which the ad server is asked. New orders that must be refused leave nothing behind, so they are sent
 * beside repeats and updates. Within a phase, each traffic has its own orders and buyers.
 */
export const adServer = contract('ad-server', {
  // Forecasts may change with what is booked.
  forecast: 'at once',
  book: { after: 'forecast' },
  // They create nothing and their answers do not depend on bookings, so they fill the gaps between these.
  'refuse forecasts': 'at once',
  read: 'at once',
  report: 'after bookings',
  repeat: 'after bookings',
  update: 'after bookings',
  'report again': 'after bookings',
  refuse: { after: 'book' },
  race: 'after everything',
  break: 'after bookings',
  'read again': 'after everything',
  'lock out': 'after everything',
});

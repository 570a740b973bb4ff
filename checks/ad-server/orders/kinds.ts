import { booked, isAccepted, type Booking } from '../readers/booking.ts';
import { basic, bookedKinds, orders } from './basic.ts';
import { elsewhere } from './odd-slots.ts';

export { kinds } from './basic.ts';

/** All orders that were made by creating, for the rules about every created order. */
export const created = orders.record(
  { id: 'orders.created', of: { basic }, maybe: { booked: bookedKinds, elsewhere } },
  ({ basic, booked: { kinds } = { kinds: {} }, elsewhere = [] }): readonly Booking[] => [
    basic,
    ...[...elsewhere, ...Object.values(kinds)].filter(isAccepted).map(booked),
  ],
);

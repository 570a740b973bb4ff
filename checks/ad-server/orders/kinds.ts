import { booked, isAccepted, type Booking } from '../readers/booking.ts';
import { basic, bookedKinds, orders } from './booking-requests.ts';
import { onOtherSlots } from './other-slot-requests.ts';

export { kinds } from './booking-requests.ts';

/** All orders that were made by creating, for the rules about every created order. */
export const created = orders.record(
  { id: 'orders.created', of: { basic }, maybe: { booked: bookedKinds, onOtherSlots } },
  ({ basic, booked: { kinds } = { kinds: {} }, onOtherSlots = [] }): readonly Booking[] => [
    basic,
    ...[...onOtherSlots, ...Object.values(kinds)].filter(isAccepted).map(booked),
  ],
);

import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { availableIn, type Asked } from '../readers/forecast-answers.ts';
import type { Walk } from '../readers/inventory-summary.ts';
import { oddSlots } from '../values/slots-of-other-kinds.ts';
import { suitability } from './slot-candidates.ts';

/** The first bookings are on these, */
const BOOKED = 2;
/** and others on these, if a service refuses them there. */
const LIKELIEST = 5;

export interface ByBooking {
  /** Those about slots that get booked last come first. */
  readonly all: readonly Asked[];
  /** Those about slots that no order is booked on, as far as that can be told beforehand. */
  readonly spare: readonly Asked[];
}

/**
 * Bookings are made while other forecasts are requested. If a service forecasts booked slots wrongly, no verdict may
 * depend on which request arrives first.
 */
export function byBooking(asked: readonly Asked[], { bookable, wanted }: Pick<Walk, 'bookable' | 'wanted'>): ByBooking {
  const likely = asked
    .map(({ slot, reply }) => ({ slot, available: availableIn(reply) }))
    .sort((one, other) => suitability(other) - suitability(one))
    .map(({ slot }) => slot);
  const [usual] = likely;
  if (usual === undefined) return { all: asked, spare: [] };
  // If the publisher states slots, only those are booked.
  const booked = wanted.size > 0 ? [...wanted.values()] : [...likely.slice(0, BOOKED), ...oddSlots(bookable, usual)];
  const groups: readonly (readonly InventorySlot[])[] = [likely.slice(0, LIKELIEST), booked, [usual]];
  const rank = ({ slot: { inventory_id: id } }: Asked) =>
    groups.findLastIndex((slots) => slots.some((one) => one.inventory_id === id));
  const all = asked.toSorted((one, other) => rank(one) - rank(other));
  return { all, spare: all.filter((one) => rank(one) < groups.indexOf(booked)) };
}

import { type Sent, slotsUnknown } from '../readers/booking.ts';
import type { Bookable } from '../values/campaign.ts';

// Slots and lesser goals for which an order is tried again after a business rule has refused it.

/** Where an order is tried: as the first one was taken, and then for less, and on other slots. */
export type Rooms = readonly [Bookable, ...Bookable[]];

/**
 * By so much a goal is divided where a business rule refuses it. Each goal is at least half of the one before, so that one
 * lies between any least goal and twice that; of the usual goal some are whole thousands.
 */
export const GENTLER = [1, 1.25, 1.5, 3, 6, 12, 24] as const;

/** Where else a valid order may find room when a business rule refuses it on the slot that took the first. */
export function roomsBeside(on: Bookable, bookable: readonly Bookable[], attempts: readonly Sent[]): Rooms {
  const [, ...gentler] = GENTLER.map((part) => ({ ...on, goal: Math.ceil(on.goal / part) }));
  const passed = new Set([on.slot.inventory_id, ...slotsUnknown(attempts)]);
  const others = bookable.filter(({ slot }) => !passed.has(slot.inventory_id));
  // Some of those that nothing else is tried on: a slot may be one order's alone.
  const far = others.slice(4).slice(-4, -2);
  return [on, ...gentler, ...[...others.slice(0, 4), ...far].map(({ slot }) => ({ ...on, slot }))];
}

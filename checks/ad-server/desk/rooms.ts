import { type Sent, slotsUnknown } from '../readers/booking.ts';
import type { Bookable } from '../values/campaign.ts';

/**
 * The slots and goals with which an order is tried: those of the first accepted order, then smaller goals, then other
 * slots.
 */
export type Rooms = readonly [Bookable, ...Bookable[]];

/**
 * Goals are divided by these, one after the other, if a business rule refuses them. Each goal is at least half of the
 * one before, so one of them lies between any minimum goal and twice that. Some of the results are whole thousands for
 * the usual goal.
 */
export const GENTLER = [1, 1.25, 1.5, 3, 6, 12, 24] as const;

export function roomsBeside(on: Bookable, bookable: readonly Bookable[], attempts: readonly Sent[]): Rooms {
  const [, ...gentler] = GENTLER.map((part) => ({ ...on, goal: Math.ceil(on.goal / part) }));
  const unusable = new Set([on.slot.inventory_id, ...slotsUnknown(attempts)]);
  const others = bookable.filter(({ slot }) => !unusable.has(slot.inventory_id));
  // Slots on which nothing else is tried: a slot may take one order only.
  const far = others.slice(4).slice(-4, -2);
  return [on, ...gentler, ...[...others.slice(0, 4), ...far].map(({ slot }) => ({ ...on, slot }))];
}

import type { InventorySlot } from '../../../src/schema/generated/types.ts';

/** So many slots besides the one that takes the other orders. */
const SLOTS = 8;
/** Of so many other formats. */
const FORMATS = 4;

/**
 * Slots that are unlike the usual one, and unlike each other: of other formats, with one size where it has several, its
 * neighbours, the last ones, one from between. Services break a rule on the odd ones.
 */
export function oddSlots(bookable: readonly InventorySlot[], usual: InventorySlot): InventorySlot[] {
  const place = bookable.findIndex((slot) => slot.inventory_id === usual.inventory_id);
  const others = bookable.filter((slot) => slot.inventory_id !== usual.inventory_id);
  const formats = new Map(others.toReversed().map((slot) => [slot.format, slot]));
  formats.delete(usual.format);
  const hasSeveral = ({ sizes }: InventorySlot): boolean => sizes.length > 1;
  const chosen = [
    // One in two, or in three, may be odd.
    ...others.slice(Math.max(0, place), Math.max(0, place) + 2),
    ...others.slice(-1),
    ...[...formats.values()].toReversed().slice(0, FORMATS),
    ...others.filter((slot) => hasSeveral(slot) !== hasSeveral(usual)).slice(0, 1),
    ...others.slice(Math.floor(others.length / 2)),
  ];
  return [...new Set(chosen)].slice(0, SLOTS);
}

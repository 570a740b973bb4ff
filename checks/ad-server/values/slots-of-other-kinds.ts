import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { cut } from '../../../src/text/cut.ts';
import { inWords } from '../../../src/text/in-words.ts';
import { oddLetters } from '../readers/slot-sample.ts';

// Slots that differ from the usual one in what a service may look up, compute or store otherwise.

/** So many slots besides the one that takes the other orders, where there are: more the more kinds there are. */
const AT_LEAST = 8;
const SLOTS = 12;
/** Of so many other formats, and of so many kinds in any other respect. */
const FORMATS = 4;
const KINDS = 3;

/** What a service may look up, compute or store otherwise: slots that differ in it are of another kind. */
const TRAITS: readonly (readonly [kinds: number, of: (slot: InventorySlot) => unknown])[] = [
  [FORMATS, ({ format }) => format],
  [KINDS, ({ inventory_id: id }) => oddLetters(id)],
  [KINDS, ({ sizes }) => sizes.length],
  [1, ({ status }) => status],
];

/** One slot of each kind that another is not of, the rarest first: services break a rule on the odd ones. */
export function unlike(usual: InventorySlot, slots: readonly InventorySlot[]): InventorySlot[] {
  const chosen = TRAITS.flatMap(([kinds, of]) => {
    const alike = new Map<unknown, InventorySlot[]>();
    for (const slot of slots) {
      const kind = of(slot);
      alike.set(kind, [...(alike.get(kind) ?? []), slot]);
    }
    alike.delete(of(usual));
    const rarestFirst = [...alike.values()].sort((some, others) => some.length - others.length);
    return rarestFirst.slice(0, kinds).flatMap((some) => some.slice(0, 1));
  });
  return [...new Set(chosen)];
}

/** Slots that are unlike the usual one, and unlike each other: its neighbours, the last, some of other kinds, some from between. */
export function oddSlots(bookable: readonly InventorySlot[], usual: InventorySlot): InventorySlot[] {
  const place = Math.max(
    0,
    bookable.findIndex((slot) => slot.inventory_id === usual.inventory_id),
  );
  const others = bookable.filter((slot) => slot.inventory_id !== usual.inventory_id);
  // One in two, or in three, may be odd.
  const near = [...others.slice(place, place + 2), ...others.slice(-1)];
  const odd = new Set([...near, ...unlike(usual, others)]);
  const between = others.slice(Math.floor(others.length / 2)).filter((slot) => !odd.has(slot));
  return [...odd, ...between.slice(0, Math.max(1, AT_LEAST - odd.size))].slice(0, SLOTS);
}

/** Slots by their ids, those of one format together: `"a" and "b" (native), "c" (video)`. */
export function byFormat(slots: readonly InventorySlot[]): string {
  const formats = [...new Set(slots.map(({ format }) => format))];
  const idsOf = (wanted: string | undefined) =>
    slots.flatMap(({ format, inventory_id: id }) => (format === wanted ? [JSON.stringify(id)] : []));
  return formats
    .map((format) => inWords(idsOf(format), 'and') + (format === undefined ? '' : ` (${cut(format, 40)})`))
    .join(', ');
}

import type { InventorySlot } from '../../../src/schema/generated/types.ts';
import { cut } from '../../../src/text/cut.ts';
import { inWords } from '../../../src/text/in-words.ts';

/** Items from the front, the end and in between. Neighbours are among them: even steps may miss every third item. */
export function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  const front = Math.ceil(count / 2.5);
  const end = Math.min(3, count - front);
  const between = count - front - end;
  const step = (items.length - end - front) / (between + 1);
  const inner = Array.from({ length: between }, (_, index) => front + Math.floor((index + 1) * step));
  const chosen = new Set(inner);
  return items.filter((_, index) => index < front || index >= items.length - end || chosen.has(index));
}

const FEWEST_SLOTS = 8;
const MOST_SLOTS = 12;
const MOST_FORMATS = 4;
const MOST_KINDS = 3;

const TRAITS: readonly (readonly [kinds: number, of: (slot: InventorySlot) => unknown])[] = [
  [MOST_FORMATS, ({ format }) => format],
  [MOST_KINDS, ({ inventory_id: id }) => oddLetters(id)],
  [MOST_KINDS, ({ sizes }) => sizes.length],
  [1, ({ status }) => status],
];

/** What is unusual in an id: characters other than letters, digits, `-` and `_`; a leading zero; a great length. */
export function oddLetters(id: string): string {
  const odd = [...(id.match(/[^\w-]/gu) ?? [])].map((letter) => (/\p{ASCII}/u.test(letter) ? letter : 'beyond ASCII'));
  return [...new Set(odd)].sort().join('') + (/^0\d/.test(id) ? ' 0' : '') + (id.length > 64 ? ' long' : '');
}

/** One slot of each other kind, the rarest first: services go wrong on odd slots. */
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

/** Slots beside the usual one: its neighbours, the last one, some of other kinds, some in between. */
export function oddSlots(bookable: readonly InventorySlot[], usual: InventorySlot): InventorySlot[] {
  const isUsual = (slot: InventorySlot) => slot.inventory_id === usual.inventory_id;
  const place = Math.max(0, bookable.findIndex(isUsual));
  const others = bookable.filter((slot) => !isUsual(slot));
  // A service may get every second or third slot wrong.
  const near = [...others.slice(place, place + 2), ...others.slice(-1)];
  const odd = new Set([...near, ...unlike(usual, others)]);
  const between = others.slice(Math.floor(others.length / 2)).filter((slot) => !odd.has(slot));
  return [...odd, ...between.slice(0, Math.max(1, FEWEST_SLOTS - odd.size))].slice(0, MOST_SLOTS);
}

export function byFormat(slots: readonly InventorySlot[]): string {
  const each = slots.map(({ format, inventory_id: id }) =>
    format === undefined ? JSON.stringify(id) : `${JSON.stringify(id)} (${cut(format, 40)})`,
  );
  return inWords(each, 'and');
}

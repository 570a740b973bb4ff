import { expect, it } from 'vitest';
import { oddSlots } from '../../checks/ad-server/parts/odd-slots.ts';
import type { InventorySlot } from '../../src/schema/generated/types.ts';

const slot = (place: number, format?: string, sizes = ['300x250', '336x280']): InventorySlot => ({
  inventory_id: String(place),
  name: `Slot ${place}`,
  sizes,
  ...(format === undefined ? {} : { format }),
});

/** A list of banners with some odd ones among them. */
const list = (length: number, odd: Readonly<Record<number, InventorySlot>> = {}): InventorySlot[] =>
  Array.from({ length }, (_, place) => odd[place] ?? slot(place, 'banner'));

const idsIn = (slots: readonly InventorySlot[], usual = 0): string[] =>
  oddSlots(slots, slot(usual, 'banner')).map(({ inventory_id: id }) => id);

it('of an inventory of one slot there is no other', () => {
  expect(idsIn(list(1))).toEqual([]);
});

it('of a short list, all others are chosen', () => {
  expect(idsIn(list(5)).sort()).toEqual(['1', '2', '3', '4']);
});

it('of a long list no more than eight are chosen, and none twice', () => {
  const ids = idsIn(list(500), 250);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(8);
});

it.each([0, 1, 2, 7, 498, 499])('whatever every second or third has in common is shown, from the %i.', (usual) => {
  const places = [usual, ...idsIn(list(500), usual).map(Number)];
  expect([2, 3].flatMap((step) => [...new Set(places.map((place) => place % step))].sort())).toEqual([0, 1, 0, 1, 2]);
});

it('the last is chosen, and one from between', () => {
  const ids = idsIn(list(500)).map(Number);
  expect([ids.includes(499), ids.some((id) => id > 100 && id < 400)]).toEqual([true, true]);
});

it('one of every other format is chosen, up to four', () => {
  const formats = ['video', 'native', 'audio', 'text', 'map'];
  const ids = idsIn(
    list(60, Object.fromEntries(formats.map((format, index) => [20 + index, slot(20 + index, format)]))),
  );
  expect(ids.filter((id) => Number(id) >= 20 && Number(id) < 25)).toEqual(['20', '21', '22', '23']);
});

it('one with a single size is chosen where the usual has several', () => {
  expect(idsIn(list(60, { 17: slot(17, 'banner', ['300x250']) }))).toContain('17');
});

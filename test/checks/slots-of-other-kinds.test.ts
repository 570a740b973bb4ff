import { expect, it } from 'vitest';
import { oddLetters, oddSlots, unlike } from '../../checks/ad-server/values/choice.ts';
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

it('of a long list of one kind eight are chosen, and none twice', () => {
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

it('of a list of many kinds no more than twelve are chosen', () => {
  const ids = ['a b', 'a/b', 'a+b', 'a.b', 'ä'];
  const odd = [
    ...ids.map((id) => ({ ...slot(0, 'banner'), inventory_id: id })),
    ...['video', 'native', 'audio', 'text', 'map'].map((format, index) => slot(60 + index, format)),
    ...[1, 3, 4, 5].map((count) =>
      slot(
        70 + count,
        'banner',
        Array.from({ length: count }, () => '300x250'),
      ),
    ),
  ];
  expect(idsIn([...list(20), ...odd, ...list(20).map((_, index) => slot(100 + index, 'banner'))])).toHaveLength(12);
});

it.each([
  ['its id', { ...slot(7, 'banner'), inventory_id: "it's" }],
  ['its status', { ...slot(7, 'banner'), status: 'active' as const }],
  ['more sizes', slot(7, 'banner', ['300x250', '336x280', '728x90'])],
  ['no format', slot(7)],
])('a slot is unlike the others by %s', (_what, odd) => {
  expect(unlike(slot(0, 'banner'), list(60, { 17: odd }))).toEqual([odd]);
});

it('the rarest kinds go first', () => {
  const slots = list(40, { 10: slot(10, 'b'), 11: slot(11, 'b'), 12: slot(12, 'a'), 13: slot(13, 'b') });
  expect(unlike(slot(0, 'banner'), slots).map(({ format }) => format)).toEqual(['a', 'b']);
});

it.each([
  ['7f3b-a_9', ''],
  ['home page/top', ' /'],
  ['ü中', 'beyond ASCII'],
  ['00123', ' 0'],
  ['0', ''],
  ['a'.repeat(65), ' long'],
])('what stands out in the id %s is "%s"', (id, odd) => {
  expect(oddLetters(id)).toBe(odd);
});

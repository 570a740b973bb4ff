import { expect, it } from 'vitest';
import { larger, sidesOfTwo, sizeOfAnother, turned } from '../../checks/ad-server/values/unfitting-sizes.ts';

it.each([
  [true, true, '971x251'],
  [true, false, '971x250'],
  [false, true, '970x251'],
])('a larger size exceeds the widest (%s), the highest (%s) or both', (wider, higher, size) => {
  expect(larger(['728x90', '970x90', '300x250'], wider, higher)).toBe(size);
});

it.each([
  [['728x90'], []],
  [['728x90', '970x250'], []],
  [['0728x090', '300x90'], []],
  [['728x90', '300x250'], ['728x250']],
  [['300x250', '300x600', '728x90', '320x600'], ['728x600']],
])('of %j no size has the sides of two others: %j', (sizes, both) => {
  expect(sidesOfTwo(sizes)).toEqual(both);
});

it('what is no size counts as a common one', () => {
  expect(larger(['fluid'], true, true)).toBe('301x251');
});

it.each([
  ['is none where the slot has room for all', ['300x250', '728x90'], []],
  ['is one that is wider', ['300x250', '970x90', '980x90'], ['970x90']],
  ['is one that is higher', ['300x250', '160x600'], ['160x600']],
  ['is a size', ['fluid'], []],
])('what another slot has and this one has no room for %s', (_what, others, size) => {
  expect(sizeOfAnother(['728x90', '300x250'], others)).toEqual(size);
});

it.each([
  ['is one that is higher', ['728x90'], ['90x728']],
  ['is one that is wider', ['300x250', '160x600'], ['600x160']],
  ['is none where each would fit', ['250x250', '300x300'], []],
  ['is none where another has room for it', ['300x250', '300x300'], []],
  ['is a size', ['fluid'], []],
])('what lies on its side and does not fit %s', (_what, sizes, size) => {
  expect(turned(sizes)).toEqual(size);
});

it('of a slot with a great many sizes there is one that is larger than all', () => {
  const many = Array.from({ length: 200_000 }, (_, index) => `${300 + index}x${250 + index}`);
  expect(larger(many, true, true)).toBe('200300x200250');
});

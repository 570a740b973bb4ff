import { expect, it } from 'vitest';
import { larger, sidesOfTwo } from '../../checks/ad-server/unfitting-sizes.ts';

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

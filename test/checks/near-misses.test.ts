import { describe, expect, it } from 'vitest';
import {
  inOtherCase,
  farUnknownSlot,
  isNumber,
  unknownSlot,
  withLetters,
  withOddLetters,
  larger,
  sidesOfTwo,
  sizeOfAnother,
  turned,
} from '../../checks/ad-server/values/near-misses.ts';
import fc from 'fast-check';

describe('A text in the other case', () => {
  it.each([
    ['Line-image', 'Line-imagE'],
    ['several-US', 'several-Us'],
    ['basic-12', 'basiC-12'],
    ['42', '42'],
    ['', ''],
  ])('of %s is %s', (text, other) => {
    expect(inOtherCase(text)).toBe(other);
  });
});

const none = new Set<string>();
/** Of a list that was not read to its end. */
const partial = { has: () => false, partial: true };

const slotId = fc.oneof(
  fc.uuid(),
  fc.integer({ min: 0, max: 1e12 }).map(String),
  fc
    .tuple(fc.constantFrom('slot-', 'S/', '場所 ', ''), fc.integer({ min: 0, max: 99_999 }))
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
);

/** As many made-up ids as there are tries, at least. */
const madeUp = (like: string, count = 40): string[] => Array.from({ length: count }, () => unknownSlot(like, none));

describe('A made-up id', () => {
  it('is that of no slot that is listed', () => {
    fc.assert(
      fc.property(slotId, fc.array(slotId), (like, others) => {
        const ids = new Set([like, ...others]);
        return !ids.has(unknownSlot(like, ids));
      }),
    );
  });

  it.each([
    ['a UUID', '3f2b6c1e-9a4d-4f70-8b1c-0a1b2c3d4e5f', /^3f2b6c1e-9a4d-4f70-8b1c-[0-9a-f]{12}$/],
    ['a UUID in capitals', '3F2B6C1E-9A4D-4F70-8B1C-0A1B2C3D4E5F', /^3F2B6C1E-9A4D-4F70-8B1C-[0-9a-f]{12}$/],
    ['a short number', '7', /^1\d{9}$/],
    ['a long number', '4234567890123', /^1\d{12}$/],
    ['a number behind a word', 'slot-0001', /^slot-9\d{3}$/],
    ['a number between words', 'site-12345-top', /^site-9\d{4}-top$/],
    ['two digits', 'mpu-42', /^mpu-9\d$/],
    ['letters', 'home-top', /^home-[a-z]{3}$/],
    ['letters and few digits', 'top', /^[a-z]{3}$/],
    ['what has neither letters nor digits', '場所', /^場所-\d{1,9}$/],
  ])('is like %s where slots are known by that', (_what, like, form) => {
    expect(madeUp(like).filter((id) => !form.test(id))).toEqual([]);
  });

  it('is longer than any that is listed where all of its length are', () => {
    const ids = { has: (id: string) => id.length <= 9 };
    expect(unknownSlot('slot-0001', ids)).toMatch(/^slot-0001-\d{1,9}$/);
  });

  it('is longer than what is listed where the list was not read to its end', () => {
    expect(unknownSlot('slot-0001', partial)).toMatch(/^slot-0001-\d{1,9}$/);
  });

  it('keeps the form of a UUID even then: one is that of no slot', () => {
    expect(unknownSlot('3f2b6c1e-9a4d-4f70-8b1c-0a1b2c3d4e5f', partial)).toMatch(
      /^3f2b6c1e-9a4d-4f70-8b1c-[0-9a-f]{12}$/,
    );
  });
});

describe('An id that is far from all others', () => {
  it.each([
    ['a number behind a word', 'slot-0001', /^slot-0001\d{14}$/],
    ['a number between words', 'site-12345-top', /^site-12345\d{14}-top$/],
    ['a number', '17', /^9\d{14}$/],
    ['letters', 'home-top', /^home-top[a-z]{14}$/],
    ['a UUID', '3f2b6c1e-9a4d-4f70-8b1c-0a1b2c3d4e5f', /^3f2b6c1e-9a4d-4f70-8b1c-[0-9a-f]{12}$/],
  ])('is like %s, and longer by far', (_what, like, form) => {
    const made = Array.from({ length: 40 }, () => farUnknownSlot(like, none));
    expect(made.filter((id) => !form.test(id))).toEqual([]);
  });
});

describe('A number with letters behind it', () => {
  it('is made of a number alone', () => {
    expect(['17', '0', 's-17', '17x', '1.5', ''].map(isNumber)).toEqual([true, true, false, false, false, false]);
  });

  it('is read as that number, and is none', () => {
    const made = Array.from({ length: 40 }, () => withLetters('17'));
    expect(made.filter((id) => !/^17[a-z]{4}$/.test(id))).toEqual([]);
    expect(new Set(made).size).toBeGreaterThan(20);
  });
});

it('An id with odd letters begins like the known one, and is longer than columns often are', () => {
  expect(withOddLetters('17')).toMatch(/^17[a-z]{4}'%"\\[a-z]{60}$/);
});

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

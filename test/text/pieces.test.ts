import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOf } from '../../src/text/chunks.ts';
import { jsonPieces } from '../../src/text/json-pieces.ts';

test('pieces of JSON are the text that JSON.stringify makes, however deep a value is taken apart', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 6 }), (value, levels) => {
      expect([...jsonPieces(value, levels)].join('')).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('pieces of JSON leave out members without a value, and write null for such an item', () => {
  const value = { a: undefined, list: [1, undefined], of: () => 1, date: new Date(0), b: [] };
  expect([...jsonPieces(value, 3)].join('')).toBe(JSON.stringify(value, null, 2));
});

test('an iterable is written as an array', () => {
  expect([...jsonPieces({ list: new Set([1, { a: 2 }]) }, 2)].join('')).toBe(
    JSON.stringify({ list: [1, { a: 2 }] }, null, 2),
  );
});

test('chunks hold the whole text, and none but the last is short', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000 })), (lengths) => {
      const pieces = lengths.map((length, index) => String.fromCharCode(97 + (index % 26)).repeat(length));
      const chunks = [...chunksOf(pieces)];
      expect(chunks.join('')).toBe(pieces.join(''));
      expect(chunks.slice(0, -1).every(({ length }) => length >= 65_536)).toBe(true);
      expect(chunks).not.toContain('');
    }),
    { numRuns: 20 },
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counted, grouped, isPrintable, printable } from '../../src/report/text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
);

describe('printable', () => {
  test.each([
    ['a terminal escape', '\u001b[2J', '\\u001b[2J'],
    ['a C1 control', '\u009b31m', '\\u009b31m'],
    ['a bidi override', 'a\u202eb', 'a\\u202eb'],
    ['a zero-width space', 'a\u200bb', 'a\\u200bb'],
    ['a byte order mark', '\ufeffx', '\\ufeffx'],
    ['a lone surrogate', 'x\ud83d', 'x\\ud83d'],
    ['a tag character', '\u{e0041}', '\\u{e0041}'],
    ['a non-character', '\uffff', '\\uffff'],
    ['a line break', 'a\r\nb', 'a\\r\\nb'],
    ['a separator of lines', 'a\u2028b', 'a\\u2028b'],
    ['what letters need', 'Zürich – 東京 ❤️ 👍', 'Zürich – 東京 ❤️ 👍'],
  ])('shows %s safely', (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test('stops marks that pile up', () => {
    expect(printable('e' + '\u0301'.repeat(6))).toBe('e' + '\u0301'.repeat(4) + '\\u0301\\u0301');
  });

  test('keeps the lines of several, and their tabs', () => {
    expect(printable('a\r\n\tb\rc', { multiline: true })).toBe('a\n\tb\\rc');
  });

  test('says how much was cut', () => {
    expect(printable('a'.repeat(1_500), { max: 10 })).toBe('aaaaaaaaaa… [1,490 more characters]');
    expect(printable('abc👍', { max: 4 })).toBe('abc… [2 more characters]');
    expect(printable('abcd', { max: 4 })).toBe('abcd');
  });

  test('leaves nothing unsafe in any text, within its bound', () => {
    fc.assert(
      fc.property(anyText, fc.nat(80), (text, max) => {
        const shown = printable(text, { max });
        expect(isPrintable(shown)).toBe(true);
        expect(shown.length).toBeLessThanOrEqual(max + '… [9,999 more characters]'.length);
      }),
    );
  });

  test('changes nothing in what is safe', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = printable(text);
        expect(printable(once)).toBe(once);
      }),
    );
  });
});

test('numbers are grouped and counted', () => {
  expect(grouped(1234567)).toBe('1,234,567');
  expect([counted(1, 'check'), counted(0, 'check'), counted(2, 'retry', 'retries')]).toEqual([
    '1 check',
    '0 checks',
    '2 retries',
  ]);
});

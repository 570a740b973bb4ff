import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOf } from '../../src/text/chunks.ts';
import { inert, isInert } from '../../src/text/inert.ts';

const pieces = fc.constantFrom(
  '##',
  '#',
  'vso',
  '[',
  ':',
  '::error',
  '\n',
  ' ',
  '\\',
  '"',
  'section_start',
  'section_end',
  'x',
);
const text = fc.array(pieces).map((parts) => parts.join(''));

test.each([
  ['a ##vso[task.x]y', 'a \\u0023#vso[task.x]y'],
  ['##[group]', '\\u0023#[group]'],
  ['section_start:1:x', 'section_start\\u003a1:x'],
  ['  ::error::x', '  \\u003a:error::x'],
])('%j is shown with one character escaped', (given, shown) => {
  expect(inert(given)).toBe(shown);
});

test.each(['## Heading', 'see a::b', '[::1]:80', 'C# [x]', '#1'])('%j stays as it is', (given) => {
  expect(isInert(given)).toBe(true);
});

test('a JSON document keeps its value', () => {
  fc.assert(
    fc.property(text, (value) => {
      const document = JSON.stringify({ [value]: [value] }, null, 2);
      expect(JSON.parse(inert(document))).toEqual({ [value]: [value] });
      expect(isInert(inert(document))).toBe(true);
    }),
  );
});

test.each([' '.repeat(200_000), '\n'.repeat(200_000), ' \n'.repeat(100_000), ':'.repeat(200_000), '#'.repeat(200_000)])(
  'a long row of one sign is looked through once (%#)',
  (row) => {
    expect(inert(row)).toHaveLength(row.length);
  },
);

test('nothing is left where pieces or chunks of a text meet', () => {
  const long = `${'x'.repeat(100_000)}\n`;
  const whole = [...chunksOf(['##', 'vso[a]\n', long, '#', '#[b]', long, ':', ':error::c\n'])].join('');
  expect(isInert(whole)).toBe(true);
});

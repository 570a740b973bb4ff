import { expect, test } from 'vitest';
import { duplicateMember, mayNameTwice } from '../../src/text/duplicate-members.ts';

test.each([
  ['{"a":1,"a":1}', '/a'],
  [' { "a" : 1 , "b" : 2 , "a" : 3 } ', '/a'],
  ['{"a":{"b":1},"b":2,"c":[{"x":1},[{"y":1}],{"d/e":[],"d/e":{}}]}', '/c/2/d~1e'],
  ['{"a":1,"\\u0061":2}', '/a'],
  ['{"a":"{\\"b\\":1,\\"b\\":2}","":0,"":0}', '/'],
  ['{"__proto__":1,"__proto__":2}', '/__proto__'],
  ['{"a":1,"a":2,"', '/a'],
])('%s names %s twice', (text, pointer) => {
  expect(duplicateMember(text)).toBe(pointer);
});

test.each([
  '{"a":1,"A":2}',
  '{"a":{"a":{"a":"a"}},"b":"a","c":["a","a","b"]}',
  '[{"a":1},{"a":1},{"a":"{\\"a\\":1,\\"a\\":2}"}]',
  '"a"',
  '',
  '{"a":1,"a',
  '{"\\"a":1,"a":2,"a\\\\":3}',
])('%s names no member twice', (text) => {
  expect(duplicateMember(text)).toBeNull();
});

test.each([
  ['{"a":1,"b":[{"a":1},{"a":{}}]}', false],
  ['{"a":1,"a":2}', true],
  ['{"a":{"b":1,"b":2}}', true],
  ['{"__proto__" : 1, "b":2}', false],
  ['{"a":"{\\"b\\":1}"}', true],
])('whether %s is searched is told by counting: %s', (text, isSearched) => {
  expect(mayNameTwice(Buffer.from(text), JSON.parse(text))).toBe(isSearched);
});

test('a member is found behind any number of blanks', () => {
  expect(duplicateMember(`{"a":1,${' '.repeat(200_000)}"a":2}`)).toBe('/a');
});

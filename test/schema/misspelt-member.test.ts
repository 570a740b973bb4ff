import { describe, expect, it } from 'vitest';
import { meantBy } from '../../src/schema/misspelt-member.ts';

describe('What is meant by a member that is missing is', () => {
  it.each([
    ['its name in camel case', 'account_id', { accountId: 'a' }, '/accountId'],
    ['its name in another case', 'code', { Code: 'a' }, '/Code'],
    ['its name with other marks between words', 'next_cursor', { 'Next-Cursor': 'a' }, '/Next-Cursor'],
    ['what is called so in a wrapper', 'code', { error: { code: 'a' } }, '/error/code'],
    ['what lies nearest', 'code', { deep: { deeper: { code: 'a' } }, error: { code: 'b' } }, '/error/code'],
    ['named with the marks of a pointer escaped', 'code', { 'a/b~c': { code: 'a' } }, '/a~1b~0c/code'],
  ])('%s', (_what, name, object, pointer) => {
    expect(meantBy(name, object)).toBe(pointer);
  });

  it.each([
    ['nothing where no member is called alike', 'code', { message: 'a', errors: [] }],
    ['nothing that lies deep', 'code', { a: { b: { c: { d: { code: 'a' } } } } }],
    [
      'nothing behind hundreds of others',
      'code',
      { ...Object.fromEntries(Array.from({ length: 300 }, (_, n) => [n, n])), code: 'a' },
    ],
    ['nothing in what is no object', 'code', 'code'],
    ['nothing in an element of a list', 'code', { errors: [{ code: 'a' }] }],
  ])('%s', (_what, name, object) => {
    expect(meantBy(name, object)).toBeNull();
  });

  it('nothing in a member that belongs there itself', () => {
    expect(meantBy('id', { site: { id: 1 } }, ['id', 'site'])).toBeNull();
  });
});

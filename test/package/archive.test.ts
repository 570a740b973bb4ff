import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArchive, UnreadableArchive } from '../../src/package/archive.ts';
import { packed, zipped } from './packing.ts';

const read = (bytes: Uint8Array) => readArchive(Buffer.from(bytes));
const CENTRAL = Buffer.from([0x50, 0x4b, 1, 2]);

/** The archive with a number written at an offset within the header of its nth file. */
function patched(bytes: Uint8Array, header: Buffer, nth: number, offset: number, size: 2 | 4, value: number): Buffer {
  const copy = Buffer.from(bytes);
  let at = -1;
  for (let count = 0; count <= nth; count++) at = copy.indexOf(header, at + 1);
  if (size === 2) copy.writeUInt16LE(value, at + offset);
  else copy.writeUInt32LE(value, at + offset);
  return copy;
}

/** The archive with one name for another of the same length, in the headers given. */
function renamed(bytes: Uint8Array, from: string, to: string, headers: 'both' | 'central' = 'both'): Buffer {
  const copy = Buffer.from(bytes);
  const places: number[] = [];
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) places.push(at);
  for (const at of headers === 'both' ? places : places.slice(-1)) copy.write(to, at);
  return copy;
}

const plain = zipped({ 'a.txt': 'one'.repeat(100), 'b.txt': 'two' });

test('plain files are read', async () => {
  expect([...(await read(plain))].map(([name, contents]) => [name, contents.length])).toEqual([
    ['a.txt', 300],
    ['b.txt', 3],
  ]);
});

describe('a path that leads out of the folder is refused:', () => {
  test.each([
    '../a.txt',
    '/etc/passwd',
    'folder/a.txt',
    '..\\a.txt',
    'C:a.txt',
    '.hidden',
    'a\u0000.txt',
    'ü.txt',
    'folder/',
  ])('%j', async (name) => {
    await expect(read(zipped({ [name]: 'x' }))).rejects.toThrow(/names the path .*lead out of the folder/);
  });
});

describe('what is no plain file is refused:', () => {
  const unix = (mode: number) => zipped({ 'a.txt': '/etc/passwd' }, { 'a.txt': { os: 3, attrs: (mode << 16) >>> 0 } });

  test('a symbolic link', async () => {
    await expect(read(unix(0o120777))).rejects.toThrow('a.txt is a link.');
  });
  test.each([0o040755, 0o010644, 0o020644])('of type %o', async (mode) => {
    await expect(read(unix(mode))).rejects.toThrow('a.txt is not a plain file.');
  });
  test('an encrypted one', async () => {
    await expect(read(patched(plain, CENTRAL, 0, 8, 2, 1))).rejects.toThrow('a.txt is encrypted.');
  });
  test('one compressed in an unusual way', async () => {
    await expect(read(patched(plain, CENTRAL, 0, 10, 2, 12))).rejects.toThrow(/unusual way \(method 12\)/);
  });
});

describe('a bomb is refused', () => {
  test('that says how large it is, before anything is unpacked', async () => {
    await expect(read(patched(plain, CENTRAL, 0, 24, 4, 0x7fffffff))).rejects.toThrow(
      /would unpack to more than 83886080 bytes \(a zip bomb\)/,
    );
  });
  test('that unpacks to more than it says', async () => {
    const bomb = zipped({ 'a.txt': '0'.repeat(5_000_000) });
    await expect(read(patched(bomb, CENTRAL, 0, 24, 4, 10))).rejects.toThrow(UnreadableArchive);
  });
  test('of files that lie on top of each other', async () => {
    await expect(read(patched(zipped({ 'a.txt': 'x', 'b.txt': 'y' }), CENTRAL, 1, 42, 4, 0))).rejects.toThrow(
      /two names|overlap/,
    );
  });
  test('of thousands of files', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, '']));
    await expect(read(zipped(many))).rejects.toThrow('It holds 5000 files; a package has 20 at most.');
  });
});

describe('what programs would unpack differently is refused:', () => {
  test('one name twice', async () => {
    await expect(read(renamed(plain, 'b.txt', 'a.txt'))).rejects.toThrow('It holds a.txt twice.');
  });
  test('another name in front of the file than in the directory', async () => {
    await expect(read(renamed(plain, 'b.txt', 'c.txt', 'central'))).rejects.toThrow('It gives c.txt two names.');
  });
  test('another name in an extra field', async () => {
    const other = zipped(
      { 'a.txt': 'x' },
      { 'a.txt': { extra: { 0x7075: Buffer.from('\u0001\u0000\u0000\u0000\u0000b.txt') } } },
    );
    await expect(read(other)).rejects.toThrow('It gives a.txt two names.');
  });
  test('bytes before the first file', async () => {
    await expect(read(Buffer.concat([Buffer.from('#!/bin/sh\n'), plain]))).rejects.toThrow(UnreadableArchive);
  });
  test('bytes behind the end', async () => {
    await expect(read(Buffer.concat([plain, Buffer.from('more')]))).rejects.toThrow(UnreadableArchive);
  });
  test('a directory that counts fewer files than are there', async () => {
    const end = Buffer.from(plain);
    end.writeUInt16LE(1, end.length - 12);
    await expect(read(end)).rejects.toThrow(/bytes that belong to no file/);
  });
});

test('whatever the bytes, they are an archive or an error that says why', async () => {
  const good = Buffer.from(packed());
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.nat(good.length - 1).map((at) => good.subarray(0, at)),
        fc.tuple(fc.nat(good.length - 1), fc.nat(255)).map(([at, value]) => {
          const copy = Buffer.from(good);
          copy[at] = value;
          return copy;
        }),
      ),
      async (bytes) => {
        const result = await read(bytes).catch((error: unknown) => error);
        expect(result instanceof Map || result instanceof UnreadableArchive).toBe(true);
      },
    ),
  );
});

import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { setTimeout } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { identityOf, whyNoFileName } from '../../src/cli/file-name.ts';
import { decoded, whyUnreadable } from '../../src/cli/files.ts';
import { besideReport } from '../../src/cli/sign-off/sign-off-file.ts';
import { renameOver, writeWhole } from '../../src/cli/write-file.ts';
import { taskkill } from '../../src/custom/program.ts';
import { emptyFolder } from './command.ts';

describe('names of files in Windows', () => {
  it.each([
    'C:\\reports\\report.json',
    'D:report.json',
    '..\\reports/2026 (1)\\report.json',
    '\\\\server\\share\\report.json',
    '\\\\?\\C:\\reports\\report.json',
    'console.json',
    'reports.con\\nullable.json',
  ])('%s is one', (file) => {
    expect(whyNoFileName(file, 'win32')).toBeUndefined();
  });

  it.each([
    ['C:\\reports\\2026-11-02T12:30.json', 'Windows allows no : in a file name'],
    ['reports\\*.json', 'Windows allows no * in a file name'],
    ['what?.json', 'Windows allows no ? in a file name'],
    ['NUL', '"NUL" is the name of a device in Windows'],
    ['C:\\reports\\con.json', '"con.json" is the name of a device in Windows'],
    ['aux/report.json', '"aux" is the name of a device in Windows'],
    ['COM1.tar.gz', '"COM1.tar.gz" is the name of a device in Windows'],
  ])('%s is none', (file, why) => {
    expect(whyNoFileName(file, 'win32')).toBe(why);
    expect(whyNoFileName(file, 'linux')).toBeUndefined();
  });
});

describe('two names of one file', () => {
  const real = (path: string) => path;

  it.each([
    ['win32', 'C:\\Reports\\R.json', 'c:/reports/r.JSON', true],
    ['win32', 'C:\\reports\\..\\r.json', 'C:\\r.json', true],
    ['win32', 'C:\\r.json', 'D:\\r.json', false],
    ['darwin', '/tmp/Zu\u0308rich.json', '/tmp/ZÜRICH.json', true],
    ['linux', '/tmp/R.json', '/tmp/r.json', false],
  ] as const)('on %s, %s and %s: %s', (platform, one, other, same) => {
    expect(identityOf(one, platform, real) === identityOf(other, platform, real)).toBe(same);
  });

  it('are found through links, whether or not the file exists', async () => {
    const folder = await emptyFolder();
    await mkdir(join(folder, 'private'));
    await symlink('private', join(folder, 'tmp'));
    await writeFile(join(folder, 'private', 'old'), '');
    for (const name of ['old', 'new'])
      expect(identityOf(join(folder, 'tmp', name))).toBe(identityOf(join(folder, 'private', name)));
  });
});

describe('a file that another program has open', () => {
  const refusing = (times: number, code: string) => {
    const tried: string[] = [];
    const replace = (from: unknown, to: unknown) => {
      tried.push(`${String(from)} ${String(to)}`);
      return tried.length > times ? Promise.resolve() : Promise.reject(Object.assign(new Error(code), { code }));
    };
    const pause = (() => Promise.resolve()) as typeof setTimeout; // Nobody waits here.
    return { tried, replace, pause };
  };

  it('is replaced as soon as Windows allows it', async () => {
    const { tried, ...means } = refusing(3, 'EPERM');
    await renameOver('draft', 'report.json', { platform: 'win32', ...means });
    expect(tried).toEqual(Array(4).fill('draft report.json'));
  });

  it.each([
    ['win32', 'EBUSY', 7],
    ['win32', 'ENOSPC', 1],
    ['linux', 'EPERM', 1],
  ] as const)('on %s, %s is the end after %d attempts', async (platform, code, attempts) => {
    const { tried, ...means } = refusing(Infinity, code);
    await expect(renameOver('draft', 'report.json', { platform, ...means })).rejects.toMatchObject({ code });
    expect(tried).toHaveLength(attempts);
  });

  it('is named as that', () => {
    expect(whyUnreadable(Object.assign(new Error(), { code: 'EBUSY' }))).toBe('resource busy or locked');
  });
});

test('a file that cannot be replaced leaves nothing behind', async () => {
  const folder = await emptyFolder();
  await mkdir(join(folder, 'missing.json'));
  await expect(writeWhole(join(folder, 'no', 'such.json'), 'x')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(folder)).toEqual(['missing.json']);
  await writeWhole(join(folder, 'r.json'), 'x');
  expect(await readFile(join(folder, 'r.json'), 'utf8')).toBe('x');
});

test.each([
  ['UTF-8', Buffer.from('{"a":"ü"}\r\n')],
  ['UTF-8 with a mark', Buffer.from('\uFEFF{"a":"ü"}\r\n')],
  ['UTF-16, as Windows PowerShell writes it', Buffer.from('\uFEFF{"a":"ü"}\r\n', 'utf16le')],
])('a file in %s is read', (_what, bytes) => {
  expect(decoded(bytes)).toBe('{"a":"ü"}\r\n');
});

test('the sign-off stands beside a report in any folder', () => {
  expect(besideReport('C:\\reports.json\\Report.JSON')).toBe('C:\\reports.json\\Report.sign-off.json');
});

test('what ends programs in Windows is called by its whole path', () => {
  expect(taskkill({ SystemRoot: 'D:\\WINNT' })).toBe('D:\\WINNT\\System32\\taskkill.exe');
  expect(taskkill({})).toBe('C:\\Windows\\System32\\taskkill.exe');
});

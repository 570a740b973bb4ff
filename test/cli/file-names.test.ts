import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decoded, whyUnreadable } from '../../src/cli/files.ts';
import { besideReport } from '../../src/cli/sign-off/sign-off-file.ts';
import { writeWhole } from '../../src/cli/write-file.ts';
import { taskkill } from '../../src/custom/program.ts';
import { emptyFolder } from './command.ts';

test('a file that another program has open is named as that', () => {
  expect(whyUnreadable(Object.assign(new Error(), { code: 'EBUSY' }))).toBe('resource busy or locked');
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

import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Overview } from '../../src/overview/model.ts';
import { sealed } from '../../src/report/digest.ts';
import type { Report } from '../../src/report/model.ts';
import { judge, PATIENCE } from '../matrix/judge.ts';
import { night } from '../overview/fleet.ts';
import { signOffFor } from '../sign-off/sample.ts';
import { emptyFolder, run } from './command.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** A folder with the reports of two publishers, one of them in a folder of its own, and a sign-off. */
async function reports(): Promise<string> {
  const folder = await emptyFolder();
  const [good, bad] = [
    night('good.example', { ago: 0 }),
    night('bad.example', { ago: 0, broken: ['forecast.answers-200'] }),
  ];
  await mkdir(join(folder, 'bad'));
  await writeFile(join(folder, 'good.json'), JSON.stringify(good));
  await writeFile(join(folder, 'good.sign-off.json'), JSON.stringify(signOffFor(good)));
  await writeFile(join(folder, 'bad', 'report.json'), JSON.stringify(bad));
  await mkdir(join(folder, 'node_modules', 'installed'), { recursive: true });
  await writeFile(join(folder, 'node_modules', 'installed', 'package.json'), '{}');
  return folder;
}

const read = (text: string) => JSON.parse(text) as Overview; // As its schema says; see test/overview.

test('overview takes files and folders, with the sign-offs beside them', async () => {
  const folder = await reports();
  const { code, stdout } = await run(['overview', folder, '--output', 'json']);
  const { publishers } = read(stdout);
  expect([code, publishers.map(({ name }) => name)]).toEqual([0, ['bad.example GmbH', 'good.example GmbH']]);
  expect(publishers[1]?.reports[0]?.signOff).toMatchObject({ total: 2, open: 0 });
  const files = ['good.json', 'good.sign-off.json', join('bad', 'report.json')].map((file) => join(folder, file));
  expect(read((await run(['overview', ...files, '--output', 'json'])).stdout).publishers).toHaveLength(2);
});

test('overview names what is not a report, shows the rest, and ends with 3', async () => {
  const folder = await reports();
  await writeFile(join(folder, 'notes.json'), '{"format":"notes"}');
  await writeFile(join(folder, 'half.json'), '{"format":');
  const names = ['good.json', 'notes.json', 'half.json', 'missing.json'].map((name) => join(folder, name));
  const { code, stdout, stderr } = await run(['overview', ...names, '/dev/zero', '--output', 'json']);
  const { publishers, unreadable } = read(stdout);
  expect([code, publishers.length]).toEqual([3, 1]);
  expect(unreadable.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('Not a report of this tool'),
    expect.stringContaining('It is not JSON'),
    'No such file or directory.',
    'It is not a file.',
  ]);
  expect(stderr.match(/^error: .* is not shown\. /gm)).toHaveLength(4);
});

test('a sign-off that cannot be used does not hide its report', async () => {
  const folder = await reports();
  await writeFile(join(folder, 'good.sign-off.json'), '{}');
  const { code, stdout } = await run(['overview', join(folder, 'good.json'), '--output', 'json']);
  expect(code).toBe(0);
  expect(read(stdout).publishers[0]?.reports[0]?.signOffFault).toContain('Not a sign-off');
});

test('a folder is read without following links out of it or round and round', async () => {
  const folder = await reports();
  await symlink(folder, join(folder, 'bad', 'again'));
  expect(read((await run(['overview', folder, '--output', 'json'])).stdout).publishers).toHaveLength(2);
});

test('overview writes a page, and marks what is too old', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, 'old.json'), JSON.stringify(night('old.example', { ago: 4000 })));
  const page = join(folder, 'out', 'overview.html');
  const options = ['--max-age', '30', '--output', `html=${page}`, '--output', 'terminal'];
  const { code, stdout } = await run(['overview', join(folder, 'old.json'), ...options]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 older than 30 days')]);
  expect(await readFile(page, 'utf8')).toMatch(/^<!doctype html>/);
});

test.each([
  [[], /Missing required argument 'report.json'/],
  [['x.sign-off.json'], /sign-offs only/],
  [['x.json', '--max-age', 'soon'], /--max-age is "soon"/],
  [['x.json', '--output', 'pdf'], /Unknown output format "pdf"/],
])('overview %j is a usage error', async (words, message) => {
  const { code, stderr } = await run(['overview', ...words]);
  expect([code, stderr]).toEqual([3, expect.stringMatching(message)]);
});

describe('a platform of many publishers', () => {
  /** Reports of a real run, with another account and moved in time as a whole. */
  const aged = (report: Report, days: number, over: Partial<Report> = {}): Report => {
    const back = (time: string) => new Date(Date.parse(time) - days * 86_400_000).toISOString();
    const run = { ...report.run, startedAt: back(report.run.startedAt), finishedAt: back(report.run.finishedAt) };
    const exchanges = report.exchanges.map((one) => ({ ...one, startedAt: back(one.startedAt) }));
    return sealed({ ...report, run, exchanges, ...over }, privateKey);
  };
  let made: Promise<Report> | undefined;
  const realReport = () => (made ??= judge());

  test(
    'takes packages, keys and a list, and never a report that does not hold as the latest',
    { timeout: PATIENCE },
    async () => {
      const folder = await emptyFolder();
      const report = await realReport();
      const write = (name: string, text: string) => writeFile(join(folder, name), text);
      await write('key.pem', privateKey);
      await mkdir(join(folder, 'keys'));
      await write('keys/127.0.0.1.pem', publicKey);
      await write('old.json', JSON.stringify(aged(report, 2)));
      await write('forged.json', JSON.stringify(aged(report, 0, { verdict: 'certified' })));
      await write('expected.txt', '127.0.0.1 # ours\nads.absent.example\n');
      await write('new.json', JSON.stringify(aged(report, 1)));
      const packing = ['package', join(folder, 'new.json'), '--sign-key', join(folder, 'key.pem')];
      expect((await run([...packing, '--output', join(folder, 'new.zip')])).code).toBe(0);
      const options = ['--keys', join(folder, 'keys'), '--expected', join(folder, 'expected.txt'), '--output', 'json'];
      const files = ['old.json', 'new.zip', 'forged.json'].map((name) => join(folder, name));
      const { code, stdout } = await run(['overview', ...files, ...options, '--fail-on', 'missing']);
      const { publishers, missing, counts } = read(stdout);
      expect([code, counts.certified, missing?.length]).toEqual([1, 0, 1]);
      expect(
        publishers[0]?.reports.map(({ file, word, signedBy }) => [file.split(/[\\/]/).pop(), word, signedBy]),
      ).toEqual([
        ['new.zip', 'passed', '127.0.0.1'],
        ['old.json', 'passed', '127.0.0.1'],
        ['forged.json', 'contradictory', '127.0.0.1'],
      ]);
    },
  );

  test('--fail-on failed also finds a report that cannot be relied on', { timeout: PATIENCE }, async () => {
    const folder = await emptyFolder();
    const { signature: _, ...unsigned } = aged(await realReport(), 0);
    await mkdir(join(folder, 'keys'));
    await writeFile(join(folder, 'keys', '127.0.0.1.pem'), publicKey);
    await writeFile(join(folder, 'unsigned.json'), JSON.stringify(unsigned));
    await writeFile(join(folder, 'altered.json'), JSON.stringify({ ...unsigned, verdict: 'certified' }));
    const overview = async (...words: string[]) => {
      const { code, stdout } = await run(['overview', ...words, '--fail-on', 'failed', '--output', 'json']);
      return [code, read(stdout).publishers[0]?.reports[0]?.word];
    };
    expect(await overview(join(folder, 'unsigned.json'))).toEqual([0, 'passed']);
    expect(await overview(join(folder, 'unsigned.json'), '--keys', join(folder, 'keys'))).toEqual([1, 'not signed']);
    expect(await overview(join(folder, 'altered.json'))).toEqual([1, 'altered']);
  });

  test('is written as CSV, and links to each file from the page', { timeout: PATIENCE }, async () => {
    const folder = await emptyFolder();
    await mkdir(join(folder, 'in'));
    await writeFile(join(folder, 'in', 'a b.json'), JSON.stringify(aged(await realReport(), 0)));
    const options = ['--output', `html=${join(folder, 'out', 'page.html')}`, '--output', 'csv', '--min-version', '9.0'];
    const { code, stdout } = await run(['overview', join(folder, 'in'), ...options]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^publisher,.*,verdict,.*\r\n.*,passed,/s)]);
    expect(await readFile(join(folder, 'out', 'page.html'), 'utf8')).toContain('href="../in/a%20b.json"');
  });

  test.each([
    [['--fail-on', 'everything'], /--fail-on/],
    [['--fail-on', 'missing'], /needs --expected/],
    [['--keys', 'nowhere'], /folder of keys nowhere cannot be read/],
  ])('refuses %j', async (options, message) => {
    const { code, stderr } = await run(['overview', 'x.json', ...options]);
    expect([code, stderr]).toEqual([3, expect.stringMatching(message)]);
  });
});

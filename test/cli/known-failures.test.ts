import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { emptyFolder, run, sandbox } from './command.ts';

const broken = faults.find(({ name }) => name === 'health-timezone-offset');

/** Certifies a publisher with a wrong time zone, with these known failures in the folder. */
async function certified(known: readonly object[] | null, options: readonly string[]) {
  const { environment } = await sandbox(broken && { behaviour: broken.behaviour });
  const workingDirectory = await emptyFolder();
  const file = join(workingDirectory, 'known.json');
  if (known !== null) await writeFile(file, JSON.stringify({ expectedFailures: known }));
  const ended = await run(['certify', '--only', 'health', ...options], { environment, workingDirectory });
  const list = async () => (JSON.parse(await readFile(file, 'utf8')) as { expectedFailures: unknown }).expectedFailures;
  return { ...ended, list };
}

const TIME_ZONE = 'health.timezone-is-iana';
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a list is written with what failed, and a reason to fill in; the exit code is that of the run', async () => {
  const { code, list } = await certified(null, ['--write-expected-failures', 'known.json']);
  expect(code).toBe(1);
  expect(await list()).toEqual([{ id: TIME_ZONE, reason: expect.stringContaining('Fill in') as unknown }]);
});

test('a list is brought up to date: what passes is dropped, what still fails or was not judged keeps its reason', async () => {
  const kept = [
    { id: TIME_ZONE, reason: 'it moves in March', until: day(100) },
    { id: 'reports.rows-is-array', reason: 'not judged here' },
  ];
  const { list } = await certified(
    [...kept, { id: 'health.account-id', reason: 'long mended' }],
    ['--expected-failures', 'known.json', '--write-expected-failures', 'known.json'],
  );
  expect(await list()).toEqual(kept);
});

test('a known failure is excused until its last day, and the report says when that comes soon', async () => {
  const known = (until: string) => [{ id: TIME_ZONE, reason: 'it moves', until }];
  const options = ['--expected-failures', 'known.json'];
  const [soon, over] = [await certified(known(day(5)), options), await certified(known(day(-1)), options)];
  expect([soon.code, soon.stdout.replace(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringContaining(`1 known failure will soon count: ${TIME_ZONE} after ${day(5)}.`),
  ]);
  expect(over.code).toBe(1);
});

test.each(['2027-02-30', 'March', 5])('"until": %j is a usage error', async (until) => {
  const { code, stderr } = await certified(
    [{ id: TIME_ZONE, reason: 'x', until }],
    ['--expected-failures', 'known.json'],
  );
  expect([code, stderr]).toEqual([3, expect.stringContaining('is not a day')]);
});

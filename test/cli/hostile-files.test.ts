import { readFileSync } from 'node:fs';
import { readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReports } from '../../src/cli/overview-files.ts';
import { readReportFile } from '../../src/cli/report-file.ts';
import { certifySettings } from '../../src/cli/settings.ts';
import { verifiedFile } from '../../src/cli/verified.ts';
import { readAnswersFile, readSignOffFile } from '../../src/cli/sign-off/sign-off-file.ts';
import { readReport } from '../../src/report/read.ts';
import { UsageError } from '../../src/settings.ts';
import { night } from '../overview/fleet.ts';
import { check, contract, exchange, module, report } from '../report/sample.ts';
import { emptyFolder, run } from './command.ts';

/* Files of strangers: whatever is in them, they are refused in words that name them, or read. */

const setting = (name: string) => (path: string) =>
  certifySettings({ options: { [name]: path }, environment: {}, workingDirectory: '/' });

const READERS: Readonly<Record<string, (path: string) => unknown>> = {
  report: readReportFile,
  overview: async (path) => {
    const { unreadable } = await readReports([path], { now: 0, maxAgeDays: undefined });
    throw new UsageError(unreadable.map(({ file, reason }) => `${file} is not shown. ${reason}`).join());
  },
  'sign-off': readSignOffFile,
  answers: readAnswersFile,
  configuration: setting('config'),
  'expected failures': setting('expectedFailures'),
  'report request': setting('reportRequest'),
  'key file': setting('apiKeyFile'),
  authorities: setting('caFile'),
  'signing key': setting('signKey'),
};
const JSON_READERS = Object.keys(READERS).slice(0, 4);

async function refusal(read: (path: string) => unknown, path: string): Promise<string> {
  try {
    await read(path);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('It was read.');
}

async function written(text: string): Promise<string> {
  const path = join(await emptyFolder(), 'file.json');
  await writeFile(path, text);
  return path;
}

describe.each(Object.entries(READERS))('%s', (_what, read) => {
  it('of a gigabyte is refused by its size', async () => {
    const path = await written('{');
    await truncate(path, 1024 ** 3);
    expect(await refusal(read, path)).toMatch(/file\.json .*too large: (?:more than )?[\d,]+ bytes/);
  });
});

const names = (count: number) => `{${Array.from({ length: count }, (_none, at) => `"name ${at}":${at}`).join(',')}}`;

describe.each(JSON_READERS)('%s', (what) => {
  it.each([
    ['nested 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000), /has more than 64 levels of nesting/],
    ['of objects, nested 100,000 deep', '{"a":'.repeat(100_000), /has more than 64 levels of nesting/],
    ['of 300,000 members', names(300_000), /more than (?:[\d,]+ (?:values|different names)|4,194,304 bytes)|too large/],
    ['of two million values', `[${'0,'.repeat(2e6)}0]`, /has more than [\d,]+ values/],
  ])('%s is refused', async (_how, text, why) => {
    const message = await refusal(READERS[what] ?? String, await written(text));
    expect(message).toMatch(why);
    expect(message).toContain('file.json');
    expect(message).toMatch(/Check that it is the file you meant|Ask for the file as it was written|at most/);
  });
});

const FINITE = readFileSync(new URL('../stored/failed.report.json', import.meta.url), 'utf8');
const INFINITE = FINITE.replace('"options": {', '"options": { "rate": [-1e999],').replace(
  '"options":{',
  '"options":{"rate":[-1e999],',
);

describe('a number that is not finite', () => {
  it.each(['verify', 'report', 'compare', 'sign-off', 'package', 'certify'])(
    'in a report is refused by %s',
    async (command) => {
      const file = await written(INFINITE);
      const options = {
        compare: [command, file, file],
        certify: ['certify', 'https://ads.example.com/api/v1', '--api-key', 'a-key', '--failed-from', file],
      }[command] ?? [command, file];
      const { code, stderr } = await run(options);
      expect([code, stderr]).toEqual([3, expect.stringContaining('At /run/options/rate/0: expected a number')]);
    },
  );
});

it('an overview of forty reports shows them beside whatever cannot be read', async () => {
  const folder = await emptyFolder();
  const nights = many(40, (at) => night(`ads${at}.example.com`, { ago: 0 }));
  for (const [at, one] of nights.entries()) await writeFile(join(folder, `${at}.json`), JSON.stringify(one));
  await writeFile(join(folder, 'infinite.json'), INFINITE);
  await writeFile(join(folder, 'truncated.json'), FINITE.slice(0, 500));
  await writeFile(join(folder, 'bytes.json'), Buffer.from([0x7b, 0xff, 0xfe, 0x80]));
  await symlink(join(folder, 'nowhere'), join(folder, 'dangling.json'));
  const page = join(folder, 'overview.html');
  const { code, stderr } = await run(['overview', folder, '--output', `html=${page}`, '--output', 'json']);
  expect(code).toBe(3);
  for (const name of ['infinite', 'truncated', 'bytes', 'dangling'])
    expect(stderr).toContain(`${join(folder, `${name}.json`)} is not shown. `);
  expect(await readFile(page, 'utf8')).toContain('ads39.example.com');
});

const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_none, at) => make(at));
const withChecks = (count: number) => [contract([module(many(count, (at) => check({ id: `health.a${at}` })))])];

describe('a report with more than any has is refused:', () => {
  it.each([
    ['checks', report({ contracts: withChecks(10_001) }), '10,001 checks; a report has 10,000 at most'],
    ['exchanges', report({ exchanges: many(30_001, (at) => exchange({ id: `x${at + 1}` })) }), '30,001 exchanges'],
  ])('%s', (_what, given, why) => {
    expect(() => readReport(JSON.stringify(given))).toThrow(`It has ${why}`);
  });
});

it('a file that begins as an archive and is a gigabyte is refused by its size', async () => {
  const path = await written('PK\u0003\u0004');
  await truncate(path, 1024 ** 3);
  await expect(verifiedFile(path, { require: [], now: 0 })).rejects.toThrow(/file\.json is too large/);
});

it('a long list of expected failures is refused at the first that is not a check', async () => {
  const list = many(6_000, (at) => ({ id: `health.${'long-'.repeat(100)}${at}`, reason: 'r' }));
  const message = await refusal(setting('expectedFailures'), await written(JSON.stringify({ expectedFailures: list })));
  expect(message).toMatch(
    /file\.json names "health\.long-.{1,100}…", which is not a check\. See .* --module health\.$/,
  );
});

it('what a file says reaches the terminal without escapes, and cut', async () => {
  const hostile = '\u001b[2J\u009b\u202e'.repeat(2_000);
  const { code, stderr } = await run([
    'certify',
    'https://ads.example.com/api/v1',
    '--config',
    await written(JSON.stringify({ [hostile]: 1 })),
  ]);
  expect(code).toBe(3);
  expect(stderr).toMatch(/has the unknown key/);
  // eslint-disable-next-line no-control-regex -- that none is there is the point
  expect(stderr).not.toMatch(/[\u001b\u009b\u202e]/);
  expect(stderr.length).toBeLessThan(2_000);
});

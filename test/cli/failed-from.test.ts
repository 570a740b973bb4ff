import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checksToRepeat } from '../../src/cli/failed-from.ts';
import type { Report } from '../../src/report/model.ts';
import { UsageError } from '../../src/settings.ts';
import { check, report, reportOf } from '../report/sample.ts';
import { emptyFolder } from './command.ts';

const adServer = { baseUrl: 'https://ads.example.com/api/v1' };

async function repeated(saved: Report, options: Parameters<typeof checksToRepeat>[1] = adServer) {
  const file = join(await emptyFolder(), 'r.json');
  await writeFile(file, JSON.stringify(saved));
  try {
    return checksToRepeat(file, options);
  } catch (error) {
    if (error instanceof UsageError) return error.message.replace(file, 'r.json');
    throw error;
  }
}

const broken = reportOf('failed', [check({ outcome: 'fail' }), check({ id: 'health.account-id' })]);

test('what did not pass is repeated, and nothing else', async () => {
  expect(await repeated(broken)).toEqual({ ids: ['health.timezone-is-iana'], nothingFailed: false });
});

test('what must run besides for a failure to show is repeated, too', async () => {
  const beside = reportOf('failed', [check({ outcome: 'fail', rerunWith: ['updates', 'health.account-id'] })]);
  expect(await repeated(beside)).toEqual({
    ids: ['health.timezone-is-iana', 'updates', 'health.account-id'],
    nothingFailed: false,
  });
});

test('of a report in which all passed nothing is left', async () => {
  expect(await repeated(report())).toBe(
    'Nothing failed in r.json, and nothing was left open, so there is nothing to run again.',
  );
});

test('what is about a service whose address is not given is not repeated', async () => {
  expect(await repeated(broken, { listingUrl: 'https://lists.example.com' })).toBe(
    'What did not pass in r.json concerns the ad server, whose address was not given.',
  );
});

test('checks that this version does not have are not repeated', async () => {
  const gone = reportOf('failed', [check({ id: 'health.gone', outcome: 'fail' })]);
  expect(await repeated(gone)).toMatch(/^This version has none of the checks that did not pass in r\.json\./);
});

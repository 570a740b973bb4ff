import { expect, test } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { run, sandbox } from './command.ts';

test('a run keeps to a rate, and says before how long it takes', async () => {
  const { environment } = await sandbox();
  const some = ['certify', '--only', 'connection,health', '--rate', '10/s', '--output', 'json'];
  const { code, stdout, stderr } = await run(some, { environment });
  expect(code).toBe(0);
  expect(stderr).toMatch(/about \d+ requests\. It creates nothing\. It is likely to take up to \d+ s/);
  const { exchanges, run: facts } = JSON.parse(stdout) as Report;
  expect(facts.options).toMatchObject({ rate: '10/s' });
  const starts = exchanges.map(({ startedAt }) => Date.parse(startedAt)).toSorted((one, other) => one - other);
  expect(starts.length).toBeGreaterThan(10);
  for (const [index, start] of starts.slice(10).entries())
    expect(start - (starts[index] ?? 0)).toBeGreaterThanOrEqual(1000);
});

test('the rate may be in the environment, and a plan says it', async () => {
  const environment = { ADSERVER_API_KEY: 'key', ADSERVER_RATE: '60/m' };
  const { stdout } = await run(['certify', 'https://ads.example.com/api/v1', '--plan'], { environment });
  expect(stdout).toContain('--rate: 60/m');
  expect(stdout.replace(/\s+/g, ' ')).toMatch(/It is likely to take up to \d+ min/);
});

test('what is not a rate is refused where it was given', async () => {
  const given = { environment: { ADSERVER_API_KEY: 'key', ADSERVER_RATE: '5 per s' } };
  const { code, stderr } = await run(['certify', 'https://ads.example.com/api/v1'], given);
  expect([code, stderr]).toEqual([3, expect.stringContaining('ADSERVER_RATE is "5 per s". Give how many requests')]);
});

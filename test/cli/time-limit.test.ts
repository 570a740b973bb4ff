import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import type { Report } from '../../src/report/model.ts';
import { run, sandbox } from './command.ts';

const slowly = ['certify', '--rate', '20/s', '--time-limit', '2'];

test('a run ends at its time limit with what it judged, and says before that it will', async () => {
  const { environment } = await sandbox();
  const began = Date.now();
  const { code, stdout, stderr } = await run([...slowly, '--output', 'json'], { environment });
  expect(Date.now() - began).toBeLessThan(6000);
  const report = JSON.parse(stdout) as Report;
  expect([code, report.verdict, report.run.options['timeLimit'], report.run.interrupted]).toEqual([
    2,
    'inconclusive',
    2,
    undefined,
  ]);
  expect(report.because).toContainEqual(expect.objectContaining({ kind: 'time-limit', seconds: 2 }));
  expect(stderr).toMatch(/It is likely to take up to \d+ s, and ends after 2 s at the latest \(--time-limit\)/);
  expect(stderr).toContain('INCONCLUSIVE: The run was cut short at its time limit.');
});

test('what broke until then fails the run', async () => {
  const fault = faults.find(({ name }) => name === 'health-timezone-offset');
  const { environment } = await sandbox({ behaviour: [fault?.behaviour ?? []].flat() });
  const { code, stdout } = await run(slowly, { environment });
  expect(code).toBe(1);
  expect(stdout).toContain('cut short at its time limit of 2 s');
});

test('a request that is not answered is given up at the time limit', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    silent.close();
    silent.closeAllConnections();
  });
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/api/v1`;
  const began = Date.now();
  const { code } = await run(['certify', address, '--local', '--api-key', 'k', '--time-limit', '1']);
  expect([code, Date.now() - began < 6000]).toEqual([2, true]);
});

test('a plan says how long the run takes at most, and a limit that is none is refused', async () => {
  const environment = { ADSERVER_API_KEY: 'key', ADSERVER_BASE_URL: 'https://ads.example.com/api/v1' };
  const { stdout } = await run(['certify', '--plan'], { environment });
  expect(stdout).toMatch(/ends\s+after\s+10\s+min\s+at\s+the\s+latest/);
  const { code, stderr } = await run(['certify', '--time-limit', '0'], { environment });
  expect([code, stderr]).toEqual([3, expect.stringMatching(/--time-limit is "0"\. Give a number of seconds/)]);
});

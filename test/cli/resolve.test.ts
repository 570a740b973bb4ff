import { describe, expect, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import type { Report } from '../../src/report/model.ts';
import { run, sandbox } from './command.ts';

const some = ['--only', 'connection,health'];

test('a run and a diagnosis connect to the given address, and its commands do so too', async () => {
  const fault = faults.find(({ name }) => name === 'health-timezone-offset');
  const { environment, baseUrl } = await sandbox({ behaviour: [fault?.behaviour ?? []].flat() });
  const { port } = new URL(baseUrl);
  const given = `ads.moving.example:${port}:127.0.0.1`;
  const moved = { ...environment, ADSERVER_BASE_URL: `http://ads.moving.example:${port}/api/v1` };
  const { code, stdout } = await run(['certify', ...some, '--resolve', given, '--verbose'], { environment: moved });
  expect(code).toBe(1);
  const lines = stdout.replace(/ \\\n\s+/g, ' ');
  expect(lines).toContain(`http://ads.moving.example:${port}/api/v1 --resolve ${given} --local --only`);
  expect(lines).toContain(`http://ads.moving.example:${port}/api/v1/health --resolve ${given} `);
  const ways = { environment: { ...moved, ADSERVER_RESOLVE: given } };
  const diagnosis = await run(['diagnose', '--output', 'json'], ways);
  expect(diagnosis.stdout).toContain('ads.moving.example is at 127.0.0.1 (loopback), as --resolve says.');
  expect(diagnosis.stdout).toContain(
    'Point DNS for ads.moving.example to 127.0.0.1: this diagnosis connected there (--resolve)',
  );
});

test('such a run passes at most', async () => {
  const { environment, baseUrl } = await sandbox();
  const { port } = new URL(baseUrl);
  const moved = { ...environment, ADSERVER_BASE_URL: `http://ads.moving.example:${port}/api/v1` };
  const ways = { environment: { ...moved, ADSERVER_RESOLVE: `ADS.moving.example:${port}:127.0.0.1` } };
  const { code, stdout, stderr } = await run(['certify', ...some, '--output', 'json'], ways);
  const report = JSON.parse(stdout) as Report;
  expect([code, report.verdict]).toEqual([0, 'passed']);
  expect(report.because).toContainEqual({ kind: 'relaxed', option: '--resolve' });
  expect(report.run.options['resolve']).toEqual([`ADS.moving.example:${port}:127.0.0.1`]);
  expect(stderr).toContain('The run was made with --resolve: the client asks DNS');
});

describe('an address that cannot be used is refused', () => {
  const address = 'https://ads.example.com/api/v1';
  test.each<[string, RegExp, Readonly<Record<string, string>>?]>([
    ['ads.example.com:443', /^--resolve is "ads\.example\.com:443"\. Write host:port:address/],
    ['ads.example.com:443:elsewhere', /Write host:port:address/],
    ['192.0.2.1:443:1.1.1.1', /Write host:port:address/],
    [
      'ads.example.com:443:10.0.0.7',
      /leads ads\.example\.com to 10\.0\.0\.7, which is not a public address \(private\)\. .*--local/,
    ],
    ['ads.example.com:443:[::1]', /leads ads\.example\.com to ::1, which is not a public address/],
    ['other.example.com:443:1.1.1.1', /names other\.example\.com:443, but the run calls ads\.example\.com:443\./],
    ['ads.example.com:8443:1.1.1.1', /names ads\.example\.com:8443, but the run calls ads\.example\.com:443\./],
    [
      'ads.example.com:443:1.1.1.1',
      /no effect through the proxy .* Add ads\.example\.com to NO_PROXY\./,
      { HTTPS_PROXY: 'http://127.0.0.1:9' },
    ],
  ])('%s', async (given, message, environment = {}) => {
    const { code, stderr } = await run(['certify', address, '--api-key', 'k', '--resolve', given], { environment });
    expect([code, stderr.replace(/^error: /i, '')]).toEqual([3, expect.stringMatching(message)]);
  });

  test('one of two ports of a host', async () => {
    const both = [
      'certify',
      address,
      '--api-key',
      'k',
      '--listing-url',
      'https://ads.example.com:8443/api/v1',
      '--listing-token',
      't',
    ];
    const { code, stderr } = await run([...both, '--resolve', 'ads.example.com:443:1.1.1.1', '--plan']);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/but not ads\.example\.com:8443, .* Give it for both\./)]);
    const ports = [443, 8443].flatMap((port) => ['--resolve', `ads.example.com:${port}:1.1.1.1`]);
    expect((await run([...both, ...ports, '--plan'])).stdout).toContain('--resolve: ads.example.com:8443:1.1.1.1');
  });
});

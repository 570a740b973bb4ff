import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../../src/version.ts';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { emptyFolder, program, run, runProgram, sandbox } from './command.ts';

const quick = ['--only', 'connection,health'];

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

const certifyAt = (address: string, ...options: string[]) =>
  run(['certify', address, '--api-key', 'some-key', '--local', '--output', 'json', ...options]);

test('--require-certified makes passed a 1', async () => {
  const { environment } = await sandbox();
  expect(await run(['certify', ...quick, '--require-certified'], { environment })).toMatchObject({ code: 1 });
});

test('--require-certified says why the step fails', async () => {
  const { environment } = await sandbox();
  const { stderr } = await run(['certify', ...quick, '--require-certified', '--output', 'junit=r.xml'], {
    environment,
  });
  expect(stderr).toMatch(/\nPASSED: No rule is broken/);
  expect(stderr).toContain('\nExit code 1: --require-certified was given, and the verdict is passed.\n');
});

test('a step that fails says why, whatever is printed where, unless it is to be quiet', async () => {
  const fault = faults.find(({ name }) => name === 'health-timezone-offset');
  const { environment } = await sandbox(fault && { behaviour: fault.behaviour });
  for (const output of ['junit=r.xml', 'terminal']) {
    const { stderr } = await run([...quick, '--output', output], { environment });
    expect(stderr).toMatch(
      /\n✗ `timezone` is not[^]*\nFAILED: 1 rule of the contract is broken\.\n- `timezone` is not an IANA time zone identifier \(health\.timezone-is-iana\)\n/,
    );
  }
  expect(await run([...quick, '--output', 'junit=r.xml', '--quiet'], { environment })).toMatchObject({ stderr: '' });
});

test.each([
  [['certfy', 'https://x.example'], /Unknown command certfy\. Did you mean certify\?/],
  [['diff', 'a', 'b'], /Did you mean compare\?/],
  [['doctor'], /Did you mean diagnose\?/],
  [['version'], /Did you mean --version\?/],
  [['-v'], /Unknown option -v\. Did you mean --version, or --verbose\?/],
  [['frobnicate'], /^error: Unknown command frobnicate\. See adserver-conformance --help\.$/m],
  [['help', 'certfy'], /Did you mean certify\?/],
  [['certify', 'https://a.example/api/v1', '--api-key', 'k', '--only', 'forecast.fast'], /forecast\.answers-fast\?/],
  [
    ['certify', 'https://a.example/api/v1', '--api-key', 'k', '--only', 'zzzz'],
    /no module or check "zzzz"\. Modules: connection, .* checks --search\.$/m,
  ],
  [['certify', 'localhost:8080/api/v1', '--api-key', 'k'], /Did you mean http:\/\/localhost:8080\/api\/v1\?/],
  [['certify', 'ads.example.com', '--api-key', 'k'], /Did you mean https:\/\/ads\.example\.com\/api\/v1\?/],
  [
    ['certify', 'http://localhost:8080/api/v1', '--api-key', 'k'],
    /localhost:8080 is not a public address\..* --local;/,
  ],
  [['certify', 'https://10.1.2.3/api/v1', '--api-key', 'k'], /10\.1\.2\.3 is not a public address/],
  [['certify', 'https://[::1]/api/v1', '--api-key', 'k'], /\[::1\] is not a public address/],
  [
    ['checks', '--format', 'jsn'],
    /^error: --format is "jsn"\. Did you mean json\? Choices: terminal, json, markdown\.$/m,
  ],
  [['checks', '--module'], /^error: --module needs a value\. See/m],
  [['certify', 'https://a.example/api/v1', 'b'], /^error: Got 2 arguments, expected 1\. Put quotes around/m],
  [['completion', 'tcsh'], /bash, zsh, fish, powershell/],
])('%j is a usage error that says what to do', async (options, message) => {
  const { code, stdout, stderr } = await run(options);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toMatch(message);
});

test('all that is wrong with the settings is said at once', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, 'c.json'), '{"apiKy":"x","maxPages":0,"timeout":"soon","output":"htm","only":"helth"}');
  const { code, stderr } = await run(['certify', 'localhost/api/v1', '--config', 'c.json'], {
    workingDirectory: folder,
  });
  expect(code).toBe(3);
  expect(stderr).toMatch(/^error: 6 settings cannot be used:\n(?:- [^\n]+\n){6}$/);
  expect(stderr).toContain('Did you mean health?');
});

test('a file that is not JSON is refused with line and column, and not quoted', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, 'c.json'), '{\n  "apiKey": "s3cret",\n}\n');
  const { code, stderr } = await run(['certify', '--config', 'c.json'], { workingDirectory: folder });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: 'error: The configuration file c.json is not valid JSON. Line 3, column 1: unexpected `}`.\n',
  });
});

test('the command alone says in three lines how to start', async () => {
  const { code, stdout, stderr } = await run([]);
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 3, stdout: '', lines: 3 });
  expect(stderr).toMatch(/npx adserver-conformance sandbox\n/);
});

test('a broken rule is a 1', async () => {
  const fault = faults.find(({ name }) => name === 'health-timezone-offset');
  const { environment } = await sandbox(fault && { behaviour: fault.behaviour });
  expect(await run(quick, { environment })).toMatchObject({ code: 1 });
});

test('a known failure is a 0, a stale one a 1', async () => {
  const fault = faults.find(({ name }) => name === 'health-timezone-offset');
  const known = { expectedFailures: [{ id: 'health.timezone-is-iana', reason: 'to be repaired' }] };
  const folder = await emptyFolder();
  const file = join(folder, 'known.json');
  await writeFile(file, JSON.stringify(known));
  const broken = await sandbox(fault && { behaviour: fault.behaviour });
  const repaired = await sandbox();
  const options = [...quick, '--expected-failures', file];
  expect(await run(options, { environment: broken.environment })).toMatchObject({ code: 0 });
  expect(await run(options, { environment: repaired.environment })).toMatchObject({ code: 1 });
});

test("a failing program of the publisher's own is a 1", async () => {
  const { environment } = await sandbox();
  const options = [...quick, '--tap-checks', 'printf "1..1\\nnot ok 1 - viewable\\n"', '--output', 'json'];
  const { code, stdout, stderr } = await run(options, { environment });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'passed', custom: [{ id: 'custom' }] });
  expect(stderr).toMatch(/\nExit code 1: a check of --tap-checks failed\. The verdict is passed\.\n$/);
});

test('an address to which nothing may be sent is inconclusive, and said to be so', async () => {
  const options = ['http://ads.example.com/api/v1', '--api-key', 'a-key-for-nobody', '--only', 'health'];
  const { code, stdout } = await run(['certify', ...options]);
  expect([code, stdout]).toEqual([2, expect.stringContaining('Nothing was sent, so nothing could be judged.')]);
});

test('a server that never answers is inconclusive: 2', async () => {
  const address = await listening(() => undefined);
  const { code, stdout } = await certifyAt(address, '--timeout', '0.2', ...quick);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'inconclusive' });
  expect(code).toBe(2);
});

test('a web page is no ad server: 1', async () => {
  const address = await listening((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Welcome</title>');
  });
  const { code, stdout } = await certifyAt(address, '--read-only');
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'failed' });
  expect(code).toBe(1);
});

test.each([
  ['no address', ['certify']],
  ['an option that is not there', ['certify', '--apikey=hidden']],
  ['an option without its value', ['certify', '--api-key']],
  ['two addresses', ['certify', 'https://one.example/api/v1', 'https://two.example/api/v1']],
  ['a command that is not there', ['cretify']],
  ['no such check', ['explain', 'health.nothing']],
  ['no such report', ['report', 'nowhere.json']],
  ['no such fault', ['sandbox', '--fault', 'nothing']],
])('%s is a usage error: 3, one sentence and nothing on standard output', async (_what, options) => {
  const { code, stdout, stderr } = await run(options);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toMatch(/^error: [^\n]+[.?]\n$/);
  expect(stderr).not.toContain('hidden');
});

test('--help and --version are no errors', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, stderr: '' });
  expect(await run(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  const { code, stdout } = await run(['--version', '--verbose']);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/It lies in .+\.\nThe newest one: npx adserver-conformance@latest/),
  ]);
});

test.each(['certify https://ads.example.com/api/v1', 'diagnose https://ads.example.com/api/v1', 'overview .'])(
  'in a folder that was deleted, %s ends with 3 and says so',
  async (command) => {
    const folder = await emptyFolder();
    const script = `process.chdir(${JSON.stringify(folder)}); fs.rmdirSync('../' + path.basename(process.cwd()));
      const { status } = child_process.spawnSync(process.execPath, ${JSON.stringify([program, ...command.split(' ')])}, { stdio: 'inherit' });
      process.exitCode = status;`;
    const environment = { ADSERVER_API_KEY: 'a-key' };
    const { code, stderr } = await runProgram(process.execPath, ['-e', script], { environment });
    expect(code).toBe(3);
    expect(stderr).not.toContain('fault of adserver-conformance itself');
    if (!command.startsWith('overview')) expect(stderr).toContain('The working directory no longer exists.');
  },
);

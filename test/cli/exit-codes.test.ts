import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { emptyFolder, run, sandbox } from './command.ts';

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

test('a conformant publisher under --local has passed: 0', async () => {
  const { environment } = await sandbox();
  expect(await run(quick, { environment })).toMatchObject({ code: 0 });
});

test('--require-certified makes passed a 1', async () => {
  const { environment } = await sandbox();
  expect(await run(['certify', ...quick, '--require-certified'], { environment })).toMatchObject({ code: 1 });
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
  const { code, stdout } = await run(options, { environment });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'passed', custom: [{ id: 'custom' }] });
});

test('a port where nobody listens is inconclusive: 2', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { code, stdout } = await certifyAt(`http://127.0.0.1:${port}/api/v1`, ...quick);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'inconclusive' });
  expect(code).toBe(2);
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
  expect(await run(['--version'])).toMatchObject({ code: 0, stdout: '1.0.0\n', stderr: '' });
});

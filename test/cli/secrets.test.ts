import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyFolder, run } from './command.ts';
import { testWith } from '../tools.ts';

const key = 'Zr7-very+secret/key=42';

/** Answers everything by sending back the credential that came with it. */
async function echo(onRequest: (request: IncomingMessage) => void = () => undefined): Promise<string> {
  const server = createServer((request, response) => {
    onRequest(request);
    response
      .setHeader('content-type', 'application/json')
      .setHeader('x-seen', String(request.headers.authorization))
      .end(
        JSON.stringify({ account_name: request.headers.authorization, code: key, message: encodeURIComponent(key) }),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

const spellings = [key, encodeURIComponent(key), Buffer.from(key).toString('base64')];

const FORMATS = ['terminal', 'json', 'html', 'junit', 'tap', 'markdown', 'github', 'har'];

/** What a run prints, and each report that it writes. */
async function reportsOf(address: string): Promise<readonly (readonly [format: string, text: string])[]> {
  const folder = await emptyFolder();
  const outputs = FORMATS.flatMap((format) => ['--output', `${format}=${join(folder, format)}`]);
  const { stdout, stderr } = await run(
    ['certify', address, '--local', '--only', 'connection,health', '--verbose', ...outputs],
    { environment: { ADSERVER_API_KEY: key } },
  );
  const written = FORMATS.map(async (format) => [format, await readFile(join(folder, format), 'utf8')] as const);
  return [['the streams', stdout + stderr], ...(await Promise.all(written))];
}

test('a key that the service echoes is in no report', async () => {
  for (const [format, text] of await reportsOf(await echo())) {
    if (format !== 'the streams') expect(text, format).toContain('health');
    for (const spelling of spellings) expect(text, format).not.toContain(spelling);
  }
});

/** Long and short, plain and with characters that an address escapes. */
const inAddress = { api_key: 'sk 9f/A1b2C3', token: 'tok', sig: 'a+b8c7d6', access_token: 'Q7x' };

test('a secret in the query of the base address is sent and is in no report', async () => {
  const requested: string[] = [];
  const address = await echo((request) => requested.push(request.url ?? ''));
  const query = `?tenant=acme-media&${new URLSearchParams(inAddress).toString()}`;
  const reports = await reportsOf(address + query);
  expect(requested[0]).toContain(query);
  for (const [format, text] of reports)
    for (const written of [...Object.values(inAddress).slice(0, 1), ...query.split('&').slice(1)])
      expect(text, format).not.toContain(written);
});

test('a diagnosis does not show the key', async () => {
  const address = await echo();
  const { stdout, stderr } = await run(['diagnose', address, '--local', '--output', 'json', '--api-key', key]);
  for (const spelling of spellings) expect(stdout + stderr).not.toContain(spelling);
});

testWith('ps')('a key on the command line does not show in the list of processes', async () => {
  let listed = '';
  let pid: number | undefined;
  const address = await echo(() => {
    listed ||= execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  });
  await run(['certify', address, '--local', '--only', 'connection', '--api-key', key], {
    meanwhile: (child) => {
      pid = child.pid;
    },
  });
  expect(listed.trim()).toBe('adserver-conformance');
});

test.each([
  ['an option that is misspelt', ['certify', `--api-kye=${key}`]],
  ['a key with a line break', ['certify', 'https://a.example/api/v1', '--api-key', `${key}\n`]],
  ['a value that belongs nowhere', ['certify', 'https://a.example/api/v1', '--api-key', 'k', key]],
  ['an address that is none', ['certify', `https://a b.example/api/v1?api_key=${key}`]],
  ['a listing secret without its key', ['certify', '--listing-secret', key]],
])('%s is refused without showing it', async (_what, options) => {
  const { code, stdout, stderr } = await run(options);
  expect(code).toBe(3);
  expect(stdout + stderr).not.toContain(key);
});

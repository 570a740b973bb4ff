import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { run } from './command.ts';

const key = 'Zr7-very+secret/key=42';

/** Answers everything by sending back the credential that came with it. */
async function echo(onRequest: () => void = () => undefined): Promise<string> {
  const server = createServer((request, response) => {
    onRequest();
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

test.each(['terminal', 'json', 'html', 'junit', 'tap', 'markdown', 'github', 'har'])(
  'a key that the service echoes is not in the %s report',
  async (format) => {
    const address = await echo();
    const { stdout, stderr } = await run(
      ['certify', address, '--local', '--only', 'connection,health', '--verbose', '--output', format],
      { environment: { ADSERVER_API_KEY: key } },
    );
    expect(stdout).toContain('health');
    for (const spelling of spellings) expect(stdout + stderr).not.toContain(spelling);
  },
);

test('a diagnosis does not show the key', async () => {
  const address = await echo();
  const { stdout, stderr } = await run(['diagnose', address, '--local', '--output', 'json', '--api-key', key]);
  for (const spelling of spellings) expect(stdout + stderr).not.toContain(spelling);
});

test('a key on the command line does not show in the list of processes', async () => {
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
  ['a listing secret without its key', ['certify', '--listing-secret', key]],
])('%s is refused without showing it', async (_what, options) => {
  const { code, stdout, stderr } = await run(options);
  expect(code).toBe(3);
  expect(stdout + stderr).not.toContain(key);
});

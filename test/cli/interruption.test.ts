import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyFolder, run } from './command.ts';

/** A service that is asked and never answers. */
async function silent(onFirstRequest: () => void): Promise<string> {
  const server = createServer(() => undefined).once('request', onFirstRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s ends the run, and its report is still written: 130',
  async (signal) => {
    let child: ChildProcess | undefined;
    const address = await silent(() => child?.kill(signal));
    const workingDirectory = await emptyFolder();
    const options = ['--api-key', 'key', '--local', '--output', 'json=r.json', '--output', 'terminal'];
    const { code, stdout, stderr } = await run(['certify', address, ...options], {
      workingDirectory,
      meanwhile: (process) => {
        child = process;
      },
    });
    expect(code).toBe(130);
    expect(stderr).toContain('Interrupted');
    expect(stdout).toContain('interrupted');
    const report: unknown = JSON.parse(await readFile(join(workingDirectory, 'r.json'), 'utf8'));
    expect(report).toMatchObject({ verdict: 'inconclusive', run: { interrupted: true }, created: [] });
  },
);

test('a closed terminal that is told of twice does not keep the report from being written', async () => {
  let child: ChildProcess | undefined;
  const address = await silent(() => child?.kill('SIGHUP'));
  const { code, stdout } = await run(['certify', address, '--api-key', 'key', '--local'], {
    meanwhile: (process) => {
      child = process;
      process.stderr?.once('data', () => process.kill('SIGHUP'));
    },
  });
  expect(code).toBe(130);
  expect(stdout).toContain('interrupted');
});

test('a second one ends the process without waiting for anything', async () => {
  let child: ChildProcess | undefined;
  const address = await silent(() => child?.kill('SIGINT'));
  // A program that does not let itself be ended holds up the report.
  const stubborn = `trap '' TERM; echo started >&2; while :; do read -r line < /dev/zero; done`;
  const options = ['--api-key', 'key', '--local', '--tap-checks', stubborn];
  const { code } = await run(['certify', address, ...options], {
    meanwhile: (process) => {
      child = process;
      process.stderr?.on('data', (chunk: Buffer) => {
        if (String(chunk).includes('Interrupted')) process.kill('SIGINT');
      });
    },
  });
  expect(code).toBe(130);
});

test('the sandbox runs until it is interrupted', async () => {
  const { code, stdout } = await run(['sandbox'], {
    meanwhile: (child) => child.stdout?.once('data', () => child.kill('SIGINT')),
  });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^export ADSERVER_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/api\/v1$/m);
});

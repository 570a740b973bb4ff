import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { suite } from '../../checks/suite.ts';
import { faults } from '../../fixtures/faults/index.ts';
import { startPublisher, type Publisher } from '../../fixtures/publisher/index.ts';
import { sandboxKeys } from '../../fixtures/publisher/keys.ts';
import { variations } from '../../fixtures/variations/index.ts';
import { openApi } from '../../scripts/openapi.js';
import { checksOf } from '../../src/engine/suite.ts';
import { tcpServer } from '../network/listening.ts';
import { emptyFolder, run, sandbox } from './command.ts';

const fault = (name: string) => {
  const behaviour = faults.find((one) => one.name === name)?.behaviour;
  return behaviour === undefined ? {} : { behaviour };
};

test('checks lists every statement of the contracts', async () => {
  const { stdout } = await run(['checks', '--format', 'json']);
  const { checks, attested, client, ...rest } = JSON.parse(stdout) as Record<string, { id: string }[]>;
  expect(checks?.map(({ id }) => id)).toEqual(checksOf(suite).map(({ id }) => id));
  expect([attested?.length, client?.length]).toEqual([suite.attested.length, suite.client.length]);
  expect(rest).toEqual({});
});

test.each(['terminal', 'markdown'])('checks names every check for reading (%s)', async (format) => {
  const { stdout } = await run(['checks', '--format', format]);
  expect(checksOf(suite).filter(({ id }) => !stdout.includes(id))).toEqual([]);
});

test('openapi prints the documents of both contracts, in two formats', async () => {
  const [yaml, json, wrong] = await Promise.all([
    run(['openapi']),
    run(['openapi', 'listing', '--format', 'json']),
    run(['openapi', 'lists']),
  ]);
  expect(load(yaml.stdout)).toEqual(JSON.parse(JSON.stringify(await openApi('ad-server'))));
  expect(JSON.parse(json.stdout)).toEqual(JSON.parse(JSON.stringify(await openApi('listing'))));
  expect([wrong.code, wrong.stderr]).toEqual([3, 'error: Unknown contract "lists". Choices: ad-server, listing.\n']);
});

test('explain shows the rule and how to fix it', async () => {
  const { code, stdout } = await run(['explain', 'health.timezone-is-iana']);
  const rule = checksOf(suite).find(({ id }) => id === 'health.timezone-is-iana')?.rule;
  expect(code).toBe(0);
  for (const text of [rule?.requirement, rule?.fix])
    expect(stdout.replace(/\s+/g, ' ')).toContain(text?.replace(/\s+/g, ' '));
});

test('explain says how to run a check alone, on the service that it is about', async () => {
  const { stdout } = await run(['explain', 'health.timezone-is-iana']);
  expect(stdout).toContain('certify <base-url> --only health.timezone-is-iana');
  const listing = await run(['explain', 'token-exchange.wrong-key-401']);
  expect(listing.stdout).toContain('certify --listing-url <url> --only token-exchange.wrong-key-401');
});

test('explain leaves no space at the end of a line, and lets the lines of a cause stand below its text', async () => {
  const { stdout } = await run(['explain', 'listing-access.exchanged-token-accepted']);
  const lines = stdout.split('\n');
  expect(lines.filter((line) => /\s$/.test(line))).toEqual([]);
  const causes = lines.slice(lines.indexOf('Usual causes') + 1, lines.indexOf('How to fix') - 1);
  expect(causes.filter((line) => !/^ {2}- \S|^ {4}\S/.test(line))).toEqual([]);
  expect(causes.some((line) => line.startsWith('    '))).toBe(true);
});

test('explain names the checks of a module, and the nearest check', async () => {
  expect((await run(['explain', 'health'])).stderr).toContain('Its checks are health.');
  expect((await run(['explain', 'health.timezone'])).stderr).toContain('Did you mean health.timezone-is-iana?');
});

test('the sandbox prints its addresses and keys as JSON', async () => {
  let text = '';
  const ended = await run(['sandbox', '--format', 'json'], {
    meanwhile: (child) => {
      child.stdout?.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.endsWith('\n')) child.kill('SIGTERM');
      });
    },
  });
  const { baseUrl, environment } = JSON.parse(text) as { baseUrl: string; environment: Record<string, unknown> };
  expect(environment).toMatchObject({ ADSERVER_BASE_URL: baseUrl, ADSERVER_API_KEY: sandboxKeys.full });
  expect(ended.stderr).toBe('');
});

test('the sandbox names its faults and variations', async () => {
  const listed = async (option: string) =>
    (await run(['sandbox', option])).stdout.split('\n').flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
  expect((await listed('--list-faults')).sort()).toEqual(faults.map(({ name }) => name).sort());
  expect(await listed('--list-variations')).toEqual(variations.map(({ name }) => name));
});

test.each([
  ['checks', ['checks', '--search', 'currency', '--format', 'json'], /"health\.currency-is-iso-4217"/],
  [
    'checks of a module',
    ['checks', '--module', 'reports', '--format', 'markdown'],
    /^# Checks\n\n## reports: [^]*reports\.row-clicks/,
  ],
  [
    'faults',
    ['sandbox', '--list-faults', '--module', 'health', '--search', 'offset'],
    /^health \(\d\)\n {2}health-timezone-offset /,
  ],
  ['variations', ['sandbox', '--list-variations', '--search', 'gzip', '--format', 'json'], /"name": "gzip-bodies"/],
])('a long list can be narrowed (%s)', async (_what, options, found) => {
  const { code, stdout } = await run(options);
  expect(code).toBe(0);
  expect(stdout).toMatch(found);
  expect(stdout).not.toMatch(/orders\.|inventory-/);
});

test.each([
  [['checks', '--module', 'helth'], /Did you mean health\?/],
  [['checks', '--search', 'xyzzy'], /Nothing contains "xyzzy"/],
  [['sandbox', '--search', 'retry'], /--search narrows --list-faults or --list-variations/],
])('narrowing to nothing is a usage error (%j)', async (options, message) => {
  const { code, stderr } = await run(options);
  expect(code).toBe(3);
  expect(stderr).toMatch(message);
});

test('help shows a command, or all of them', async () => {
  expect((await run(['help', 'verify'])).stdout).toMatch(/^Usage: adserver-conformance verify/);
  expect((await run(['help'])).stdout).toMatch(/^Usage: adserver-conformance \[options\]/);
});

test('diagnose offers just the formats that it has', async () => {
  const { stdout } = await run(['diagnose', '--help']);
  expect(stdout).toMatch(/terminal \(default\), json, markdown or html;/);
  expect(stdout).not.toMatch(/junit/);
});

test('diagnose: 0 connected, 1 the client would show an error, 2 could not tell', async () => {
  const good = await sandbox();
  const bad = await sandbox(fault('health-timezone-offset'));
  expect(await run(['diagnose'], { environment: good.environment })).toMatchObject({ code: 0, stderr: '' });
  const failed = await run(['diagnose', '--output', 'json'], { environment: bad.environment });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^ERROR \(invalid_response\): .*time ?zone.*\n- The publisher has to fix this\.\n/);
  expect(await run(['diagnose', '--quiet'], { environment: bad.environment })).toMatchObject({ code: 1, stderr: '' });
  const nameless = ['diagnose', 'https://no-such-host.invalid/api/v1', '--api-key', 'key'];
  expect((await run(nameless)).code).toBeGreaterThan(0);
});

test('diagnose --watch ends when the connection works', async () => {
  const { environment } = await sandbox();
  const { code, stdout } = await run(['diagnose', '--watch', '--output', 'json'], { environment });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    format: 'adserver-conformance/diagnosis@1',
    connection: { status: 'connected' },
  });
});

test('diagnose --wait gives up when the time is over', async () => {
  const closed = ['http://127.0.0.1:1/api/v1', '--local', '--api-key', 'key', '--wait', '0.2', '--interval', '0.1'];
  const { code, stdout } = await run(['diagnose', ...closed, '--output', 'json']);
  expect([code !== 0, JSON.parse(stdout)]).toMatchObject([true, { connection: { status: 'error' } }]);
});

test('certify --wait waits for a service that is still starting', async () => {
  const before = await tcpServer(() => undefined);
  await before.close();
  const { port } = before;
  const started: Promise<Publisher>[] = [];
  const { code, stderr } = await run(
    ['certify', `http://127.0.0.1:${port}/api/v1`, '--local', '--only', 'health', '--wait', '60'],
    {
      environment: { ADSERVER_API_KEY: sandboxKeys.full },
      meanwhile: ({ stderr }) =>
        stderr?.on('data', (text: Buffer) => {
          if (/waiting for 127/i.test(text.toString())) started.push(startPublisher({ port }));
        }),
    },
  );
  for (const publisher of await Promise.all(started)) await publisher.stop();
  expect(stderr).toMatch(/waiting for 127\.0\.0\.1:\d+ to answer, for 60 s at most/i);
  expect([started.length, code]).toEqual([1, 0]);
});

test('compare exits with 1 where something broke', async () => {
  const workingDirectory = await emptyFolder();
  const good = await sandbox();
  const bad = await sandbox(fault('health-timezone-offset'));
  const certify = ['certify', '--only', 'health', '--output'];
  await run([...certify, 'json=old.json'], { environment: good.environment, workingDirectory });
  await run([...certify, 'json=new.json'], { environment: bad.environment, workingDirectory });
  const compared = await run(['compare', 'old.json', 'new.json'], { workingDirectory });
  expect(compared.code).toBe(1);
  expect(compared.stdout).toContain('health.timezone-is-iana');
  expect(compared.stderr).toMatch(/^BROKE: \d+ checks? since the first report\.\n- .*\(health\.timezone-is-iana\)\n/);
  expect(await run(['compare', 'new.json', 'old.json'], { workingDirectory })).toMatchObject({ code: 0 });
  const old = await readFile(join(workingDirectory, 'old.json'), 'utf8');
  await writeFile(join(workingDirectory, 'old.json'), old.replace('"verdict"', '"verdict" '));
  expect((await run(['compare', 'old.json', 'new.json'], { workingDirectory })).stderr).not.toContain('warning:');
  await writeFile(join(workingDirectory, 'old.json'), old.replace(/"requests": *\d+/, '"requests": 9'));
  expect((await run(['compare', 'old.json', 'new.json'], { workingDirectory })).stderr).toContain(
    'warning: old.json was changed after it was written: its digest does not match.',
  );
});

test.each(['report', 'verify'])('%s refuses what is no report', async (command) => {
  const workingDirectory = await emptyFolder();
  await writeFile(join(workingDirectory, 'r.json'), '{"format":"something else"}');
  const { code, stdout, stderr } = await run([command, 'r.json'], { workingDirectory });
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toMatch(/^error: r\.json cannot be used\. Not a report of this tool/);
});

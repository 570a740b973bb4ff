import { createServer, request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { CertificateAuthority } from '../network/certificate-authority.ts';
import { httpsServer } from '../network/listening.ts';
import { certifySettings } from '../../src/cli/settings.ts';
import { UsageError } from '../../src/settings.ts';
import { testWith } from '../tools.ts';
import { emptyFolder, run, sandbox } from './command.ts';

const secret = 'Gate-7f3a9c+secret/value=1';
const lines = ['CF-Access-Client-Id: 5a1d.access', `CF-Access-Client-Secret: ${secret}`];
const spellings = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), '5a1d.access'];

/** A firewall in front of a publisher: it lets in who sends the secret, and repeats it in every answer. */
async function behindFirewall() {
  const publisher = await sandbox();
  const gate = createServer((incoming, outgoing) => {
    const { headers, method, url } = incoming;
    if (headers['cf-access-client-secret'] !== secret) {
      outgoing.writeHead(403, { 'content-type': 'text/html' }).end('<html>Forbidden</html>');
      return;
    }
    const forwarded = request(new URL(url ?? '/', publisher.baseUrl), { method, headers }, (answer) => {
      const more = { 'x-seen': secret, 'set-cookie': 'CF_Authorization=cookie-of-the-gate; Path=/' };
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...more });
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    gate.close();
    gate.closeAllConnections();
  });
  const address = `http://127.0.0.1:${(gate.address() as AddressInfo).port}/api/v1`;
  return { ...publisher, environment: { ...publisher.environment, ADSERVER_BASE_URL: address } };
}

const some = ['certify', '--only', 'connection,health'];

test('a header lets the run through a firewall, by option, variable and file; its value is nowhere', async () => {
  const { environment } = await behindFirewall();
  const folder = await emptyFolder();
  await writeFile(join(folder, 'adserver-conformance.config.json'), JSON.stringify({ header: lines }));
  const ways = [
    [[...some, ...lines.flatMap((line) => ['--header', line])], { environment }],
    [some, { environment: { ...environment, ADSERVER_HEADER: lines.join('\n') } }],
    [some, { environment, workingDirectory: folder }],
  ] as const;
  for (const [options, how] of ways) {
    const { code, stdout, stderr } = await run([...options, '--output', 'json', '--verbose'], how);
    const report = JSON.parse(stdout) as Report;
    expect(report).toMatchObject({
      verdict: 'passed',
      run: { options: { header: ['cf-access-client-id', 'cf-access-client-secret'] } },
    });
    expect(report.because).toContainEqual({ kind: 'relaxed', option: '--header' });
    expect(report.exchanges[0]?.request.headers).toMatchObject({
      'cf-access-client-secret': '[ADSERVER_HEADER_CF_ACCESS_CLIENT_SECRET]',
    });
    expect(stderr).toContain('The run was made with --header');
    expect(code).toBe(0);
    for (const spelling of [...spellings, 'cookie-of-the-gate']) expect(stdout + stderr).not.toContain(spelling);
  }
});

test('the value of a header is not in any report of a run that fails', async () => {
  const { environment } = await behindFirewall();
  const workingDirectory = await emptyFolder();
  const formats = ['terminal', 'html', 'junit', 'tap', 'markdown', 'github', 'har'];
  const outputs = formats.flatMap((format) => ['--output', `${format}=${format}`]);
  const { stderr } = await run([...some, ...lines.flatMap((line) => ['--header', line]), ...outputs, '--verbose'], {
    environment: { ...environment, ADSERVER_API_KEY: 'not-the-key-at-all' },
    workingDirectory,
  });
  for (const format of formats) {
    const report = await readFile(join(workingDirectory, format), 'utf8');
    expect(report).toContain('health');
    for (const spelling of [...spellings, 'cookie-of-the-gate']) expect(report + stderr).not.toContain(spelling);
  }
});

test('a diagnosis sends it too, and says that the client does not', async () => {
  const { environment } = await behindFirewall();
  const given = { environment: { ...environment, ADSERVER_HEADER: lines.join('\n') } };
  const { code, stdout, stderr } = await run(['diagnose', '--output', 'json'], given);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    advice: expect.arrayContaining([
      { who: 'publisher', what: expect.stringMatching(/^Let the client in without cf-access-client-id and/) as string },
    ]) as unknown,
  });
  for (const spelling of spellings) expect(stdout + stderr).not.toContain(spelling);
  expect((await run(['diagnose'], { environment })).code).toBe(1);
});

testWith('openssl')('a proxy that gives a tunnel does not see it', async () => {
  const authority = new CertificateAuthority();
  onTestFinished(() => {
    authority.dispose();
  });
  const seen: unknown[] = [];
  const service = await httpsServer(authority.issue({ names: 'DNS:ads.example.test' }), (incoming, outgoing) => {
    seen.push(incoming.headers['x-gate']);
    outgoing.end('{}');
  });
  const tunnels: IncomingHttpHeaders[] = [];
  const proxy = createServer().on('connect', (incoming, socket) => {
    tunnels.push(incoming.headers);
    const onward = connect(service.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    proxy.close();
    proxy.closeAllConnections();
    await service.close();
  });
  const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const way = [
    'https://ads.example.test/api/v1',
    '--local',
    '--insecure',
    '--api-key',
    'k',
    '--header',
    `X-Gate: ${secret}`,
  ];
  await run([...some, ...way], { environment: { HTTPS_PROXY } });
  expect(seen).toContain(secret);
  expect(tunnels.length).toBeGreaterThan(0);
  expect(JSON.stringify(tunnels)).not.toContain('x-gate');
});

test('a plan names the header without its value', async () => {
  const { stdout } = await run(
    ['certify', 'https://ads.example.com/api/v1', '--plan', '--header', `X-Gate: ${secret}`],
    {
      environment: { ADSERVER_API_KEY: 'key' },
    },
  );
  expect(stdout).toContain('--header: x-gate (value not shown; passed at most)');
  expect(stdout).not.toContain(secret);
});

describe('a header that cannot be added is refused by name, without its value', () => {
  test.each([
    [`Authorization: Bearer ${secret}`, /^--header sets Authorization, which carries the API key\. Give the key/],
    [`idempotency-key: ${secret}`, /^--header sets idempotency-key, .* Leave it out\./],
    [`Content-Type: ${secret}`, /^--header sets Content-Type/],
    [`Host: ${secret}`, /^--header sets Host, .*--resolve/],
    [`Connection: ${secret}`, /^--header sets Connection/],
    [`transfer-encoding: ${secret}`, /^--header sets transfer-encoding/],
    [`Proxy-Authorization: ${secret}`, /^--header sets Proxy-Authorization, .*HTTPS_PROXY/],
    [`Accept: ${secret}`, /^--header sets Accept/],
    [`User-Agent: ${secret}`, /^--header sets User-Agent/],
    [secret, /^--header has a line without a colon\. Write each header as "Name: value"\./],
    [`a b: ${secret}`, /^--header has a line that does not begin with the name of a header/],
    [`: ${secret}`, /^--header has a line that does not begin with the name of a header/],
    ['X-Gate:', /^--header gives X-Gate no value/],
    ['X-Gate: ${GATE}', /^--header gives X-Gate a value that is the name of a variable/],
    [`X-Gate: ${secret}\u00e4`, /^--header gives X-Gate a value with a line break or a character/],
    [`X-Gate: ${secret}\r\nX-Other: 1`, /^--header gives X-Gate a value with a line break or a character/],
  ])('%s', async (line, message) => {
    const options = { apiKey: 'k', header: [line] };
    const baseUrl = 'https://ads.example.com/api/v1';
    const workingDirectory = await emptyFolder();
    const refusal = await certifySettings({ options, baseUrl, environment: {}, workingDirectory }).then(
      () => 'accepted',
      (error: unknown) => (error instanceof UsageError ? error.message : Promise.reject(error as Error)),
    );
    expect(refusal).toMatch(message);
    expect(refusal).not.toContain(secret);
  });

  test('one that is given twice', async () => {
    const { code, stderr } = await run([...some, '--header', 'X-A: 1', '--header', 'x-a: 2', '--api-key', 'k']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('--header gives the header x-a twice. Give it once.')]);
  });
});

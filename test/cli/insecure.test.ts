import { request } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { faults } from '../../fixtures/faults/index.ts';
import { certify } from '../../src/certify.ts';
import { diagnose } from '../../src/diagnose/diagnose.ts';
import { UsageError } from '../../src/settings.ts';
import type { Report } from '../../src/report/model.ts';
import { CertificateAuthority } from '../network/certificate-authority.ts';
import { httpsServer } from '../network/listening.ts';
import { run, sandbox } from './command.ts';
import { testWith } from '../tools.ts';

const test = testWith('openssl');

let unknown: CertificateAuthority;
beforeAll(() => {
  unknown = new CertificateAuthority();
});
afterAll(() => {
  unknown.dispose();
});

/** A publisher behind a certificate of an authority that nobody knows, for another host. */
async function behindBadCertificate(options: Parameters<typeof sandbox>[0] = {}) {
  const publisher = await sandbox(options);
  const server = await httpsServer(unknown.issue({ names: 'DNS:other.example' }), (incoming, outgoing) => {
    const { headers, method, url } = incoming;
    const forwarded = request(new URL(url ?? '/', publisher.baseUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  onTestFinished(() => server.close());
  return { ...publisher.environment, ADSERVER_BASE_URL: `https://127.0.0.1:${server.port}/api/v1` };
}

const some = ['certify', '--only', 'connection,health'];

test('certificates are not verified with --insecure, and the run passes at most', async () => {
  const environment = await behindBadCertificate();
  expect((await run(some, { environment })).code).not.toBe(0);
  const { code, stdout, stderr } = await run([...some, '--insecure', '--output', 'json'], { environment });
  const report = JSON.parse(stdout) as Report;
  expect([code, report.verdict]).toEqual([0, 'passed']);
  expect(report.because).toContainEqual({ kind: 'relaxed', option: '--insecure' });
  expect(stderr).toContain('Not judged under --insecure');
});

test('the commands that a report prints verify none either', async () => {
  const fault = faults.find(({ name }) => name === 'health-timezone-offset');
  const environment = await behindBadCertificate({ behaviour: [fault?.behaviour ?? []].flat() });
  const { stdout } = await run([...some, '--insecure', '--output', 'markdown'], { environment });
  expect(stdout).toMatch(/certify https:\S+ --local --insecure --only/);
  expect(stdout).toMatch(/curl -sS -i -k https:/);
});

test('a diagnosis goes on, and says what the client would do', async () => {
  const environment = await behindBadCertificate();
  const before = JSON.parse((await run(['diagnose', '--output', 'json'], { environment })).stdout) as unknown;
  expect(before).toMatchObject({ layer: 'tls' });
  const given = { environment: { ...environment, ADSERVER_INSECURE: 'true' } };
  const { code, stdout } = await run(['diagnose', '--output', 'json'], given);
  expect(code).toBe(0);
  expect(stdout).toContain('Without --insecure the client refuses that.');
  expect(stdout).toContain('Serve a certificate that is valid');
});

test('it needs --local', async () => {
  const options = { baseUrl: 'https://ads.example.com/api/v1', apiKey: 'k' };
  for (const command of ['certify', 'diagnose']) {
    const { code, stderr } = await run([command, options.baseUrl, '--api-key', 'k', '--insecure']);
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/--insecure is for a service under development and needs --local\./),
    ]);
  }
  await expect(certify({ ...options, insecure: true })).rejects.toThrow(UsageError);
  await expect(diagnose({ ...options, insecure: true })).rejects.toThrow(UsageError);
});

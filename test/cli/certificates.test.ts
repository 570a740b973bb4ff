import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { certifySettings } from '../../src/cli/settings.ts';
import { certify } from '../../src/certify.ts';
import { UsageError } from '../../src/settings.ts';
import { CertificateAuthority, type Identity } from '../network/certificate-authority.ts';
import { httpsServer } from '../network/listening.ts';
import { emptyFolder, run } from './command.ts';
import { testWith } from '../tools.ts';

const test = testWith('openssl');

let authority: CertificateAuthority;
let other: CertificateAuthority;

beforeAll(() => {
  authority = new CertificateAuthority();
  other = new CertificateAuthority();
});
afterAll(() => {
  authority.dispose();
  other.dispose();
});

/** An ad server over TLS on loopback, which answers every call alike. */
async function service(options: { readonly insists?: boolean } = {}): Promise<string> {
  const wish = {
    ca: authority.pem,
    requestCert: options.insists === true,
    rejectUnauthorized: options.insists === true,
  };
  const server = await httpsServer({ ...authority.issue({ names: 'IP:127.0.0.1' }), ...wish }, (_, response) =>
    response.setHeader('content-type', 'application/json').end('{}'),
  );
  onTestFinished(() => server.close());
  return `https://127.0.0.1:${server.port}/api/v1`;
}

async function files<T extends string>(contents: Readonly<Record<T, string>>): Promise<Record<T, string>> {
  const folder = await emptyFolder();
  const paths = Object.entries<string>(contents).map(async ([name, content]) => {
    const path = join(folder, `${name}.pem`);
    await writeFile(path, content);
    return [name, path];
  });
  return Object.fromEntries(await Promise.all(paths)) as Record<T, string>; // The same names.
}

/** The step of a diagnosis that looks at TLS. */
async function tlsStep(
  address: string,
  options: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const { stdout } = await run(['diagnose', address, '--local', '--output', 'json', ...options], {
    environment: { ADSERVER_API_KEY: 'a-key-of-some-length', ...environment },
  });
  const { steps } = JSON.parse(stdout) as { steps: { id: string; outcome: string; message: string }[] };
  return steps.find(({ id }) => id === 'tls');
}

test('--ca-file adds to the authorities of NODE_EXTRA_CA_CERTS', async () => {
  const address = await service();
  const { own, extra } = await files({ own: other.pem, extra: authority.pem });
  expect(await tlsStep(address, ['--ca-file', own])).toMatchObject({ outcome: 'fail' });
  expect(await tlsStep(address, ['--ca-file', own], { NODE_EXTRA_CA_CERTS: extra })).toMatchObject({ outcome: 'pass' });
  expect(await tlsStep(address, ['--ca-file', extra], { NODE_EXTRA_CA_CERTS: own })).toMatchObject({ outcome: 'pass' });
});

test('a gateway that wants a client certificate is named as that, and takes the one that is given', async () => {
  const address = await service({ insists: true });
  const { cert, key } = authority.issue({ names: 'DNS:client.test' });
  const { ca, certificate, itsKey } = await files({ ca: authority.pem, certificate: cert, itsKey: key });
  const without = await tlsStep(address, ['--ca-file', ca]);
  expect(without?.message).toContain('asks for a client certificate, and none was given.');
  const shown = await tlsStep(address, ['--ca-file', ca, '--client-cert', certificate, '--client-key', itsKey]);
  expect(shown).toMatchObject({ outcome: 'pass' });
  expect(shown?.message).not.toContain('client certificate');
});

test('certify names it, too, and keeps the key out of its report', async () => {
  const address = await service({ insists: true });
  const { cert, key } = authority.issue({ names: 'DNS:client.test' });
  const options = {
    baseUrl: address,
    apiKey: 'a-key-of-some-length',
    local: true,
    only: ['connection'],
    environment: {},
  };
  const report = await certify({ ...options, ca: authority.pem });
  expect(JSON.stringify(report.exchanges)).toContain('127.0.0.1 asks for a client certificate, and none was given.');
  const reached = await certify({ ...options, ca: authority.pem, clientCert: cert, clientKey: key });
  expect(reached.exchanges.map(({ response }) => response?.status)).toContain(200);
  expect(JSON.stringify(reached)).not.toMatch(/BEGIN|PRIVATE/);
  await expect(certify({ ...options, clientCert: cert })).rejects.toThrow(UsageError);
});

const usable = (): { cert: Identity; foreign: Identity } => ({
  cert: authority.issue({ names: 'DNS:client.test' }),
  foreign: authority.issue({ names: 'DNS:other.test' }),
});

test.each([
  ['half of a pair', { cert: 'cert' }, /^--client-cert was given without --client-key\./],
  ['the other half', { key: 'key' }, /^--client-key was given without --client-cert\./],
  [
    'a file that is no certificate',
    { cert: 'key', key: 'key' },
    /key\.pem, which --client-cert names, holds no readable/,
  ],
  [
    'a file that is no key',
    { cert: 'cert', key: 'cert' },
    /cert\.pem, which --client-key names, holds no readable private/,
  ],
  ['the key of another certificate', { cert: 'cert', key: 'foreign' }, /is not that of the certificate in .*cert\.pem/],
])('%s is refused before anything is sent', async (_what, names, message) => {
  const { cert, foreign } = usable();
  const paths: Readonly<Record<string, string>> = await files({ cert: cert.cert, key: cert.key, foreign: foreign.key });
  const given: { cert?: string; key?: string } = names;
  const options = {
    ...(given.cert === undefined ? {} : { clientCert: paths[given.cert] }),
    ...(given.key === undefined ? {} : { clientKey: paths[given.key] }),
  };
  await expect(certifySettings({ options, environment: {}, workingDirectory: await emptyFolder() })).rejects.toThrow(
    message,
  );
});

import { createServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { createTransport } from '../../src/http/network-transport.ts';
import type { TransportOptions, WireResult } from '../../src/http/transport.ts';
import { CertificateAuthority } from '../network/certificate-authority.ts';
import { forwardProxy } from '../network/forward-proxy.ts';
import { httpServer, httpsServer, type Listening, tcpServer } from '../network/listening.ts';
import { testWith } from '../tools.ts';

const it = testWith('openssl');

const host = 'ads.example.test';
const day = 86_400_000;
const open: { close(): Promise<void> }[] = [];
let authority: CertificateAuthority;

beforeAll(() => {
  authority = new CertificateAuthority();
});
afterAll(() => {
  authority.dispose();
});
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function running<T extends Listening>(server: Promise<T>): Promise<T> {
  const listening = await server;
  open.push(listening);
  return listening;
}

function get(url: string, options: Partial<TransportOptions> = {}): Promise<WireResult> {
  const transport = createTransport({
    allowNonPublic: true,
    connectTimeoutMs: 10_000,
    totalTimeoutMs: 30_000,
    maxBodyBytes: 1000,
    environment: {},
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    ca: authority.pem,
    ...options,
  });
  open.push(transport);
  return transport.send({ method: 'GET', url: new URL(url), headers: {} });
}

const ok = (server: Parameters<typeof httpsServer>[0]) =>
  running(httpsServer(server, (_, response) => response.end('ok')));

describe('a TLS connection', () => {
  it('is made where an authority given by the caller vouches for the server', async () => {
    const { port } = await ok(authority.issue({ names: `DNS:${host}` }));
    expect(await get(`https://${host}:${port}/`)).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('is made to an address whose certificate names it', async () => {
    const { port } = await ok(authority.issue({ names: 'IP:127.0.0.1' }));
    expect(await get(`https://127.0.0.1:${port}/`)).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('is made through a proxy', async () => {
    const { port } = await ok(authority.issue({ names: `DNS:${host}` }));
    const proxy = await running(forwardProxy());
    const environment = { https_proxy: `http://127.0.0.1:${proxy.port}` };
    expect(await get(`https://${host}:${port}/`, { environment })).toMatchObject({ kind: 'answer', status: 200 });
    expect(proxy.asked).toEqual([`CONNECT ${host}:${port}`]);
  });

  it('through a proxy is verified too', async () => {
    const { port } = await ok(authority.issue({ names: 'DNS:other.test' }));
    const proxy = await running(forwardProxy());
    const environment = { https_proxy: `http://127.0.0.1:${proxy.port}` };
    expect(await get(`https://${host}:${port}/`, { environment })).toMatchObject({ failure: { reason: 'tls' } });
  });

  it.each([
    ['has expired', () => authority.issue({ names: `DNS:${host}`, to: new Date(Date.now() - day / 2) }), 'expired'],
    [
      'is not valid yet',
      () => authority.issue({ names: `DNS:${host}`, from: new Date(Date.now() + day) }),
      'not-yet-valid',
    ],
    ['is for another host', () => authority.issue({ names: 'DNS:other.test' }), 'wrong-host'],
    ['is self-signed', () => authority.selfSigned(host), 'self-signed'],
  ])('is not made where the certificate %s', async (_, identity, trouble) => {
    const { port } = await ok(identity());
    expect(await get(`https://${host}:${port}/`)).toMatchObject({ failure: { reason: 'tls', trouble } });
  });

  it('is not made where nobody known vouches for the server', async () => {
    const { port } = await ok(authority.issue({ names: `DNS:${host}` }));
    const transport = createTransport({
      allowNonPublic: true,
      connectTimeoutMs: 10_000,
      totalTimeoutMs: 30_000,
      maxBodyBytes: 1000,
      environment: {},
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    open.push(transport);
    expect(
      await transport.send({ method: 'GET', url: new URL(`https://${host}:${port}/`), headers: {} }),
    ).toMatchObject({ failure: { reason: 'tls', trouble: 'incomplete-chain' } });
  });

  it('is verified whatever the environment says', async () => {
    const { port } = await ok(authority.selfSigned(host));
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await get(`https://${host}:${port}/`)).toMatchObject({ failure: { reason: 'tls' } });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
  });

  it('is not made where the server speaks plain HTTP', async () => {
    const { port } = await running(httpServer((_, response) => response.end('ok')));
    expect(await get(`https://${host}:${port}/`)).toMatchObject({
      failure: { reason: 'tls', message: `${host} does not speak TLS on this port.` },
    });
  });

  it('is not made where the server hangs up', async () => {
    const { port } = await running(tcpServer((socket) => socket.once('data', () => socket.end())));
    expect(await get(`https://${host}:${port}/`)).toMatchObject({ failure: { reason: 'tls', code: 'ECONNRESET' } });
  });

  it('is not made where the server speaks old versions only', async () => {
    const identity = authority.issue({ names: `DNS:${host}` });
    const { port } = await ok({
      ...identity,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    expect(await get(`https://${host}:${port}/`)).toMatchObject({
      failure: { reason: 'tls', message: `${host} speaks only versions of TLS that clients no longer accept.` },
    });
  });

  it('names the host by SNI', async () => {
    const named: (string | false | null)[] = [];
    const server = createServer(authority.issue({ names: `DNS:${host}` }), (socket) => {
      named.push(socket.servername);
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    const { port } = await running(tcpServer((socket) => server.emit('connection', socket)));
    await get(`https://${host}:${port}/`);
    expect(named).toEqual([host]);
  });
});

import { gzipSync, brotliCompressSync, deflateSync, deflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createTransport } from '../../src/http/undici-transport.ts';
import type { Failure, Transport, TransportOptions, WireResult } from '../../src/http/transport.ts';
import { forwardProxy, type ForwardProxy } from '../network/forward-proxy.ts';
import { blackHole, closedPort, httpServer, type Listening, rawServer, tcpServer } from '../network/listening.ts';

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function running<T extends Listening>(server: Promise<T>): Promise<T> {
  const listening = await server;
  open.push(listening);
  return listening;
}

function transport(options: Partial<TransportOptions> = {}): Transport {
  const made = createTransport({
    allowNonPublic: true,
    connectTimeoutMs: 10_000,
    totalTimeoutMs: 30_000,
    maxBodyBytes: 100_000,
    environment: {},
    ...options,
  });
  open.push(made);
  return made;
}

function get(url: string, options: Partial<TransportOptions> = {}, signal?: AbortSignal): Promise<WireResult> {
  return transport(options).send({ method: 'GET', url: new URL(url), headers: {} }, signal);
}

async function failing(url: string, options: Partial<TransportOptions> = {}): Promise<Failure> {
  const result = await get(url, options);
  if (result.kind === 'answer') throw new Error(`unexpected answer ${result.status}`);
  return result.failure;
}

async function bodyOf(url: string, options: Partial<TransportOptions> = {}): Promise<string> {
  const result = await get(url, options);
  if (result.kind === 'no-answer') throw new Error(result.failure.message);
  return Buffer.from(result.body).toString();
}

const resolvesTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) })),
    );

describe('an answer', () => {
  it('is any status, with its headers and body', async () => {
    const { port } = await running(
      rawServer('HTTP/1.1 418 No\r\nX-A: 1\r\nx-a: 2\r\n__proto__: 3\r\nContent-Length: 2\r\n\r\nhi'),
    );
    const result = await get(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: 'answer', status: 418, headers: { 'x-a': '1, 2' } });
    expect(result.kind === 'answer' && Object.hasOwn(result.headers, '__proto__')).toBe(true);
  });

  it('of a redirect is the redirect itself', async () => {
    const asked: string[] = [];
    const { port } = await running(
      httpServer((request, response) => {
        asked.push(request.url ?? '');
        response.writeHead(302, { location: '/elsewhere' }).end();
      }),
    );
    expect(await get(`http://127.0.0.1:${port}/here`)).toMatchObject({
      status: 302,
      headers: { location: '/elsewhere' },
    });
    expect(asked).toEqual(['/here']);
  });

  it('follows interim answers', async () => {
    const { port } = await running(
      rawServer('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    );
    expect(await bodyOf(`http://127.0.0.1:${port}/`)).toBe('ok');
  });

  it('may end with the connection', async () => {
    const { port } = await running(rawServer('HTTP/1.0 200 OK\r\n\r\nall of it'));
    expect(await bodyOf(`http://127.0.0.1:${port}/`)).toBe('all of it');
  });

  it.each([
    ['gzip', gzipSync('hello')],
    ['x-gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
    ['deflate', deflateSync('hello')],
    ['deflate', deflateRawSync('hello')],
    ['gzip, BR', brotliCompressSync(gzipSync('hello'))],
    ['identity', Buffer.from('hello')],
  ])('is unpacked from %s', async (coding, bytes) => {
    const { port } = await running(
      httpServer((_, response) => response.setHeader('content-encoding', coding).end(bytes)),
    );
    expect(await bodyOf(`http://127.0.0.1:${port}/`)).toBe('hello');
  });

  it('without a body may call itself compressed', async () => {
    const { port } = await running(httpServer((_, response) => response.setHeader('content-encoding', 'gzip').end()));
    expect(await bodyOf(`http://127.0.0.1:${port}/`)).toBe('');
  });
});

describe('an answer with many headers', () => {
  it('is read as far as gateways may send them', async () => {
    const { port } = await running(
      httpServer((_, response) => response.setHeader('content-security-policy', 'x'.repeat(30_000)).end('hello')),
    );
    expect(await bodyOf(`http://127.0.0.1:${port}/`)).toBe('hello');
  });
});

describe('a request', () => {
  it('is sent exactly as given', async () => {
    let head = '';
    const { port } = await running(
      tcpServer((socket) => {
        socket.once('data', (bytes) => {
          head = bytes.toString('latin1');
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        });
      }),
    );
    const key = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 33 + index));
    await transport().send({
      method: 'POST',
      url: new URL(`http://127.0.0.1:${port}/a%20b?c=%2F`),
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'x' },
      body: '{"a":"ü"}',
    });
    expect(head).toContain('POST /a%20b?c=%2F HTTP/1.1\r\n');
    expect(head).toContain(`\r\nauthorization: Bearer ${key}\r\n`);
    expect(head).toContain('\r\ncontent-length: 10\r\n');
  });

  it('with a header that cannot be sent fails without quoting it', async () => {
    const result = await transport().send({
      method: 'GET',
      url: new URL('http://127.0.0.1:9/'),
      headers: { authorization: 'Bearer secret\nvalue' },
    });
    expect(result).toMatchObject({ kind: 'no-answer', failure: { reason: 'malformed' } });
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it.each([
    ['shares a connection with the one after it', false, 1],
    ['that is the last on its connection shares it with none after it', true, 2],
  ])('%s', async (_statement, last, connections) => {
    const ports = new Set<number | undefined>();
    const { port } = await running(
      httpServer((request, response) => {
        ports.add(request.socket.remotePort);
        response.end('ok');
      }),
    );
    const client = transport();
    const url = new URL(`http://127.0.0.1:${port}/`);
    await client.send({ method: 'GET', url, headers: {}, last });
    await client.send({ method: 'GET', url, headers: {} });
    expect(ports.size).toBe(connections);
  });

  it('waits for no other', async () => {
    const waiting: (() => void)[] = [];
    const { port } = await running(
      httpServer((_, response) => {
        waiting.push(() => response.end('ok'));
        // Nobody is answered until all twelve are there.
        if (waiting.length === 12) for (const answer of waiting) answer();
      }),
    );
    const client = transport();
    const all = await Promise.all(
      Array.from({ length: 12 }, () =>
        client.send({ method: 'GET', url: new URL(`http://127.0.0.1:${port}/`), headers: {} }),
      ),
    );
    expect(all.every((result) => result.kind === 'answer')).toBe(true);
  });
});

describe('no answer', () => {
  it('from a port at which nothing listens: refused', async () => {
    expect(await failing(`http://127.0.0.1:${await closedPort()}/`)).toMatchObject({
      reason: 'refused',
      code: 'ECONNREFUSED',
    });
  });

  it('from an address that there is no way to: unreachable', async () => {
    expect(await failing('http://255.255.255.255/')).toMatchObject({ reason: 'unreachable' });
  });

  it('from a port that neither accepts nor refuses: connect-timeout', async () => {
    const { port } = await running(blackHole());
    expect(await failing(`http://127.0.0.1:${port}/`, { connectTimeoutMs: 50 })).toMatchObject({
      reason: 'connect-timeout',
    });
  });

  it('from a server that accepts and is silent in the TLS handshake: connect-timeout', async () => {
    const { port } = await running(tcpServer(() => undefined));
    expect(await failing(`https://127.0.0.1:${port}/`, { connectTimeoutMs: 500 })).toMatchObject({
      reason: 'connect-timeout',
      message: '127.0.0.1 accepted the connection but did not finish the TLS handshake within 0.5 s.',
    });
  });

  it('within the total time: timeout', async () => {
    const { port } = await running(tcpServer(() => undefined));
    expect(await failing(`http://127.0.0.1:${port}/`, { totalTimeoutMs: 50 })).toEqual({
      reason: 'timeout',
      message: 'No answer came within 0.05 s.',
    });
  });

  it('that is whole within the total time: timeout', async () => {
    const { port } = await running(httpServer((_, response) => response.write('slow')));
    expect(await failing(`http://127.0.0.1:${port}/`, { totalTimeoutMs: 1000 })).toEqual({
      reason: 'timeout',
      message: 'The answer began but was not complete (4 bytes came) within 1 s.',
    });
  });

  it('before the connection is dropped: reset', async () => {
    const { port } = await running(tcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
    expect(await failing(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'reset' });
  });

  it('before the connection is closed: reset', async () => {
    const { port } = await running(tcpServer((socket) => socket.once('data', () => socket.end())));
    expect(await failing(`http://127.0.0.1:${port}/`)).toMatchObject({
      reason: 'reset',
      message: 'The connection was closed without an answer.',
    });
  });

  it.each([
    ['shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'],
    ['without its last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n'],
  ])('but a part %s: cut-off', async (_, answer) => {
    const { port } = await running(rawServer(answer));
    expect(await failing(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'cut-off' });
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.0\r\n'],
    ['a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n'],
    ['a body that is not gzip', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope'],
    [
      'half of a gzip',
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 12\r\n\r\n'),
        gzipSync('hello').subarray(0, 12),
      ]),
    ],
    ['an unknown coding', 'HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: 4\r\n\r\nnope'],
    ['too many codings', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip,gzip,gzip,gzip\r\nContent-Length: 4\r\n\r\nnope'],
    ['a protocol change', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'],
  ])('that is HTTP but %s: malformed', async (_, answer) => {
    const { port } = await running(rawServer(answer));
    expect(await failing(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'malformed' });
  });

  it.each([
    ['headers', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['body', `HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n${'x'.repeat(100_001)}`],
  ])('with a %s within bounds: too-large', async (_, answer) => {
    const { port } = await running(rawServer(answer));
    expect(await failing(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'too-large' });
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(10_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(10_000_000))],
    ['deflate', deflateSync(Buffer.alloc(10_000_000))],
  ])('from a %s bomb: too-large', async (coding, bomb) => {
    const { port } = await running(
      httpServer((_, response) => response.setHeader('content-encoding', coding).end(bomb)),
    );
    expect(await failing(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'too-large' });
  });

  it('to a call that is given up: aborted', async () => {
    const giveUp = new AbortController();
    const { port } = await running(
      tcpServer((socket) =>
        socket.once('data', () => {
          giveUp.abort();
        }),
      ),
    );
    expect(await get(`http://127.0.0.1:${port}/`, {}, giveUp.signal)).toMatchObject({ failure: { reason: 'aborted' } });
  });

  it('to a call given up before it began: aborted', async () => {
    expect(await get('http://127.0.0.1:9/', {}, AbortSignal.abort())).toMatchObject({ failure: { reason: 'aborted' } });
  });

  it('to calls under way when the transport is closed: aborted', async () => {
    const client = transport();
    const { port } = await running(tcpServer((socket) => socket.once('data', () => void client.close())));
    const result = await client.send({ method: 'GET', url: new URL(`http://127.0.0.1:${port}/`), headers: {} });
    expect(result).toMatchObject({ failure: { reason: 'aborted' } });
  });
});

describe('the host', () => {
  it('is resolved by the given resolver, and called by its own name', async () => {
    const { port } = await running(httpServer((request, response) => response.end(request.headers.host)));
    expect(await bodyOf(`http://ads.example.test:${port}/`, { resolve: resolvesTo('127.0.0.1') })).toBe(
      `ads.example.test:${port}`,
    );
  });

  it('is resolved anew for each connection', async () => {
    const { port } = await running(httpServer((_, response) => response.setHeader('connection', 'close').end('ok')));
    let answers = ['127.0.0.1'];
    const client = transport({ allowNonPublic: true, resolve: () => resolvesTo(...answers)() });
    const send = () => client.send({ method: 'GET', url: new URL(`http://ads.example.test:${port}/`), headers: {} });
    expect(await send()).toMatchObject({ kind: 'answer' });
    answers = [];
    expect(await send()).toMatchObject({ failure: { reason: 'dns' } });
  });

  it('with a name that does not exist: dns', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
    expect(await failing('http://ads.example.test/', { resolve })).toMatchObject({ reason: 'dns', code: 'ENOTFOUND' });
  });

  it('whose name servers are silent: dns', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    expect(await failing('http://ads.example.test/', { resolve, connectTimeoutMs: 50 })).toMatchObject({
      reason: 'dns',
      message: 'The name ads.example.test was not resolved within 0.05 s.',
    });
  });

  it.each(['127.0.0.1', '10.0.0.1', '::1', '64:ff9b::a00:1'])('that resolves to %s is not called', async (address) => {
    const called = await failing('http://ads.example.test/', { allowNonPublic: false, resolve: resolvesTo(address) });
    expect(called).toMatchObject({ reason: 'non-public-address' });
  });

  it('with one non-public address among several is not called', async () => {
    const resolve = resolvesTo('8.8.8.8', '192.168.0.1');
    expect(await failing('http://ads.example.test/', { allowNonPublic: false, resolve })).toEqual({
      reason: 'non-public-address',
      message:
        'ads.example.test resolves to 192.168.0.1, which is not a public address (private); the client calls public addresses only.',
    });
  });

  it.each(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '[0:0::0:1]'])(
    'spelt %s is not called',
    async (host) => {
      expect(await failing(`http://${host}/`, { allowNonPublic: false })).toMatchObject({
        reason: 'non-public-address',
      });
    },
  );

  it('is reached by the first of its addresses that answers', async () => {
    const { port } = await running(httpServer((_, response) => response.end('ok')));
    const resolve = resolvesTo('255.255.255.255', '127.0.0.2', '127.0.0.1');
    expect(await bodyOf(`http://ads.example.test:${port}/`, { resolve })).toBe('ok');
  });

  it('is reached although its first address is silent', async () => {
    const silent = await running(blackHole());
    const { port } = await running(tcpOn('127.0.0.2', silent.port));
    expect(await bodyOf(`http://ads.example.test:${port}/`, { resolve: resolvesTo('127.0.0.1', '127.0.0.2') })).toBe(
      'ok',
    );
  });

  it('that refuses on one address and is out of reach on the other refuses', async () => {
    const resolve = resolvesTo('255.255.255.255', '127.0.0.1');
    expect(await failing(`http://ads.example.test:${await closedPort()}/`, { resolve })).toMatchObject({
      reason: 'refused',
    });
  });
});

describe('behind a proxy', () => {
  const named = (proxy: ForwardProxy, credentials = '') => ({
    HTTP_PROXY: `http://${credentials}127.0.0.1:${proxy.port}`,
    HTTPS_PROXY: `http://${credentials}127.0.0.1:${proxy.port}`,
  });

  it('plain HTTP is forwarded, with the credentials for the proxy alone', async () => {
    const { port } = await running(
      httpServer((request, response) => response.end(`${request.headers.host ?? ''} ${request.url ?? ''}`)),
    );
    const proxy = await running(forwardProxy());
    const environment = named(proxy, 'me:secret@');
    const resolve = resolvesTo('127.0.0.1');
    const body = await bodyOf(`http://ads.example.test:${port}/a?b=c`, { environment, resolve });
    expect(body).toBe(`ads.example.test:${port} /a?b=c`);
    expect(proxy.asked).toEqual([`GET http://ads.example.test:${port}/a?b=c`]);
    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('me:secret').toString('base64')}`]);
  });

  it('NO_PROXY goes direct', async () => {
    const { port } = await running(httpServer((_, response) => response.end('direct')));
    const environment = { HTTP_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'example.test' };
    expect(await bodyOf(`http://ads.example.test:${port}/`, { environment, resolve: resolvesTo('127.0.0.1') })).toBe(
      'direct',
    );
  });

  it.each(['http', 'https'])('an %s address that we resolve to a non-public one is not called', async (scheme) => {
    const proxy = await running(forwardProxy());
    const options = { allowNonPublic: false, environment: named(proxy), resolve: resolvesTo('10.0.0.1') };
    expect(await failing(`${scheme}://ads.example.test/`, options)).toMatchObject({ reason: 'non-public-address' });
    expect(proxy.asked).toEqual([]);
  });

  it('a name that only the proxy can resolve is called', async () => {
    const { port } = await running(httpServer((_, response) => response.end('ok')));
    const proxy = await running(forwardProxy());
    const resolve = (host: string) =>
      host === '127.0.0.1' ? resolvesTo(host)() : Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    const options = { allowNonPublic: false, environment: named(proxy), resolve };
    expect(await bodyOf(`http://ads.example.test:${port}/`, options)).toBe('ok');
  });

  it.each([
    [407, /asks for credentials \(407\); HTTPS_PROXY must carry them/],
    [403, /refuses a connection to ads\.example\.test:443 \(403\)/],
    [502, /could not reach ads\.example\.test:443 \(502\)/],
  ])('a tunnel refused with %i: proxy', async (status, message) => {
    const proxy = await running(forwardProxy(status));
    const failure = await failing('https://ads.example.test/', {
      environment: named(proxy),
      resolve: resolvesTo('8.8.8.8'),
    });
    expect(failure).toEqual({
      reason: 'proxy',
      code: String(status),
      message: expect.stringMatching(message) as string,
    });
  });

  it('that refuses connections: proxy', async () => {
    const environment = { HTTPS_PROXY: `http://me:secret@127.0.0.1:${await closedPort()}` };
    const failure = await failing('https://ads.example.test/', { environment, resolve: resolvesTo('8.8.8.8') });
    expect(failure).toMatchObject({ reason: 'proxy', code: 'ECONNREFUSED' });
    expect(failure.message).not.toContain('secret');
  });

  it('that hangs up: proxy', async () => {
    const hangsUp = await running(tcpServer((socket) => socket.once('data', () => socket.end())));
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${hangsUp.port}` };
    const failure = await failing('https://ads.example.test/', { environment, resolve: resolvesTo('8.8.8.8') });
    expect(failure).toMatchObject({ reason: 'proxy' });
  });

  it('whose address makes no sense: proxy', async () => {
    const environment = { HTTPS_PROXY: 'socks5://127.0.0.1:1' };
    expect(await failing('https://ads.example.test/', { environment, resolve: resolvesTo('8.8.8.8') })).toMatchObject({
      reason: 'proxy',
    });
  });
});

/** An HTTP server at a chosen address and port. */
async function tcpOn(host: string, port: number): Promise<Listening> {
  return tcpServer(
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')),
    host,
    port,
  );
}

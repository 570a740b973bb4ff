import { gzipSync, brotliCompressSync, deflateSync, deflateRawSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { httpServer, rawServer, tcpServer } from '../network/listening.ts';
import { Calls } from './calls.ts';

const { close, running, transport, get, bodyOf } = new Calls();

afterEach(close);

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

  it('may come in several pieces', async () => {
    const { port } = await running(
      httpServer((_, response) => {
        response.write('hel');
        setImmediate(() => response.end('lo'));
      }),
    );
    expect(await bodyOf(`http://127.0.0.1:${port}/`)).toBe('hello');
  });

  it.each([204, 304])('without a body may state the length that one would have: %i', async (status) => {
    const { port } = await running(rawServer(`HTTP/1.1 ${status} No\r\nContent-Length: 10\r\n\r\n`));
    const result = await get(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: 'answer', status });
    expect(result).not.toHaveProperty('violation');
  });

  it('may end with the connection', async () => {
    const { port } = await running(rawServer('HTTP/1.0 200 OK\r\n\r\nall of it'));
    expect(await bodyOf(`http://127.0.0.1:${port}/`)).toBe('all of it');
  });

  it.each([
    ['offers another protocol', 'Connection: Upgrade, Keep-Alive\r\nUpgrade: h2,h2c\r\nContent-Length: 2\r\n\r\nok'],
    ['is followed by a line break too many', 'Content-Length: 2\r\n\r\nok\r\n'],
    ['is longer than its Content-Length', 'Content-Length: 2\r\n\r\nokay'],
  ])('counts although it %s', async (_statement, rest) => {
    const { port } = await running(rawServer(`HTTP/1.1 200 OK\r\n${rest}`));
    expect(await bodyOf(`http://127.0.0.1:${port}/`)).toBe('ok');
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

  it.each([401, 500])('of an error with status %d counts although its body cannot be unpacked', async (status) => {
    const { port } = await running(
      httpServer((_, response) => response.writeHead(status, { 'content-encoding': 'gzip' }).end('{"code":"no"}')),
    );
    const result = await get(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: 'answer', status, violation: { kind: 'false-coding' } });
    expect(result).toHaveProperty('body', Buffer.from('{"code":"no"}'));
  });

  it('without a body may call itself compressed', async () => {
    const { port } = await running(httpServer((_, response) => response.setHeader('content-encoding', 'gzip').end()));
    expect(await bodyOf(`http://127.0.0.1:${port}/`)).toBe('');
  });
});

describe('the header of an answer', () => {
  it('is read as far as gateways may send it', async () => {
    const { port } = await running(
      httpServer((_, response) => response.setHeader('content-security-policy', 'x'.repeat(30_000)).end('hello')),
    );
    expect(await bodyOf(`http://127.0.0.1:${port}/`)).toBe('hello');
  });

  it('is read with all of its fields', async () => {
    const many = Array.from({ length: 1500 }, (_, index) => `X-${index}: ${index}\r\n`).join('');
    const { port } = await running(
      rawServer(`HTTP/1.1 200 OK\r\n${many}Content-Type: a/b\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({
      headers: { 'x-1499': '1499', 'content-type': 'a/b' },
    });
  });

  it('is read as UTF-8', async () => {
    const { port } = await running(rawServer('HTTP/1.1 200 OK\r\nX-Name: Größe\r\nContent-Length: 0\r\n\r\n'));
    expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ headers: { 'x-name': 'Größe' } });
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

  it.each([
    ['is used again', 'timeout=5', 1],
    ['is not used again', 'timeout=2', 2],
    ['is not used again', 'max=100, timeout=1', 2],
  ])('leaves a connection that %s if the server says %s', async (_statement, said, connections) => {
    const ports = new Set<number | undefined>();
    const { port } = await running(
      httpServer((request, response) => {
        ports.add(request.socket.remotePort);
        response.setHeader('keep-alive', said).end('ok');
      }),
    );
    const client = transport();
    const url = new URL(`http://127.0.0.1:${port}/`);
    for (let time = 0; time < 2; time++) await client.send({ method: 'GET', url, headers: {} });
    expect(ports.size).toBe(connections);
  });

  it('is not lost where each connection is closed right after its answer, without a word', async () => {
    const { port } = await running(rawServer('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    const client = transport();
    const url = new URL(`http://127.0.0.1:${port}/`);
    const inTurn = async () => {
      const kinds: string[] = [];
      for (let time = 0; time < 20; time++)
        kinds.push((await client.send({ method: 'POST', url, headers: {}, body: '{}' })).kind);
      return kinds;
    };
    const kinds = (await Promise.all(Array.from({ length: 8 }, inTurn))).flat();
    expect(kinds.filter((kind) => kind === 'answer')).toHaveLength(160);
  });

  it('is not lost where each connection is closed right after its answer, although the server promises to keep it', async () => {
    const { port } = await running(
      rawServer('HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok'),
    );
    const client = transport();
    const url = new URL(`http://127.0.0.1:${port}/`);
    const kinds: string[] = [];
    for (let time = 0; time < 20; time++) kinds.push((await client.send({ method: 'GET', url, headers: {} })).kind);
    expect(kinds.filter((kind) => kind === 'no-answer')).toEqual([]);
  });

  it('gets a connection of its own once several were lost on those that had been used', async () => {
    const { port } = await running(
      tcpServer((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
          socket.once('data', () => socket.destroy());
        });
      }),
    );
    const client = transport();
    const url = new URL(`http://127.0.0.1:${port}/`);
    const kinds: string[] = [];
    for (let time = 0; time < 20; time++) kinds.push((await client.send({ method: 'GET', url, headers: {} })).kind);
    expect(kinds.filter((kind) => kind === 'no-answer')).toHaveLength(3);
    expect(kinds.slice(6)).not.toContain('no-answer');
  });

  it('is sent over a connection that was used, however many answers are broken midway', async () => {
    let opened = 0;
    const { port } = await running(
      tcpServer((socket) => {
        opened++;
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
          socket.once('data', () =>
            socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nno chunk'),
          );
        });
      }),
    );
    const client = transport();
    const url = new URL(`http://127.0.0.1:${port}/`);
    const kinds: string[] = [];
    for (let time = 0; time < 20; time++) kinds.push((await client.send({ method: 'POST', url, headers: {} })).kind);
    expect([opened, kinds.filter((kind) => kind === 'answer').length]).toEqual([10, 10]);
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

import { randomBytes } from 'node:crypto';
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { blackHole, closedPort, httpServer, rawServer, tcpServer } from '../network/listening.ts';
import { Calls } from './calls.ts';

const { close, running, transport, get, failing } = new Calls();

afterEach(close);

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

  it.each(['/plain', '/gzip'])(
    'that is large and stalls: the next large one is read all the same, %s',
    async (path) => {
      const text = JSON.stringify('x'.repeat(2_000_000));
      const packed = gzipSync(JSON.stringify(randomBytes(1_500_000).toString('hex')));
      let begun = (): void => undefined;
      const stalling = new Promise<void>((resolve) => (begun = resolve));
      const { port } = await running(
        httpServer((request, response) => {
          if (request.url === '/stalls') response.write(text, begun);
          else if (request.url === '/plain') response.end(text);
          else response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
        }),
      );
      const sender = transport({ totalTimeoutMs: 1000, maxBodyBytes: 10_000_000 });
      const send = (to: string) =>
        sender.send({ method: 'GET', url: new URL(`http://127.0.0.1:${port}${to}`), headers: {} });
      const stalled = send('/stalls');
      await stalling;
      const next = send(path);
      expect(await stalled).toMatchObject({ kind: 'no-answer', failure: { reason: 'timeout' } });
      expect(await next).toMatchObject({ kind: 'answer', status: 200 });
    },
  );

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
    ['shorter than its length', 'Content-Length: 10\r\n\r\nhalf', 'ended before the length that its Content-Length'],
    ['without its last chunk', 'Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n', 'closed in the middle of the answer'],
  ])('but a part %s: cut-off', async (_, answer, said) => {
    const { port } = await running(rawServer(`HTTP/1.1 200 OK\r\n${answer}`));
    expect(await failing(`http://127.0.0.1:${port}/`)).toMatchObject({
      reason: 'cut-off',
      message: expect.stringContaining(said) as string,
    });
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.0\r\n', 'not-http'],
    ['a broken chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n', 'malformed-chunk'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}', 'two-lengths'],
    ['a length that is none', 'HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\n{}', 'wrong-length'],
    ['a header without a colon', 'HTTP/1.1 200 OK\r\nno header\r\nContent-Length: 2\r\n\r\n{}', 'malformed-header'],
    ['a protocol change to none', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', 'other-protocol'],
    [
      'a protocol change',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n',
      'other-protocol',
    ],
    ['endless headers', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(400_000)}\r\n\r\n`, 'large-headers'],
  ])('that is HTTP but %s: not-http', async (_, answer, kind) => {
    const { port } = await running(rawServer(answer));
    expect(await failing(`http://127.0.0.1:${port}/`)).toMatchObject({ reason: 'not-http', violation: { kind } });
  });

  it('with a body within bounds: too-large', async () => {
    const answer = `HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n${'x'.repeat(100_001)}`;
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

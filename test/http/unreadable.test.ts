import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { rawServer, tcpServer } from '../network/listening.ts';
import { Calls } from './calls.ts';

const { close, running, transport, get } = new Calls();

afterEach(close);

const head = (...lines: readonly string[]) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const chunks = '2\r\n{}\r\n0\r\n\r\n';

describe('an answer that breaks the rules of HTTP', () => {
  it.each([
    ['length-and-chunks', head('Content-Length: 2', 'Transfer-Encoding: chunked') + chunks],
    ['length-and-chunks', head('Transfer-Encoding: chunked', 'Content-Length: 2') + chunks],
    ['bare-line-feed', 'HTTP/1.1 200 OK\nContent-Length: 2\n\n{}'],
    ['bare-line-feed', `HTTP/1.1 200 OK\r\nX: y\nContent-Length: 2\r\n\r\n{}`],
    ['folded-header', head('X: a', ' b', 'Content-Length: 2') + '{}'],
    ['malformed-header', head('X: a\u0001b', 'Content-Length: 2') + '{}'],
    ['large-headers', head(`X: ${'x'.repeat(70_000)}`, 'Content-Length: 2') + '{}'],
    ['length-too-long', head('Content-Length: 20') + '{}'],
    ['length-too-long', head('Content-Length: 20', 'Connection: close') + '{}'],
    ['no-last-chunk', head('Transfer-Encoding: chunked') + '2\r\n{}\r\n'],
    ['no-last-chunk', head('Transfer-Encoding: chunked', 'Connection: close') + '2\r\n{}\r\n'],
    ['unknown-coding', head('Content-Encoding: none', 'Content-Length: 2') + '{}'],
    ['unknown-coding', head('Content-Encoding: utf-8', 'Content-Length: 2') + '{}'],
    ['unknown-coding', head('Content-Encoding: gzip,gzip,gzip,gzip', 'Content-Length: 2') + '{}'],
    ['false-coding', head('Content-Encoding: gzip', 'Content-Length: 2') + '{}'],
  ])('is read all the same: %s', async (kind, answer) => {
    const { port } = await running(rawServer(answer));
    const result = await get(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: 'answer', status: 200, violation: { kind } });
    expect(result.kind === 'answer' && Buffer.from(result.body).toString()).toBe('{}');
  });

  it.each([
    ['half of a gzip', 'gzip', gzipSync('hello').subarray(0, 12)],
    ['a coding of the future', 'zstd', Buffer.from('nope')],
  ])('is handed on as it came if its body is %s', async (_what, coding, bytes) => {
    const lines = [`Content-Encoding: ${coding}`, `Content-Length: ${bytes.length}`];
    const { port } = await running(rawServer(Buffer.concat([Buffer.from(head(...lines)), bytes])));
    const result = await get(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: 'answer', violation: { kind: expect.stringMatching(/coding/) as string } });
    expect(result).toHaveProperty('body', bytes);
  });

  it('goes on behind its length', async () => {
    const { port } = await running(rawServer(`${head('Content-Length: 9')}{"name":"value"}`));
    expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ violation: { kind: 'length-too-short' } });
  });

  it('does not go on behind its length if the document itself is cut', async () => {
    const { port } = await running(rawServer(`${head('Content-Length: 9')}{"name":"`));
    expect(await get(`http://127.0.0.1:${port}/`)).not.toHaveProperty('violation');
  });

  it('is not waited for if it is whole, although the server goes on promising more', async () => {
    const { port } = await running(
      tcpServer((socket) => socket.once('data', () => socket.write(`${head('Content-Length: 20')}{}`))),
    );
    const began = performance.now();
    expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ violation: { kind: 'length-too-long' } });
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('to a POST is not asked for again', async () => {
    let asked = 0;
    const { port } = await running(
      tcpServer((socket) => {
        asked++;
        socket.once('data', () => socket.end(head('Content-Length: 2', 'Transfer-Encoding: chunked') + chunks));
      }),
    );
    const url = new URL(`http://127.0.0.1:${port}/`);
    const result = await transport().send({ method: 'POST', url, headers: {}, body: '{}' });
    expect(result).toMatchObject({ kind: 'no-answer', failure: { reason: 'not-http', violation: {} } });
    expect(asked).toBe(1);
  });

  it('is none if it only begins with 100 Continue', async () => {
    const { port } = await running(rawServer(`HTTP/1.1 100 Continue\r\n\r\n${head('Content-Length: 2')}{}`));
    const result = await get(`http://127.0.0.1:${port}/`);
    expect(result).toMatchObject({ kind: 'answer', status: 200 });
    expect(result).not.toHaveProperty('violation');
  });
});

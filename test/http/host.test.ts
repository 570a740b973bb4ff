import { afterEach, describe, expect, it } from 'vitest';
import { blackHole, closedPort, httpServer, type Listening, tcpServer } from '../network/listening.ts';
import { Calls, resolvesTo } from './calls.ts';

const { close, running, transport, failing, bodyOf } = new Calls();

afterEach(close);

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

/** An HTTP server at a chosen address and port. */
async function tcpOn(host: string, port: number): Promise<Listening> {
  return tcpServer(
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')),
    host,
    port,
  );
}

import { afterEach, describe, expect, it } from 'vitest';
import { forwardProxy, type ForwardProxy } from '../network/forward-proxy.ts';
import { closedPort, httpServer, tcpServer } from '../network/listening.ts';
import { Calls, resolvesTo } from './calls.ts';

const { close, running, failing, bodyOf } = new Calls();

afterEach(close);

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
      advice: expect.any(String) as string,
      message: expect.stringMatching(message) as string,
    });
  });

  const says = (...lines: readonly string[]) =>
    running(tcpServer((socket) => socket.once('data', () => socket.write(lines.join('\r\n')))));

  it.each([
    ['NTLM alone', /takes only Negotiate and NTLM for a login \(407\)/, 'Negotiate\r\nProxy-Authenticate: NTLM'],
    ['Basic', /refuses the credentials that HTTPS_PROXY carries \(407\)/, 'Basic realm="x"'],
  ])('that takes %s: which credentials are wrong is said', async (_what, message, schemes) => {
    const { port } = await says('HTTP/1.1 407 No', `Proxy-Authenticate: ${schemes}`, 'Content-Length: 0', '', '');
    const environment = { HTTPS_PROXY: `http://me:secret@127.0.0.1:${port}` };
    const failure = await failing('https://ads.example.test/', { environment, resolve: resolvesTo('8.8.8.8') });
    expect(failure.message).toMatch(message);
    expect(JSON.stringify(failure)).not.toContain('secret');
  });

  it('that asks for other credentials for plain HTTP says so in the same words', async () => {
    const proxy = await running(forwardProxy(407));
    const options = { environment: named(proxy, 'me:secret@'), resolve: resolvesTo('8.8.8.8') };
    expect((await failing('http://ads.example.test/', options)).message).toContain('refuses the credentials');
  });

  it.each([
    ['marked as one', ['HTTP/1.1 200 OK', 'Content-Type: text/html', '', '<p>Sign in']],
    ['alone', ['HTTP/1.1 200 OK', '', '<p>Sign in']],
    ['elsewhere', ['HTTP/1.1 302 Found', 'Location: http://login.example/', '', '']],
  ])('that answers with a page (%s) is a captive portal', async (_what, lines) => {
    const { port } = await says(...lines);
    const environment = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    const failure = await failing('https://ads.example.test/', { environment, resolve: resolvesTo('8.8.8.8') });
    expect(failure).toMatchObject({ reason: 'proxy', advice: expect.stringContaining('Sign in') as string });
    expect(failure.message).toContain('a captive portal');
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

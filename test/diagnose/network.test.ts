import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/diagnose/model.ts';
import { renderDiagnosis } from '../../src/diagnose/render/terminal.ts';
import { forwardProxy } from '../network/forward-proxy.ts';
import { blackHole, closedPort, httpServer, tcpServer } from '../network/listening.ts';
import { account, advised, HOST, KEY, publisher, resolvesTo, running, step, walk } from './walking.ts';

const fails = (code: string) => () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code }));
const base = `https://${HOST}/api/v1`;

describe('an address that the client refuses before any call', () => {
  it('for its scheme shows unreachable with the refusal', async () => {
    const diagnosis = await walk({ baseUrl: `http://${HOST}:1/api/v1`, local: false, resolve: resolvesTo() });
    expect(diagnosis.connection).toMatchObject({
      status: 'error',
      label: 'unreachable',
      lastError: 'The base address must start with https://, but this one starts with http://.',
    });
    expect(diagnosis.layer).toBe('address');
    expect(exitCodeOf(diagnosis)).toBe(1);
  });

  it('for its form is not walked', async () => {
    const diagnosis = await walk({ baseUrl: 'not an address' });
    expect(diagnosis.layer).toBe('address');
    expect(diagnosis.exchanges).toEqual([]);
    expect(diagnosis.steps.filter(({ outcome }) => outcome === 'skip')).toHaveLength(diagnosis.steps.length - 2);
  });

  it.each(['10.0.0.1', '127.0.0.1', '::1', '169.254.169.254'])('for resolving to %s is not called', async (address) => {
    const diagnosis = await walk({ baseUrl: base, local: false, resolve: resolvesTo('93.184.216.34', address) });
    expect(diagnosis.connection).toMatchObject({ status: 'error', label: 'unreachable' });
    expect(diagnosis.connection.lastError).toContain(`${HOST} resolves to ${address} (`);
    expect(diagnosis.layer).toBe('dns');
    expect(diagnosis.exchanges).toEqual([]);
    expect(step(diagnosis, 'tcp').outcome).toBe('skip');
  });

  it('for being a non-public address itself is not called', async () => {
    const diagnosis = await walk({ baseUrl: 'https://192.168.0.10/api/v1', local: false });
    expect(diagnosis.connection.lastError).toBe(
      'The host is 192.168.0.10 (private); the client calls public addresses only.',
    );
    expect(diagnosis.layer).toBe('address');
  });

  it('never sees the key at an origin that was not named', async () => {
    const seen: (string | undefined)[] = [];
    const { port } = await running(
      httpServer((request, response) => {
        seen.push(request.headers.authorization);
        publisher()(request, response);
      }),
    );
    // TLS fails at this port, so the same port is asked over plain HTTP.
    const diagnosis = await walk({ baseUrl: `https://${HOST}:${port}/api/v1` });
    expect(diagnosis.layer).toBe('tls');
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((authorization) => authorization === undefined)).toBe(true);
    expect(diagnosis.advice[0]?.what).toContain(`it answers at http://${HOST}:${port}/api/v1`);
  });
});

describe('name resolution', () => {
  it('of a name that does not exist shows unreachable', async () => {
    const diagnosis = await walk({ baseUrl: base, resolve: fails('ENOTFOUND') });
    expect(diagnosis.connection).toMatchObject({
      label: 'unreachable',
      lastError: `The name ${HOST} does not exist in DNS, or has no address (ENOTFOUND).`,
    });
    expect(diagnosis.layer).toBe('dns');
    expect(exitCodeOf(diagnosis)).toBe(1);
  });

  it('without an address shows unreachable', async () => {
    const diagnosis = await walk({ baseUrl: base, resolve: resolvesTo() });
    expect(diagnosis.connection.lastError).toBe(`The name ${HOST} has no address.`);
  });

  it.each([
    ['that fails for now', fails('EAI_AGAIN')],
    ['that is never answered', () => new Promise<never>(() => undefined)],
  ])('%s may be the fault of this machine', async (_, resolve) => {
    const diagnosis = await walk({ baseUrl: base, resolve, connectTimeout: 0.05 });
    expect(diagnosis.layer).toBe('dns');
    expect(exitCodeOf(diagnosis)).toBe(2);
  });
});

describe('a TCP connection', () => {
  it('that is refused shows unreachable', async () => {
    const diagnosis = await walk({ baseUrl: `https://${HOST}:${await closedPort()}/api/v1` });
    expect(diagnosis.connection.label).toBe('unreachable');
    expect(diagnosis.layer).toBe('tcp');
    expect(step(diagnosis, 'tcp').details).toMatchObject({ attempts: [{ address: '127.0.0.1', outcome: 'refused' }] });
    expect(diagnosis.cause).toMatch(/^Nothing listens at .*: the connection is refused\.$/);
    expect(exitCodeOf(diagnosis)).toBe(1);
  });

  it('that is neither accepted nor refused shows unreachable', async () => {
    const { port } = await running(blackHole());
    const diagnosis = await walk({ baseUrl: `https://${HOST}:${port}/api/v1`, connectTimeout: 0.05 });
    expect(diagnosis.layer).toBe('tcp');
    expect(step(diagnosis, 'tcp').details).toMatchObject({ attempts: [{ outcome: 'no answer' }] });
    expect(diagnosis.cause).toContain('a firewall seems to drop the connection');
  });

  it('to which there is no way may be the fault of this machine', async () => {
    const diagnosis = await walk({ baseUrl: base, resolve: resolvesTo('255.255.255.255') });
    expect(diagnosis.layer).toBe('tcp');
    expect(exitCodeOf(diagnosis)).toBe(2);
  });

  it('that works at one of two addresses goes on, with a warning', async () => {
    const { port } = await running(httpServer(publisher()));
    const diagnosis = await walk({
      baseUrl: `http://${HOST}:${port}/api/v1`,
      resolve: resolvesTo('::1', '127.0.0.1'),
    });
    expect(diagnosis.connection.status).toBe('connected');
    expect(step(diagnosis, 'tcp')).toMatchObject({
      outcome: 'warn',
      details: { attempts: [{ address: '::1' }, { address: '127.0.0.1', outcome: 'connected' }] },
    });
    expect(advised(diagnosis)).toContain('remove these from DNS: ::1');
  });

  it('that is dropped in the TLS handshake breaks at TLS', async () => {
    const { port } = await running(tcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())));
    expect((await walk({ baseUrl: `https://${HOST}:${port}/api/v1` })).layer).toBe('tls');
  });

  it('that is silent in the TLS handshake breaks at TLS', async () => {
    const { port } = await running(tcpServer(() => undefined));
    const diagnosis = await walk({ baseUrl: `https://${HOST}:${port}/api/v1`, connectTimeout: 0.5, timeout: 1 });
    expect(diagnosis.layer).toBe('tls');
    expect(diagnosis.connection.lastError).toContain('did not finish the TLS handshake within 0.5 s');
  });
});

describe('a time limit', () => {
  it.each(['http', 'https'])('ends the wait for an answer over %s, and blames nobody', async (scheme) => {
    const { port } = await running(tcpServer(() => undefined));
    const diagnosis = await walk({ baseUrl: `${scheme}://${HOST}:${port}/api/v1`, timeLimit: 0.3 });
    expect(diagnosis).toMatchObject({
      cause: 'The diagnosis reached its time limit of 0.3 s before its end.',
      connection: { status: 'error' },
      layer: null,
    });
    expect(diagnosis).not.toHaveProperty('whose');
    expect(diagnosis).not.toHaveProperty('tellPublisher');
    expect(exitCodeOf(diagnosis)).toBe(2);
    expect(step(diagnosis, 'elsewhere').outcome).toBe('skip');
    const shown = renderDiagnosis(diagnosis, { width: 80, color: false });
    expect(shown).toContain('It is not known what the client would show. The steps say what was seen.');
    expect(shown).not.toMatch(/has to fix this|unreachable/);
    expect(shown).toMatch(/Not tried: .*Account context/);
  });

  it('of a name that is looked up for long blames nobody', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const diagnosis = await walk({ baseUrl: `https://${HOST}/api/v1`, resolve, timeLimit: 0.1 });
    expect(diagnosis).not.toHaveProperty('whose');
    expect(step(diagnosis, 'dns')).toMatchObject({ outcome: 'info', details: { conclusive: false } });
  });

  it('after the account context leaves the client connected, and asks nothing of the publisher', async () => {
    const answers = publisher();
    const { port } = await running(
      httpServer((request, response) => {
        if (request.url?.includes('/inventory') !== true) answers(request, response);
      }),
    );
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1`, timeLimit: 1 });
    expect(diagnosis.connection.status).toBe('connected');
    expect(step(diagnosis, 'inventory')).toMatchObject({
      outcome: 'info',
      message: 'The diagnosis reached its time limit of 1 s before its end.',
    });
    expect(diagnosis.advice.filter(({ who }) => who === 'publisher')).toEqual([]);
  });

  it('is not what ends a diagnosis that is interrupted, in the TLS handshake as elsewhere', async () => {
    const interruption = new AbortController();
    const { port } = await running(
      tcpServer((socket) =>
        socket.once('data', () => {
          interruption.abort();
        }),
      ),
    );
    const diagnosis = await walk({ baseUrl: `https://${HOST}:${port}/api/v1`, signal: interruption.signal });
    expect(diagnosis.cause).toBe('The diagnosis was interrupted before its end.');
    expect(exitCodeOf(diagnosis)).toBe(2);
  });

  it('that is not reached changes nothing', async () => {
    const { port } = await running(httpServer(publisher()));
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1`, timeLimit: 60 });
    expect(diagnosis.connection.status).toBe('connected');
  });
});

describe('a proxy', () => {
  it('in use is named without its credentials, and the walk goes through it', async () => {
    const { port } = await running(httpServer(publisher()));
    const proxy = await running(forwardProxy());
    const diagnosis = await walk({
      baseUrl: `http://${HOST}:${port}/api/v1`,
      environment: { http_proxy: `http://me:secret@127.0.0.1:${proxy.port}` },
    });
    expect(diagnosis.connection.status).toBe('connected');
    expect(step(diagnosis, 'proxy').details).toEqual({
      proxy: `http://127.0.0.1:${proxy.port}`,
      variable: 'http_proxy',
    });
    expect(JSON.stringify(diagnosis)).not.toContain('secret@');
  });

  it('that resolves what this machine cannot goes on', async () => {
    const { port } = await running(httpServer(publisher()));
    const proxy = await running(forwardProxy());
    const resolve = (host: string) => (host === '127.0.0.1' ? resolvesTo(host)(host) : fails('ENOTFOUND')());
    const diagnosis = await walk({
      baseUrl: `http://${HOST}:${port}/api/v1`,
      environment: { http_proxy: `http://127.0.0.1:${proxy.port}` },
      resolve,
    });
    expect(diagnosis.connection.status).toBe('connected');
    expect(step(diagnosis, 'dns').outcome).toBe('info');
  });

  it.each([
    ['that refuses', () => forwardProxy(403)],
    ['that asks for credentials', () => forwardProxy(407)],
  ])('%s tells nothing of the service', async (_, server) => {
    const proxy = await running(server());
    const diagnosis = await walk({ baseUrl: base, environment: { https_proxy: `http://127.0.0.1:${proxy.port}` } });
    expect(diagnosis.layer).toBe('proxy');
    expect(exitCodeOf(diagnosis)).toBe(2);
  });

  it('that answers with a page leaves the publisher nothing to fix', async () => {
    const page = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Sign in';
    const portal = await running(tcpServer((socket) => socket.once('data', () => socket.write(page))));
    const diagnosis = await walk({ baseUrl: base, environment: { https_proxy: `http://127.0.0.1:${portal.port}` } });
    expect([diagnosis.layer, exitCodeOf(diagnosis)]).toEqual(['proxy', 2]);
    expect(diagnosis.cause).toContain('a captive portal');
    expect(diagnosis.tellPublisher).toContain('you need not do anything');
  });

  it('that cannot be used tells nothing of the service', async () => {
    const diagnosis = await walk({ baseUrl: base, environment: { https_proxy: 'socks5://127.0.0.1:1' } });
    expect(diagnosis.layer).toBe('proxy');
    expect(exitCodeOf(diagnosis)).toBe(2);
  });
});

describe('credentials in the address', () => {
  it('are shown nowhere and sent nowhere but where they were put', async () => {
    const { port } = await running(httpServer(publisher({ '/api/v1/health': account })));
    const diagnosis = await walk({ baseUrl: `http://jane:pa55word@${HOST}:${port}/api/v1?api_key=t0ps3cret` });
    expect(diagnosis.connection.status).toBe('connected');
    expect(JSON.stringify(diagnosis)).not.toMatch(/pa55word|t0ps3cret/);
    expect(KEY).not.toContain('jane');
  });
});

describe('a rate', () => {
  it('spaces the requests', async () => {
    const { port } = await running(httpServer(publisher()));
    const { exchanges } = await walk({ baseUrl: `http://${HOST}:${port}/api/v1`, rate: '20/s' });
    const starts = exchanges.map(({ startedAt }) => Date.parse(startedAt));
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? start));
    expect(gaps.length).toBeGreaterThan(1);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(49);
  });

  it('that cannot be read is refused before anything is sent', async () => {
    await expect(walk({ baseUrl: base, rate: 'often' })).rejects.toThrow('--rate is "often"');
  });
});

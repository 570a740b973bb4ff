import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/diagnose/model.ts';
import { httpServer, rawServer, tcpServer } from '../network/listening.ts';
import { account, advised, type Answers, HOST, KEY, publisher, running, step, walk } from './walking.ts';

async function serving(answers: Answers = {}, key: string | null = KEY): Promise<string> {
  const { port } = await running(httpServer(publisher(answers, key)));
  return `http://${HOST}:${port}/api/v1`;
}

describe('a service that keeps the contract', () => {
  it('is connected', async () => {
    const diagnosis = await walk({ baseUrl: await serving() });
    expect(diagnosis.connection).toEqual({
      status: 'connected',
      accountName: 'ACME News',
      timezone: 'Europe/Berlin',
      currency: 'EUR',
      capabilities: {
        inventory_read: 'confirmed',
        forecast: 'not_verified',
        reporting: 'not_verified',
        draft_booking: 'not_verified',
      },
    });
    expect(diagnosis.layer).toBeNull();
    expect(diagnosis.advice).toEqual([]);
    expect(exitCodeOf(diagnosis)).toBe(0);
  });

  it('is asked for nothing but health and inventory, and nothing is created', async () => {
    const { exchanges } = await walk({ baseUrl: await serving() });
    expect(exchanges.map(({ request }) => `${request.method} ${new URL(request.url).pathname}`)).toEqual([
      'GET /api/v1/health',
      'GET /api/v1/health',
      'GET /api/v1/inventory',
    ]);
  });

  it('keeps the query string of its address behind the path', async () => {
    const { exchanges } = await walk({ baseUrl: `${await serving()}?tenant=7` });
    expect(exchanges.map(({ request }) => new URL(request.url).search)).toEqual([
      '?tenant=7',
      '?tenant=7',
      '?tenant=7&limit=1',
    ]);
  });

  it.each([401, 403, 404, 500, 501])('is connected although inventory answers %i', async (status) => {
    const diagnosis = await walk({ baseUrl: await serving({ '/api/v1/inventory': status }) });
    expect(diagnosis.connection).toMatchObject({
      status: 'connected',
      capabilities: { inventory_read: 'not_verified' },
    });
    expect(step(diagnosis, 'inventory').outcome).toBe('warn');
  });

  it('without data in its inventory leaves inventory_read unverified', async () => {
    const diagnosis = await walk({ baseUrl: await serving({ '/api/v1/inventory': { items: [] } }) });
    expect(diagnosis.connection.capabilities.inventory_read).toBe('not_verified');
  });

  it('that drops the call for inventory is connected', async () => {
    const answer = publisher();
    const { port } = await running(
      httpServer((request, response) => {
        if (request.url?.includes('inventory')) request.socket.destroy();
        else answer(request, response);
      }),
    );
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1` });
    expect(diagnosis.connection).toMatchObject({
      status: 'connected',
      capabilities: { inventory_read: 'not_verified' },
    });
  });

  it('tells of every step as it is taken', async () => {
    const told: string[] = [];
    await walk({ baseUrl: await serving(), onStep: ({ id }) => told.push(id) });
    expect(told).toEqual([
      'address',
      'key',
      'proxy',
      'dns',
      'tcp',
      'tls',
      'health',
      'account',
      'key-check',
      'inventory',
      'capabilities',
    ]);
  });
});

describe('GET /health with a status', () => {
  it.each([
    [401, 'auth_error', 'credential'],
    [403, 'forbidden', 'credential'],
    [400, 'unreachable', 'http'],
    [404, 'unreachable', 'http'],
    [405, 'unreachable', 'http'],
    [429, 'unreachable', 'http'],
    [500, 'unreachable', 'http'],
    [501, 'unreachable', 'http'],
    [503, 'unreachable', 'http'],
  ])('%i shows %s', async (status, label, layer) => {
    const diagnosis = await walk({ baseUrl: await serving({ '/api/v1/health': status }) });
    expect(diagnosis.connection).toMatchObject({ status: 'error', label, lastError: `message of ${status}` });
    expect(diagnosis.layer).toBe(layer);
    expect(diagnosis.advice.length).toBeGreaterThan(0);
    expect(exitCodeOf(diagnosis)).toBe(1);
  });

  it.each([201, 204, 206])('%i is not the 200 that the client takes', async (status) => {
    const { port } = await running(httpServer((_, response) => response.writeHead(status).end()));
    const { connection } = await walk({ baseUrl: `http://${HOST}:${port}/api/v1` });
    expect(connection).toMatchObject({ label: 'unreachable', lastError: `GET /health answered ${status}.` });
  });

  it('of a redirect shows unreachable, and names the base address that it points to', async () => {
    const { port } = await running(
      httpServer((_, response) =>
        response.writeHead(301, { location: 'https://api.acme-test.com/api/v1/health' }).end(),
      ),
    );
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1` });
    expect(diagnosis.connection).toMatchObject({ label: 'unreachable' });
    expect(step(diagnosis, 'health').details).toMatchObject({ location: 'https://api.acme-test.com/api/v1/health' });
    expect(advised(diagnosis)).toContain('Change the base address to https://api.acme-test.com/api/v1.');
    expect(diagnosis.exchanges.every(({ request }) => new URL(request.url).hostname === HOST)).toBe(true);
  });

  it('of a rate limit tells how long to wait', async () => {
    const { port } = await running(httpServer((_, response) => response.writeHead(429, { 'retry-after': '17' }).end()));
    expect(advised(await walk({ baseUrl: `http://${HOST}:${port}/api/v1` }))).toContain('Wait 17 s');
  });

  it('403 that comes without the key too is perhaps not of the key', async () => {
    const { port } = await running(httpServer((_, response) => response.writeHead(403).end('{"message":"No entry"}')));
    expect(advised(await walk({ baseUrl: `http://${HOST}:${port}/api/v1` }))).toContain('(allowlist, firewall)');
  });

  it('403 that comes with the key alone is of its scope', async () => {
    const diagnosis = await walk({ baseUrl: await serving({ '/api/v1/health': 403 }) });
    expect(diagnosis.cause).toBe('The service knows the API key, but the key lacks a scope (403).');
    expect(diagnosis.advice.map(({ what }) => what)).toEqual([
      'Give the key the scopes to read, to create drafts and to report.',
    ]);
  });

  it('from something in front of the service is told apart', async () => {
    const { port } = await running(
      httpServer((_, response) =>
        response
          .writeHead(403, { 'content-type': 'text/html', server: 'cloudflare' })
          .end('<html>Just a moment</html>'),
      ),
    );
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1` });
    expect(step(diagnosis, 'health').message).toContain('the answer names Cloudflare');
    expect(advised(diagnosis)).toContain('pass Cloudflare without a browser check');
  });
});

describe('GET /health without a whole answer shows unreachable', () => {
  it.each([
    ['reset', () => tcpServer((socket) => socket.once('data', () => socket.resetAndDestroy()))],
    ['cut-off', () => rawServer('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"account_id"')],
    ['not-http', () => rawServer('SMTP ready\r\n')],
    [
      'not-http',
      () => rawServer('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
    ],
    ['too-large', () => rawServer(`HTTP/1.1 200 OK\r\nContent-Length: 4000001\r\n\r\n${' '.repeat(4_000_001)}`)],
  ])('%s', async (reason, server) => {
    const { port } = await running(server());
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1` });
    expect(diagnosis.connection).toMatchObject({ status: 'error', label: 'unreachable' });
    expect(diagnosis.layer).toBe('http');
    expect(step(diagnosis, 'health').details).toMatchObject({ reason });
  });

  it('timeout', async () => {
    const { port } = await running(tcpServer(() => undefined));
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1`, timeout: 0.05 });
    expect(diagnosis.connection).toMatchObject({ label: 'unreachable', lastError: 'No answer came within 0.05 s.' });
    expect(exitCodeOf(diagnosis)).toBe(2);
  });

  it('ended by the person, which tells nothing of the service', async () => {
    const end = new AbortController();
    const { port } = await running(
      tcpServer((socket) =>
        socket.once('data', () => {
          end.abort();
        }),
      ),
    );
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1`, signal: end.signal });
    expect(exitCodeOf(diagnosis)).toBe(2);
  });
});

describe('GET /health with a body that breaks the contract shows invalid_response', () => {
  const { capabilities } = account;
  it.each([
    ['no JSON', 'text', undefined],
    ['an array', [], ''],
    ['an empty account_id', { ...account, account_id: '' }, '/account_id'],
    ['no account_id', { ...account, account_id: undefined }, '/account_id'],
    ['an account_id that is a number', { ...account, account_id: 42 }, '/account_id'],
    ['an account_name that is null', { ...account, account_name: null }, '/account_name'],
    ['an offset for a time zone', { ...account, timezone: 'UTC+2' }, '/timezone'],
    ['a currency in words', { ...account, currency: 'EURO' }, '/currency'],
    ['no capabilities', { ...account, capabilities: undefined }, '/capabilities'],
    [
      'a flag that is a text',
      { ...account, capabilities: { ...capabilities, forecast: 'true' } },
      '/capabilities/forecast',
    ],
    [
      'a fourth flag',
      { ...account, capabilities: { ...capabilities, inventory_read: true } },
      '/capabilities/inventory_read',
    ],
    ['no reporting', { ...account, capabilities: { ...capabilities, reporting: false } }, '/capabilities/reporting'],
    [
      'no drafts',
      { ...account, capabilities: { ...capabilities, draft_booking: false } },
      '/capabilities/draft_booking',
    ],
  ])('%s', async (_, body, pointer) => {
    const diagnosis = await walk({ baseUrl: await serving({ '/api/v1/health': body }) });
    expect(diagnosis.connection).toMatchObject({ status: 'error', label: 'invalid_response' });
    expect(diagnosis.layer).toBe('body');
    expect(diagnosis.advice[0]?.who).toBe('publisher');
    if (pointer !== undefined && pointer !== '') {
      expect(step(diagnosis, 'account').details?.['violations']).toMatchObject([{ pointer }]);
    }
  });

  it('with every violation at once', async () => {
    const body = { timezone: 'CEST', currency: 'eur', capabilities: { forecast: 1, reporting: false } };
    const diagnosis = await walk({ baseUrl: await serving({ '/api/v1/health': body }) });
    expect(step(diagnosis, 'account').details?.['violations']).toHaveLength(6);
  });

  it('but not without live forecasts, which are an option', async () => {
    const body = { ...account, capabilities: { ...capabilities, forecast: false } };
    const { connection } = await walk({ baseUrl: await serving({ '/api/v1/health': body }) });
    expect(connection.status).toBe('connected');
  });

  it('in HTML, where the service may be elsewhere', async () => {
    const answer = publisher();
    const { port } = await running(
      httpServer((request, response) => {
        if (request.url?.startsWith('/api/')) answer(request, response);
        else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>');
      }),
    );
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}` });
    expect(diagnosis.connection).toMatchObject({ label: 'invalid_response' });
    expect(diagnosis.advice[0]).toEqual({
      who: 'platform',
      what: `Change the base address to http://${HOST}:${port}/api/v1.`,
    });
  });
});

describe('an address that is nearly right', () => {
  it.each([
    ['without /api/v1', '', '/api/v1'],
    ['with another version', '/api/v2', '/api/v1'],
    ['with a doubled slash', '//api//v1', '/api/v1'],
    ['with /health at its end', '/api/v1/health', '/api/v1'],
    ['with a typographic quote at its end', '/api/v1”', '/api/v1'],
    ['below another path', '/rest/api/v1', '/api/v1'],
  ])('%s is corrected', async (_, wrong, right) => {
    const base = (await serving()).replace(/\/api\/v1$/, '');
    const diagnosis = await walk({ baseUrl: base + wrong });
    expect(diagnosis.connection).toMatchObject({ status: 'error', label: 'unreachable' });
    expect(diagnosis.advice[0]?.what).toContain(`Change the base address to ${base}${right}.`);
  });

  it('is corrected where the service needs no /api/v1', async () => {
    const { port } = await running(httpServer(publisher({ '/api/v1/health': undefined, '/health': account })));
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1` });
    expect(step(diagnosis, 'elsewhere').details).toMatchObject({ instead: `http://${HOST}:${port}/` });
  });

  it('is not corrected where the service is nowhere', async () => {
    const diagnosis = await walk({ baseUrl: await serving({ '/api/v1/health': undefined }) });
    expect(step(diagnosis, 'elsewhere').outcome).toBe('info');
  });

  it('is asked for politely: no more than seven calls', async () => {
    const { exchanges } = await walk({ baseUrl: `${await serving({ '/api/v1/health': undefined })}//x/v3` });
    expect(exchanges.length).toBeLessThanOrEqual(7);
  });
});

describe('the key', () => {
  it('that is unknown is told apart from a header that never arrives', async () => {
    const answer = publisher();
    const { port } = await running(
      httpServer((request, response) => {
        if (request.headers.authorization === undefined) {
          response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"missing","message":"No key"}');
        } else answer(request, response);
      }),
    );
    const baseUrl = `http://${HOST}:${port}/api/v1`;
    expect(step(await walk({ baseUrl, apiKey: 'another-key-0000000' }), 'key-check').outcome).toBe('pass');
    const same = await walk({ baseUrl: await serving(), apiKey: 'another-key-0000000' });
    expect(step(same, 'key-check').outcome).toBe('info');
    expect(advised(same)).toContain('check too that the Authorization header reaches it');
  });

  it('that nobody looks at is noticed', async () => {
    const diagnosis = await walk({ baseUrl: await serving({}, null) });
    expect(diagnosis.connection.status).toBe('connected');
    expect(step(diagnosis, 'key-check').outcome).toBe('warn');
  });

  it.each([`"${KEY}"`, `Bearer ${KEY}`, `Authorization: Bearer ${KEY}`])(
    'typed as %s is found to be right inside',
    async (apiKey) => {
      const diagnosis = await walk({ baseUrl: await serving(), apiKey });
      expect(diagnosis.connection).toMatchObject({ status: 'error', label: 'auth_error' });
      expect(diagnosis.advice[0]).toMatchObject({
        who: 'platform',
        what: expect.stringContaining('then the service accepts it') as string,
      });
      expect(JSON.stringify(diagnosis)).not.toContain(KEY);
    },
  );

  it('with white space around it is sent without', async () => {
    const diagnosis = await walk({ baseUrl: await serving(), apiKey: ` ${KEY}\n` });
    expect(diagnosis.connection.status).toBe('connected');
    expect(step(diagnosis, 'key').outcome).toBe('warn');
  });

  it('that no header can carry shows auth_error, although the rest works', async () => {
    const diagnosis = await walk({ baseUrl: await serving(), apiKey: `“${KEY}”` });
    expect(diagnosis.connection).toMatchObject({ status: 'error', label: 'auth_error' });
    expect(diagnosis.layer).toBe('credential');
    expect(step(diagnosis, 'health').outcome).toBe('pass');
  });

  it('that was not given leaves it open what the client shows', async () => {
    const diagnosis = await walk({ baseUrl: await serving(), apiKey: null });
    expect(diagnosis.connection).toMatchObject({ label: 'auth_error' });
    expect(exitCodeOf(diagnosis)).toBe(2);
  });

  it('is in nothing that is told, whatever the service echoes', async () => {
    const { port } = await running(
      httpServer((request, response) => {
        const { authorization = '' } = request.headers;
        const echo = `${authorization} ${encodeURIComponent(authorization)} ${Buffer.from(KEY).toString('base64')}`;
        response.writeHead(400, {
          'content-type': `text/${authorization}`,
          location: `/${authorization}`,
          'x-echo': echo,
        });
        response.end(JSON.stringify({ code: echo, message: echo }));
      }),
    );
    const told: string[] = [];
    const diagnosis = await walk({
      baseUrl: `http://${HOST}:${port}/api/v1`,
      onStep: (each) => told.push(JSON.stringify(each)),
    });
    expect(diagnosis.connection.lastError).toContain('[ADSERVER_API_KEY]');
    expect(told.join()).not.toContain(KEY);
    expect(JSON.stringify(diagnosis)).not.toContain(Buffer.from(KEY).toString('base64'));
  });
});

describe('hostile text of a service', () => {
  it('reaches nobody as it is', async () => {
    const message = `\u001b[2J\u202e${'x'.repeat(100_000)}`;
    const { port } = await running(
      httpServer((_, response) => response.writeHead(500).end(JSON.stringify({ code: 'x', message }))),
    );
    const { connection } = await walk({ baseUrl: `http://${HOST}:${port}/api/v1` });
    expect(connection.lastError).toMatch(/^\\u001b\[2J\\u202ex+/);
    expect(connection.lastError?.length).toBeLessThan(400);
  });
});

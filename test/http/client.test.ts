import { Locks } from '../../src/http/locks.ts';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/http/client.ts';
import type { Endpoint } from '../../src/http/reply.ts';
import { retryAfter } from '../../src/http/results.ts';
import { Secret } from '../../src/secrets/secret.ts';
import { tinyService, type Handler } from '../engine/tiny-service.ts';

const call: Call = { endpoint: 'inventory', method: 'GET', path: '/inventory', authorization: null };
const lane = () => ({ depth: 0 });
const ok: Handler = (_request, response) => response.writeHead(200).end('{}');

describe('the client', () => {
  it('puts the path before the query string of the base address and keeps that string', async () => {
    await using service = await tinyService(ok, { path: '/api/v1?tenant=7&x=a%20b' });
    await service.client.send({ ...call, query: { limit: '1' } }, lane());
    expect(service.requests[0]?.url).toBe('/api/v1/inventory?tenant=7&x=a%20b&limit=1');
  });

  it('encodes what a query holds so that no service reads it otherwise', async () => {
    await using service = await tinyService(ok);
    await service.client.send({ ...call, query: { cursor: 'a b+c&d=ü\ud800' } }, lane());
    expect(service.requests[0]?.url).toMatch(/\/inventory\?cursor=a%20b%2Bc%26d%3D%C3%BC%EF%BF%BD$/);
  });

  it('asks again after a 5xx, over a connection of its own, and records each attempt', async () => {
    const ports: (number | undefined)[] = [];
    await using service = await tinyService((request, response, count) => {
      ports.push(request.socket.remotePort);
      response.writeHead(count === 2 ? 503 : 200).end('{}');
    });
    await service.client.send(call, lane());
    const reply = await service.client.send(call, lane());
    expect([reply.status, reply.callIds]).toEqual([200, ['x2', 'x3']]);
    expect(service.transcript.calls.map(({ attempt, response }) => [attempt, response?.status])).toEqual([
      [1, 200],
      [1, 503],
      [2, 200],
    ]);
    expect([ports[1] === ports[0], ports[2] === ports[0]]).toEqual([true, false]);
  });

  it('takes a 5xx that persists as the answer, where others are served', async () => {
    await using service = await tinyService((request, response) =>
      response.writeHead(request.url?.endsWith('/orders') ? 500 : 200).end('{}'),
    );
    const reply = await service.client.send({ ...call, endpoint: 'orders', path: '/orders' }, lane());
    expect(reply.status).toBe(500);
  });

  it('asks again after a dropped connection', async () => {
    await using service = await tinyService((request, response, count) => {
      if (count === 1) request.socket.destroy();
      else response.writeHead(200).end('{}');
    });
    expect((await service.client.send(call, lane())).status).toBe(200);
  });

  describe('of orders that are refused while another is in flight', () => {
    const order = (key: string, body = '{}'): Call => ({
      endpoint: 'orders',
      method: 'POST',
      path: '/orders',
      authorization: null,
      headers: { 'idempotency-key': key },
      body,
    });

    /** Answers the second request while the first is waiting, and then the first one. */
    async function pair(one: Call, other: Call, refusal: number, alone = 201) {
      let free = (): void => undefined;
      const refused = new Promise<void>((resolve) => {
        free = resolve;
      });
      await using service = await tinyService((_request, response, count) => {
        const answer = () => response.writeHead(count === 2 ? refusal : alone).end('{}');
        if (count === 1) void refused.then(answer);
        else answer();
        if (count === 2) free();
      });
      const replies = await Promise.all([one, other].map((each) => service.client.send(each, lane())));
      const second = replies.find(({ callIds }) => callIds[0] === 'x2');
      return { status: second?.status, locked: second?.locked?.status, requests: service.requests.length };
    }

    it.each([409, 423, 425])('one that was answered %d is sent again alone', async (status) => {
      expect(await pair(order('a'), order('b'), status)).toEqual({ status: 201, locked: status, requests: 3 });
    });

    it('one is no matter of company if it is refused alone, too', async () => {
      expect(await pair(order('a'), order('b'), 409, 409)).toEqual({ status: 409, locked: undefined, requests: 4 });
    });

    it('one is sent again whose key had another body later, if orders under new keys are refused so, too', () => {
      const locks = new Locks();
      for (const call of [order('a'), order('a', '{"order":{}}'), order('b')]) locks.begin(call);
      const refused = { beside: 'others', result: { kind: 'answer', status: 409, body: new Uint8Array() } } as never; // All that is looked at.
      expect(locks.mayBe(order('a'), refused)).toBe(false);
      expect(locks.mayBe(order('b'), refused)).toBe(true);
      expect([locks.mayBe(order('a'), refused), locks.mayBe(order('a', '{"order":{}}'), refused)]).toEqual([
        true,
        false,
      ]);
    });

    it('one is not sent again whose key had another body: 409 is right', async () => {
      expect(await pair(order('a'), order('a', '{"order":{}}'), 409)).toEqual({
        status: 409,
        locked: undefined,
        requests: 2,
      });
    });
  });

  it('never asks again where it is told so', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(503).end('{}'));
    const reply = await service.client.send({ ...call, retry: 'never' }, lane());
    expect([reply.status, service.requests.length]).toEqual([503, 1]);
  });

  it('sends a call again that is denied although its credential is good, and keeps the denial', async () => {
    await using service = await tinyService((_request, response, count) =>
      response.writeHead(count === 1 ? 401 : 200).end('{}'),
    );
    const reply = await service.client.send({ ...call, isKnownGood: () => true }, lane());
    expect([reply.status, reply.callIds]).toEqual([200, ['x1', 'x2']]);
    expect(reply.denied).toMatchObject([{ status: 401, callIds: ['x1'] }]);
  });

  it.each([
    ['three times where that does not help', true, 4],
    ['not at all where the credential may be bad', false, 1],
  ])('sends a call that is denied again %s', async (_how, isKnownGood, requests) => {
    await using service = await tinyService((_request, response) => response.writeHead(403).end('{}'));
    const reply = await service.client.send({ ...call, isKnownGood: () => isKnownGood }, lane());
    expect([reply.status, service.requests.length]).toEqual([403, requests]);
  });

  it('asks an endpoint no more that goes on denying, unless denials turn out to pass', async () => {
    const denied = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
    await using service = await tinyService((_request, response, count) =>
      response.writeHead(denied.includes(count) ? 403 : 200).end('{}'),
    );
    const send = (endpoint: Endpoint) => service.client.send({ ...call, endpoint, isKnownGood: () => true }, lane());
    const statuses = [];
    for (const endpoint of ['inventory', 'inventory', 'reports', 'inventory'] as const)
      statuses.push([(await send(endpoint)).status, service.requests.length]);
    expect(statuses).toEqual([
      [403, 4],
      [403, 5],
      [200, 7],
      [200, 13],
    ]);
  });

  it('does not take a 501 for trouble that passes', async () => {
    await using service = await tinyService((_request, response) => response.writeHead(501).end('{}'));
    await service.client.send(call, lane());
    expect(service.requests).toHaveLength(1);
  });

  it('waits as Retry-After says on 429, goes on, and asks less at once from then on', async () => {
    await using service = await tinyService(
      (_request, response, count) => response.writeHead(count === 1 ? 429 : 200, { 'retry-after': '0' }).end('{}'),
      { concurrency: 4 },
    );
    const reply = await service.client.send(call, lane());
    expect([reply.status, service.limiter.limit]).toEqual([200, 2]);
    expect(reply.rateLimited).toMatchObject([{ status: 429, callIds: ['x1'] }]);
  });

  it('waits as a 503 asks in Retry-After, and asks less at once', async () => {
    await using service = await tinyService(
      (_request, response, count) => response.writeHead(count === 1 ? 503 : 200, { 'retry-after': '7' }).end('{}'),
      { concurrency: 4 },
    );
    const reply = await service.client.send(call, lane());
    expect([reply.status, service.limiter.limit, service.clock.now()]).toEqual([200, 2, 7000]);
  });

  it('takes a 503 that goes on for the answer, and waits for no other there', async () => {
    await using service = await tinyService((request, response) =>
      response.writeHead(request.url?.includes('odd') ? 503 : 200, { 'retry-after': '1' }).end('{}'),
    );
    const own = { ...call, isKnownGood: () => true };
    await service.client.send(own, lane());
    await service.client.send({ ...own, query: { odd: '1' } }, lane());
    const before = service.clock.now();
    expect((await service.client.send({ ...own, query: { odd: '2' } }, lane())).status).toBe(503);
    expect(service.clock.now() - before).toBeLessThan(1000);
  });

  it('asks less at once if a request that was answered 503 is only served alone', async () => {
    await using service = await tinyService(
      (_request, response, count) => response.writeHead(count === 2 || count === 3 ? 503 : 200).end('{}'),
      { concurrency: 4 },
    );
    const own = { ...call, isKnownGood: () => true };
    await service.client.send(own, lane());
    const reply = await service.client.send(own, lane());
    expect([reply.status, service.limiter.limit]).toEqual([200, 2]);
  });

  it('takes a 429 that asks for too long a wait as the answer', async () => {
    await using service = await tinyService((_request, response) =>
      response.writeHead(429, { 'retry-after': '86400' }).end('{}'),
    );
    expect((await service.client.send(call, lane())).status).toBe(429);
  });

  it('sends nothing to an address without TLS unless that is allowed', async () => {
    await using service = await tinyService(ok, { allowPlain: false });
    const reply = await service.client.send(call, lane());
    expect([reply.failure?.reason, service.requests.length]).toEqual(['plain-http', 0]);
  });

  it('follows no redirect', async () => {
    await using service = await tinyService((_request, response) =>
      response.writeHead(302, { location: '/elsewhere' }).end(),
    );
    const reply = await service.client.send(call, lane());
    expect([reply.status, service.requests.length]).toEqual([302, 1]);
  });

  it('says where an answer repeats the key', async () => {
    await using service = await tinyService((request, response) =>
      response.writeHead(401).end(`{"a/b":[{"said":"no ${request.headers.authorization}"}]}`),
    );
    const authorization = { scheme: 'Bearer ', secret: service.secret };
    const reply = await service.client.send({ ...call, authorization }, lane());
    expect(reply.credentialAt).toBe('/a~1b/0/said');
  });

  it('sends the key in the Authorization header only, and records its name', async () => {
    await using service = await tinyService((request, response) =>
      response.writeHead(401).end(`{"message":"no ${request.headers.authorization}"}`),
    );
    const reply = await service.client.send(
      { ...call, authorization: { scheme: 'Bearer ', secret: service.secret } },
      lane(),
    );
    expect(service.requests[0]?.headers.authorization).toBe('Bearer a-secret-of-the-test');
    expect(reply.echoesCredential).toBe(true);
    expect(JSON.stringify(service.transcript.calls)).not.toContain('a-secret-of-the-test');
    expect(service.transcript.calls[0]).toMatchObject({
      request: { headers: { authorization: 'Bearer [ADSERVER_API_KEY]' } },
      response: { body: '{"message":"no Bearer [ADSERVER_API_KEY]"}' },
    });
  });

  it('sends a key in other headers where it is told so, and records its name', async () => {
    await using service = await tinyService(ok);
    const secret = new Secret('ADSERVER_API_KEY', 'short');
    await service.client.send({ ...call, authorization: { scheme: '', secret, headers: { 'x-api-key': '' } } }, lane());
    expect(service.requests[0]?.headers).toMatchObject({ 'x-api-key': 'short' });
    expect(service.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(service.transcript.calls[0]?.request.headers).toMatchObject({ 'x-api-key': '[ADSERVER_API_KEY]' });
  });

  it('counts how many requests had to wait for each other', async () => {
    await using service = await tinyService(ok);
    const sequence = lane();
    await service.client.send(call, sequence);
    await Promise.all([service.client.send(call, sequence), service.client.send(call, sequence)]);
    expect(sequence.depth).toBe(2);
  });

  it.each([
    ['HTML', '<!doctype html><title>Hi</title>', 'HTML or XML, not JSON'],
    ['nothing', '', 'an empty body'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'bytes that are not UTF-8'],
  ])('reads %s as an answer to be judged', async (_what, body, problem) => {
    await using service = await tinyService((_request, response) => response.writeHead(200).end(body));
    expect((await service.client.send(call, lane())).json).toMatchObject({ ok: false, problem });
  });
});

describe('Retry-After', () => {
  it.each([
    ['5', 5],
    [' 0 ', 0],
    ['soon', null],
    ['', null],
  ])('%j is %j seconds', (text, seconds) => {
    expect(retryAfter({ 'retry-after': text })).toBe(seconds);
  });

  it('may be a date', () => {
    expect(retryAfter({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() })).toBeGreaterThan(50);
  });
});

import { describe, expect, it } from 'vitest';
import type { Reply } from '../../src/http/reply.ts';
import { anyReply } from '../checks/any-reply.ts';
import { judged, judgedAnswers, telling } from './judging.ts';

const context = {
  account_id: 'a',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  capabilities: { forecast: true, reporting: true, draft_booking: true },
};
const health = (status: number | null, value: unknown = context): Reply =>
  anyReply({ status, json: { ok: true, value } });
const inventory = (status: number | null, value: unknown = { data: [] }): Reply =>
  anyReply({ endpoint: 'inventory', status, json: { ok: true, value } });

describe('The address', () => {
  it.each([
    ['connection.https-only', 'https://ads.example/api/v1', { held: '' }],
    ['connection.https-only', 'http://ads.example/api/v1', { violation: telling('got http://') }],
    ['connection.version-segment', 'https://ads.example/api/v1/', { held: '' }],
    ['connection.version-segment', 'https://ads.example/api/v10', { violation: telling('/api/v10') }],
  ])('is judged by %s: %s', async (rule, address, judgement) => {
    expect(await judged(rule, { base: new URL(address) })).toMatchObject(judgement);
  });

  it.each([
    ['public', [{ address: '1.1.1.1', public: true }], { held: '' }],
    ['private', [{ address: '10.0.0.7', public: false, range: 'private' }], { violation: telling('10.0.0.7') }],
  ])('resolves to a %s address', async (_what, addresses, judgement) => {
    expect(await judged('connection.public-address', { lookup: { addresses } })).toMatchObject(judgement);
  });

  it('that cannot be looked up is left open', async () => {
    const lookup = { addresses: [], error: 'no such host' };
    expect(await judged('connection.public-address', { lookup })).toMatchObject({
      inconclusive: telling(/no such host/),
    });
  });
});

describe('The key', () => {
  it.each([
    ['accepted', health(200), inventory(200), { held: '' }],
    ['refused by one endpoint alone', health(401), inventory(200), { held: '' }],
    ['refused by the only endpoint that answers', health(403), inventory(null), { held: '' }],
    ['refused by both', health(401), inventory(403), { violation: telling('auth_error') }],
  ])('is %s', async (_what, health, inventory, judgement) => {
    const replies = { health, inventory };
    expect(await judged('connection.key-accepted', { replies, other: null })).toMatchObject(judgement);
  });

  it('that is accepted under another scheme is not what is wrong', async () => {
    const replies = { health: health(401), inventory: inventory(401) };
    const other = { way: 'Authorization: Token <key>', reply: health(200) };
    expect(await judged('connection.key-accepted', { replies, other })).toMatchObject({
      violation: telling('It accepts `Authorization: Token <key>`. The key is right'),
    });
  });

  it('that was denied once and then accepted is not accepted throughout', async () => {
    const denied = { ...health(200), denied: [health(401)] };
    expect(await judgedAnswers('connection.key-accepted-throughout', [health(200), denied])).toMatchObject({
      violation: telling('status 401'),
    });
    expect(await judgedAnswers('connection.key-accepted-throughout', [{ ...denied, status: 401 }])).toHaveProperty(
      'held',
    );
  });
});

describe('Answers', () => {
  it('that redirect are a violation, unless the listing API sends them', async () => {
    const redirect = { ...inventory(302), headers: { location: '/login' } };
    expect(await judgedAnswers('connection.no-redirect', [health(200), redirect])).toMatchObject({
      violation: telling('to /login'),
    });
    expect(await judgedAnswers('connection.no-redirect', [{ ...redirect, endpoint: 'toplists' }])).toEqual({
      held: '0 answers',
    });
    expect(await judgedAnswers('connection.no-redirect', [health(304)])).toHaveProperty('held');
  });

  it('that break the rules of HTTP are a violation, whether or not they can be read all the same', async () => {
    const rule = 'connection.answers-are-http';
    const violation = { kind: 'two-lengths', does: 'has two lengths', fix: 'Send one.' } as const;
    expect(await judgedAnswers(rule, [health(200)])).toHaveProperty('held');
    for (const status of [200, null])
      expect(await judgedAnswers(rule, [{ ...health(status), violation }])).toMatchObject({
        violation: telling('The answer has two lengths'),
      });
  });

  it('of JSON say so, in any spelling', async () => {
    const marked = (type: string) => ({ ...health(200), headers: { 'content-type': type } });
    const rule = 'connection.json-content-type';
    expect(await judgedAnswers(rule, [marked('Application/JSON; charset=utf-8')])).toHaveProperty('held');
    expect(await judgedAnswers(rule, [marked('application/jsonp')])).toHaveProperty('violation');
    expect(await judgedAnswers(rule, [health(200)])).toMatchObject({
      violation: telling('no Content-Type'),
    });
  });

  it('name each member once, and begin with JSON', async () => {
    const having = (text: string, rest: Partial<Reply> = {}) => ({ ...health(200), body: Buffer.from(text), ...rest });
    const [twice, mark] = ['connection.members-named-once', 'connection.no-byte-order-mark'];
    for (const rule of [twice, mark])
      expect(await judgedAnswers(rule, [having('{"a":{"a":1}}'), having('')])).toEqual({ held: '2 answers' });
    const twiceInside = having('{"a":[{"b":1,"b":2}]}');
    expect(await judgedAnswers(twice, [twiceInside])).toMatchObject({
      violation: telling(/got \/a\/0\/b more than once/),
      pointer: '/a/0/b',
    });
    expect(await judgedAnswers(twice, [{ ...twiceInside, isOfGateway: true }])).toEqual({ held: '0 answers' });
    expect(await judgedAnswers(mark, [having('\ufeff{}')])).toMatchObject({ violation: telling(/EF BB BF/) });
  });

  it('to GET /health are all 200', async () => {
    const rule = 'connection.health-answers-200';
    expect(await judged(rule, { replies: [health(200), health(200)] })).toEqual({ held: '' });
    expect(await judged(rule, { replies: [health(200), health(201)] })).toMatchObject({
      violation: telling(/got status 201/),
    });
    expect(await judged(rule, { replies: [health(429)] })).toHaveProperty('inconclusive');
    expect(await judged(rule, { replies: [health(401)], inventory: inventory(200) })).toMatchObject({
      violation: telling(/`GET \/inventory` answers 200 to the same key/),
    });
  });

  it('are what the client concludes from', async () => {
    const concluded = (health: Reply, inventory: Reply) =>
      judged('connection.client-conclusion', { health, inventory });
    expect(await concluded(health(200), inventory(200))).toMatchObject({
      held: telling(/connected\. inventory_read is confirmed/),
    });
    expect(await concluded(health(200, {}), inventory(403))).toMatchObject({
      held: telling(/invalid_response .* inventory_read is not verified \(status 403\)/),
    });
  });
});

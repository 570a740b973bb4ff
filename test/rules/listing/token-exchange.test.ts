import { becauseOf } from '../../../src/engine/signal.ts';
import { describe, expect, it } from 'vitest';
import * as rules from '../../../checks/listing/token-exchange/rules.ts';
import { garbage } from '../../../checks/listing/values/credentials.ts';
import { excuse } from '../../../src/http/reply.ts';
import { answer, judged, findingOf, judgedAnswers, said, telling } from '../judging.ts';

const token = (body: unknown, status = 200) =>
  answer(status, body, { endpoint: 'token', body: Buffer.from(JSON.stringify(body)) });
const granted = token({ token: 'a-token', scopes: ['toplist:read'], site: { id: 1 } });
const refused = token({ code: 'invalid_credentials' }, 401);
const locked = token({ code: 'locked' }, 403);
const pair = { wrong: 'key' as const, what: 'the key', key: garbage(), secret: garbage() };
const data = (status: number | null) => answer(status, { data: [] }, { endpoint: 'toplists' });

describe('The first exchange', () => {
  it.each([
    ['granted', granted, 'holds'],
    ['refused', refused, 'broken: Expected a token, got status 401 (invalid_credentials)'],
    ['a web page', answer(200, undefined, { body: Buffer.from('<!DOCTYPE html>') }), 'broken: Expected a token'],
    ['not from this machine', token({ code: 'ip_not_allowed' }, 403), 'inconclusive: This machine'],
    ['limited', token({}, 429), 'inconclusive: The service kept answering 429'],
    ['lost', answer(null), 'inconclusive: POST'],
  ])('that is %s is told as such', async (_what, reply, words) => {
    expect(await said(rules.credentialsAccepted, { reply })).toContain(words);
  });

  it('are perhaps not read if the refusal says that they are missing', async () => {
    const fixOf = async (message: string) =>
      (await findingOf('token-exchange.credentials-accepted', { reply: token({ code: 'bad', message }, 400) })).fix;
    expect(await fixOf('key and secret are required')).toMatch(/^Read the body as JSON/);
    expect(await fixOf('This key has expired.')).toBeUndefined();
  });
});

describe('A wrong key', () => {
  const status = (reply = refused) => said(rules.wrongKey.status, { wrongCredentials: { wrong: [{ pair, reply }] } });

  it('is refused with 401 and its code', async () => {
    expect(await status()).toBe('holds');
    expect(await status(token({}, 403))).toBe('broken: Expected status 401, got status 403 for the key');
    const wrong = [{ pair, reply: token({ code: 'unknown_key' }, 401) }];
    expect(await said(rules.wrongKey.code, { wrongCredentials: { wrong } })).toMatch(/^broken: Expected the code/);
  });

  it('gets no token with its refusal', async () => {
    expect(await status(token({ code: 'invalid_credentials', token: 'trace-5c1a0b77e2' }, 401))).toBe('holds');
    expect(await status(token({ token: 'a-token', expires_in: 3600 }, 401))).toMatch(/^broken: .* the error alone/);
  });

  it('says nothing more once the right one is refused too', async () => {
    const records = { wrongCredentials: { wrong: [{ pair, reply: refused }], lockout: locked, malformed: null } };
    const words = /^inconclusive: The service shut this client out .* got status 403 \(locked\)\.$/;
    expect(await said(rules.wrongKey.status, records)).toMatch(words);
    expect(await judged('token-exchange.missing-secret-refused', records)).toHaveProperty('inconclusive');
  });

  it('is left open when the client is locked out, unless another answer is wrong', async () => {
    const out = token({ code: 'locked' }, 423);
    excuse(out, { because: becauseOf('Locked out.'), shownBy: [locked] });
    expect(await status(out)).toBe('inconclusive: Locked out.');
    const wrong = [out, granted].map((reply) => ({ pair, reply }));
    expect(await said(rules.wrongKey.status, { wrongCredentials: { wrong } })).toMatch(/^broken/);
  });

  it('is answered like a wrong secret', async () => {
    const found = { where: 'the body', one: '"key"', other: '"secret"' };
    expect(await said(rules.wrongAlike, { compared: { found: null, replies: [] } })).toBe('holds');
    expect(await said(rules.wrongAlike, { compared: { found, replies: [refused] } })).toMatch(
      /^broken: .* got another value in the body: "key" for a wrong key, "secret" for a wrong secret$/,
    );
  });
});

describe('A second exchange', () => {
  const repeatable = (again: unknown) => said(rules.repeatable, { again });

  it('grants a token again', async () => {
    expect(await repeatable(granted)).toBe('holds');
    expect(await repeatable(locked)).toMatch(/^broken: Expected another token/);
    expect(await repeatable(answer(null))).toMatch(/^inconclusive/);
  });

  it('leaves the first token valid', async () => {
    const stays = (first: unknown, older: unknown) =>
      said(rules.firstTokenStaysValid, { uses: { first }, later: { older } });
    expect(await stays(data(200), data(200))).toBe('holds');
    expect(await stays(data(200), data(401))).toMatch(/^broken: Expected data, as before, got status 401/);
    expect(await stays(data(404), data(404))).toBe('holds');
    expect(await stays(data(200), data(500))).toMatch(/^broken/);
    expect(await stays(data(401), data(401))).toMatch(/^inconclusive/);
    expect(await stays(data(200), data(429))).toMatch(/^inconclusive/);
  });
});

describe('An incomplete exchange', () => {
  it.each([
    ['refused', token({}, 400), 'held'],
    ['granted', granted, 'violation'],
    ['answered 200 without a token', token({ code: 'bad' }), 'held'],
    ['not answered', answer(null), 'inconclusive'],
  ])('that is %s: %s', async (_what, missing, end) => {
    const records = { wrongCredentials: { malformed: { missing } } };
    expect(await judged('token-exchange.missing-secret-refused', records)).toHaveProperty(end);
  });
});

describe('Every grant', () => {
  const broken = (id: string, body: unknown) => judgedAnswers(`token-exchange.${id}`, [granted, token(body)]);

  it('is an object, whose members are as the contract says', async () => {
    expect(await broken('body-is-object', ['a-token'])).toMatchObject({ violation: telling('got an array') });
    expect(await broken('token', { token: 7 })).toMatchObject({ violation: telling('got a JSON number') });
    expect(await broken('token', { token: 'two words' })).toMatchObject({ violation: telling('other characters') });
    expect(await broken('expires-in-3600', { expires_in: '3600' })).toHaveProperty('violation');
    expect(await broken('site-is-object', { site: 'gazette' })).toMatchObject({ pointer: '/site' });
    for (const id of ['token', 'site-is-object'])
      expect(await broken(id, { data: { token: 'a', site: {} } })).toMatchObject({ violation: telling('inside data') });
  });

  it('is judged by members of a site only if it has one', async () => {
    expect(await judgedAnswers('token-exchange.site-id', [granted, token({ site: 7 })])).toEqual({ held: '1 answers' });
  });

  it('is answered 200', async () => {
    expect(await judgedAnswers('token-exchange.answers-200', [granted])).toHaveProperty('held');
    expect(await judgedAnswers('token-exchange.answers-200', [token({}, 201)])).toHaveProperty('violation');
  });
});

describe('The scopes of an exchange', () => {
  const scopes = (...each: unknown[]) => judgedAnswers('token-exchange.scopes', [token({ token: 'a', scopes: each })]);

  it.each(['toplist:read brand:read', 'toplist:read,brand:read', 'toplist:read, brand:*', 'a.b:read\nc-d:write now'])(
    'are not several in one string: %j',
    async (joined) => {
      expect(await scopes('site:read', joined)).toMatchObject({
        violation: telling(/Expected one scope in each string, got/),
        pointer: '/scopes/1',
      });
    },
  );

  it.each(['toplist:read', 'Read toplists', 'Lists: read, write', 'toplist:read (all)', ' toplist:read'])(
    'may be any text: %j',
    async (scope) => {
      expect(await scopes(scope, 'brand:read')).toMatchObject({ held: '1 answers' });
    },
  );
});

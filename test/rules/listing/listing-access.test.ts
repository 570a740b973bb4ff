import { becauseOf } from '../../../src/engine/signal.ts';
import { describe, expect, it } from 'vitest';
import * as rules from '../../../checks/listing/listing-access/token-rules.ts';
import * as forbidden from '../../../checks/listing/listing-access/forbidden-rules.ts';
import { garbage } from '../../../checks/listing/values/credentials.ts';
import { excuse, type Reply } from '../../../src/http/reply.ts';
import { answer, findingOf, judged, judgedAnswers, said, telling } from '../judging.ts';

const data = (status: number | null, body: unknown = {}): Reply =>
  answer(status, body, { endpoint: 'toplists', body: Buffer.from(JSON.stringify(body)) });
const served = data(200, { data: [{ name: 'Best of the week' }] });
const lacking = data(403, { code: 'insufficient_scope' });
const denied = data(401);
const named = { id: 101, guessed: false };
const guessed = { id: 101, guessed: true };
describe('A static token', () => {
  const accepted = (reply: Reply, templateId = named) => said(rules.staticTokenAccepted, { reply, templateId });

  it('is served', async () => {
    expect(await accepted(served)).toBe('holds');
    expect(await accepted(denied)).toMatch(/^broken: Expected status 200, got status 401/);
    expect(await accepted(data(404))).toMatch(/If there is no template of the number given/);
    expect(await accepted(data(404), guessed)).toMatch(/^inconclusive: .*--listing-template-id/);
    expect(await accepted(lacking)).toMatch(/^inconclusive: This credential lacks the scope/);
  });

  const uses = (reply: Reply | null) => ({
    all: reply ? [{ mode: 'static', isLimited: false, reply }] : [],
    recognised: null,
  });
  const lasts = (again: Reply, late: Reply, recognised: Reply | null = null) =>
    said(rules.staticTokenLasts, {
      first: served,
      again: uses(again),
      late: { ...uses(late), recognised },
    });

  it('goes on being served', async () => {
    expect(await lasts(served, served)).toBe('holds');
    expect(await lasts(served, denied, served)).toBe(
      'broken: Expected data, as before, got status 401 at the end of the run, while another token was recognised',
    );
  });

  it('is judged by the refusal that nothing excuses', async () => {
    const out = data(403);
    excuse(out, { because: becauseOf('Shut out.'), shownBy: [out] });
    expect(await lasts(out, served)).toBe('inconclusive: Shut out.');
    expect(await lasts(out, data(401), served)).toMatch(/^broken/);
  });
});

describe('An exchanged token', () => {
  const NOW = Date.parse('2026-03-02T10:00:00Z') / 1000;
  const headers = { date: new Date(1000 * NOW).toUTCString() };
  const grantOf = (claims: object) =>
    answer(200, { token: `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln` });
  const accepted = (claims: object) =>
    findingOf('listing-access.exchanged-token-accepted', {
      uses: { first: { ...denied, headers } },
      exchange: grantOf(claims),
      templateId: named,
    });

  it('that is refused since it expired early shows that mistake', async () => {
    expect(await accepted({ iat: NOW - 1, exp: NOW })).toHaveProperty('slip', 'short-lived');
    expect(await accepted({ iat: NOW - 1, exp: NOW + 900 })).not.toHaveProperty('slip');
    expect(await accepted({ iat: NOW - 1, exp: NOW + 3599 })).toMatchObject({
      more: 'The token is a JWT whose `exp` is still 3599 s ahead.',
      fix: telling('`exp` is in seconds: compare it with seconds'),
    });
    expect(await accepted({ sub: 'a' })).not.toHaveProperty('fix');
    const records = { uses: { first: served }, grant: grantOf({ iat: NOW - 60, exp: NOW }), again: uses(served) };
    const lasts = findingOf('listing-access.exchanged-token-lasts', { ...records, late: uses({ ...denied, headers }) });
    expect(await lasts).toHaveProperty('slip', 'short-lived');
  });

  it('that is served later is known to some processes alone', async () => {
    const records = { exchange: answer(200), grant: answer(200), templateId: named };
    const first = { uses: { first: denied, second: served }, ...records };
    expect(await findingOf('listing-access.exchanged-token-accepted', first)).toHaveProperty('slip', 'in-turn');
    const lasts = { uses: { first: served }, ...records, again: uses(denied), late: uses(served) };
    expect(await findingOf('listing-access.exchanged-token-lasts', lasts)).toHaveProperty('slip', 'in-turn');
  });

  const uses = (reply: Reply) => ({ all: [{ mode: 'exchanged', isLimited: false, reply }], recognised: served });
});

describe('A request without a token', () => {
  const tokens = [{ mode: 'exchanged', isLimited: false }];
  const noData = (reply: Reply) =>
    said(rules.noToken, {
      attempts: [{ how: 'without one', reply }],
      served,
      tokens,
    });

  it('gets no data, in a refusal either', async () => {
    expect(await noData(denied)).toBe('holds');
    expect(await noData(served)).toBe('broken: Expected a refusal, got status 200 to a request without one');
    expect(await noData(data(401, { preview: [{ name: 'Best of the week' }] }))).toMatch(
      /^broken: .* status 401 with data to a request without one\. It holds name: Best of the week/,
    );
    expect(await noData(data(429))).toMatch(/^inconclusive/);
  });

  it('says nothing of a token that is nearly one which is not served either', async () => {
    const attempts = [{ how: 'with characters appended', reply: denied }];
    expect(await said(rules.nearStaticToken, { attempts, served, tokens })).toMatch(/^inconclusive/);
    expect(await said(rules.nearExchangedToken, { attempts, served, tokens })).toBe('holds');
  });
});

describe('A good token', () => {
  const throughout = (reply: Reply) => judgedAnswers('listing-access.good-token-accepted-throughout', [reply]);

  it('is accepted with every request', async () => {
    expect(await throughout(served)).toEqual({ held: '1 answers' });
    expect(await throughout({ ...served, denied: [denied] })).toMatchObject({ violation: telling('got status 401') });
    expect(await throughout({ ...denied, denied: [denied] })).toEqual({ held: '0 answers' });
  });
});

describe('An error', () => {
  const secret = garbage();
  const repeats = (reply: Reply) => said(rules.noSecretInErrors, { garbage: [{ secret, reply }] });

  it('does not repeat the secret or the token of its request', async () => {
    expect(await repeats(denied)).toBe('holds');
    expect(await repeats(data(403, { message: `No: ${secret.reveal()}.` }))).toMatch(
      /^broken: .* repeats \[GARBAGE_TOKEN\]$/,
    );
    const claims = Buffer.from(JSON.stringify({ sub: 'a', secret: secret.reveal() })).toString('base64url');
    expect(await repeats(data(403, { token: `eyJhbGciOiJIUzI1NiJ9.${claims}.c2ln` }))).toMatch(
      /^broken: .* repeats \[GARBAGE_TOKEN\] in the claims of a JWT$/,
    );
  });
});

describe('A token without the scope', () => {
  const { status, code, noData } = forbidden.withoutScope.exchanged;
  const records = { templateId: named, served };

  it('is refused with 403 and its code, and gets no data', async () => {
    expect(await said(status, { ...records, reply: lacking })).toBe('holds');
    expect(await said(status, { ...records, reply: denied })).toMatch(/^broken: Expected status 403, got status 401$/);
    expect(await said(code, { reply: data(403, { code: 'forbidden' }) })).toMatch(/^broken/);
    expect(await said(noData, { reply: lacking, served })).toBe('holds');
    expect(await said(noData, { reply: data(403, { data: [{ name: 'Best of the week' }] }), served })).toMatch(
      /^broken/,
    );
  });

  it('is refused later as at first', async () => {
    const none = { all: [], recognised: null };
    const later = (reply: Reply, exchanged = lacking) =>
      said(forbidden.withoutScopeLater, {
        again: { ...none, all: [{ mode: 'exchanged', isLimited: true, reply }] },
        late: none,
        exchanged,
        served,
      });
    expect(await later(lacking)).toBe('holds');
    expect(await later(served)).toMatch(/^broken: Expected status 403, got status 200 when it was used again/);
    expect(await later(data(403, { data: [{ name: 'Best of the week' }] }))).toMatch(/^broken: .* with data/);
    expect(await later(data(429))).toMatch(/^inconclusive/);
    expect(await later(served, served)).toMatch(/^inconclusive/);
  });

  it('is refused while others are served', async () => {
    const own = (isLimited: boolean, reply: Reply) =>
      said(forbidden.ownTokenDecides, {
        uses: [
          { isLimited: !isLimited, reply: isLimited ? served : lacking },
          { isLimited, reply },
        ],
      });
    expect(await own(true, lacking)).toBe('holds');
    expect(await own(true, served)).toMatch(/^broken: Expected status 403/);
    expect(await own(false, lacking)).toMatch(/^broken: Expected data/);
    expect(await own(false, data(429))).toMatch(/^inconclusive/);
  });
});

describe('The scopes that an exchange tells', () => {
  const told = (full: string[], limited: string[]) =>
    said(forbidden.grantedScopesDecide, {
      granted: data(200, { scopes: full }),
      uses: { first: served },
      limited: { reply: data(200, { scopes: limited }) },
      limitedUse: lacking,
    });

  it('are more for a token that is served than for one that is not', async () => {
    expect(await told(['lists', 'brands'], ['brands'])).toBe('holds');
    expect(await told(['brands'], ['brands'])).toMatch(
      /got \["brands"\] for the full .* and \["brands"\] for the limited/,
    );
    expect(await told([], [])).toMatch(/got no scope$/);
  });
});

describe('An address that is not on the allowlist', () => {
  it('is granted no token with the refusal of an exchange', async () => {
    const exchange = (body: object) =>
      judged('listing-access.blocked-exchange-403', { reply: answer(403, { code: 'ip_not_allowed', ...body }) });
    expect(await exchange({})).toEqual({ held: '' });
    expect(await exchange({ token: 'trace-5c1a0b77e2' })).toEqual({ held: '' });
    expect(await exchange({ token: 'a-token', expires_in: 3600 })).toMatchObject({
      violation: telling(/got status 403 with a token/),
      pointer: '/token',
    });
  });

  const judge = (withToken: Reply | null, other = denied) => {
    const attempts = [withToken, other].flatMap((reply) => (reply ? [{ how: 'with it', reply }] : []));
    return judged('listing-access.blocked-data-401', {
      uses: attempts,
      token: withToken && garbage(),
      templateId: named,
    });
  };

  it('is refused data with 401, with a good token too', async () => {
    expect(await judge(denied)).toMatchObject({ held: telling('on the list') });
    expect(await judge(data(403))).toHaveProperty('violation');
    expect(await judge(null)).toMatchObject({ inconclusive: telling('--listing-token') });
    expect(await judge(null, data(403))).toHaveProperty('violation');
  });
});

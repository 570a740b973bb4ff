import { describe, expect, it } from 'vitest';
import { member } from '../../fixtures/publisher/json.ts';
import { type Answer, exchange, get, noon, post, publisherFor, textAt } from './client.ts';

const path = '/toplists?template_id=101';

describe('The token exchange', () => {
  it('answers with a bearer token for an hour, the site and the scopes', async () => {
    const { status, body } = await exchange(await publisherFor());
    expect([status, body]).toEqual([
      200,
      {
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
        type: 'bearer',
        expires_in: 3600,
        site: {
          id: expect.any(Number) as number,
          name: expect.any(String) as string,
          code: expect.any(String) as string,
          domain: expect.any(String) as string,
        },
        scopes: ['toplist:read', 'brand:read'],
      },
    ]);
  });

  it('answers a wrong key and a wrong secret alike', async () => {
    const publisher = await publisherFor();
    const { key, secret } = publisher.listing;
    const wrongKey = await exchange(publisher, { key: 'nobody', secret });
    const wrongSecret = await exchange(publisher, { key, secret: `${secret}x` });
    expect([wrongKey.status, textAt(wrongKey, 'code'), wrongKey.text]).toEqual([
      401,
      'invalid_credentials',
      wrongSecret.text,
    ]);
  });

  it.each([{}, { key: 'a' }, { key: 1, secret: 'b' }, [], null])('refuses %j with 400', async (body) => {
    expect((await post(await publisherFor(), '/auth/token', body, {})).status).toBe(400);
  });

  it('is closed to an address that is not allowed', async () => {
    const answer = await exchange(await publisherFor({ allowlisted: false }));
    expect([answer.status, textAt(answer, 'code')]).toEqual([403, 'ip_not_allowed']);
  });
});

describe('The listing', () => {
  it('is open to an exchanged token, as often as it is used', async () => {
    const publisher = await publisherFor();
    const token = textAt(await exchange(publisher), 'token');
    const statuses = [await get(publisher, path, token), await get(publisher, path, token)].map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
  });

  it('is open to a static token', async () => {
    const publisher = await publisherFor();
    expect((await get(publisher, path, publisher.listing.staticToken)).status).toBe(200);
  });

  it('is closed to a token from the end of its hour on', async () => {
    let now = noon;
    const publisher = await publisherFor({ now: () => now });
    const token = textAt(await exchange(publisher), 'token');
    now = new Date(noon.getTime() + 3_599_000);
    const before = await get(publisher, path, token);
    now = new Date(noon.getTime() + 3_600_000);
    const after = await get(publisher, path, token);
    expect([before.status, after.status]).toEqual([200, 401]);
  });

  it('is closed to a token with another signature or other claims', async () => {
    const publisher = await publisherFor();
    const [head = '', claims = '', sign = ''] = textAt(await exchange(publisher), 'token').split('.');
    const wider = Buffer.from(JSON.stringify({ sub: 'x', scopes: ['toplist:read'], exp: 9e9 })).toString('base64url');
    const forged = [`${head}.${wider}.${sign}`, `${head}.${claims}.${'A'.repeat(43)}`, `${head}.${claims}.`, 'x'];
    const answers = await Promise.all(forged.map((token) => get(publisher, path, token)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  it('is closed without a token, and to the key of the ad server', async () => {
    const publisher = await publisherFor();
    const answers = await Promise.all([get(publisher, path, null), get(publisher, path)]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  });

  it('is closed to credentials without the scope, exchanged or static, and shows no data', async () => {
    const publisher = await publisherFor();
    const { limitedKey, limitedSecret, limitedToken } = publisher.listing;
    const exchanged = textAt(await exchange(publisher, { key: limitedKey, secret: limitedSecret }), 'token');
    const answers = await Promise.all([exchanged, limitedToken].map((token) => get(publisher, path, token)));
    const seen = answers.map((answer) => [answer.status, textAt(answer, 'code'), member(answer.body, 'data')]);
    expect(seen).toEqual([1, 2].map(() => [403, 'insufficient_scope', undefined]));
  });

  it('answers 401 to an address that is not allowed', async () => {
    const publisher = await publisherFor({ allowlisted: false });
    expect((await get(publisher, path, publisher.listing.staticToken)).status).toBe(401);
  });
});

describe('The throttle of the exchange', () => {
  const wrong = { key: 'nobody', secret: 'none' };

  it('admits ten calls, failed ones counted, and tells the eleventh how long to wait', async () => {
    const publisher = await publisherFor();
    const answers: Answer[] = [];
    for (let call = 0; call < 11; call += 1)
      answers.push(await exchange(publisher, call % 2 === 0 ? wrong : publisher.listing));
    expect([answers.map(({ status }) => status), answers[10]?.headers.get('retry-after')]).toEqual([
      [401, 200, 401, 200, 401, 200, 401, 200, 401, 200, 429],
      '60',
    ]);
  });

  it('admits ten of many calls at once', async () => {
    const publisher = await publisherFor();
    const answers = await Promise.all(Array.from({ length: 15 }, () => exchange(publisher)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  it('forgets a call once it is a window old', async () => {
    let now = noon;
    const publisher = await publisherFor({ now: () => now, throttleWindowSeconds: 5 });
    for (let call = 0; call < 10; call += 1) await exchange(publisher);
    now = new Date(noon.getTime() + 4_999);
    const early = await exchange(publisher);
    now = new Date(noon.getTime() + 5_000);
    const late = await exchange(publisher);
    expect([early.status, early.headers.get('retry-after'), late.status]).toEqual([429, '1', 200]);
  });

  it('does not count calls for data', async () => {
    const publisher = await publisherFor();
    for (let call = 0; call < 12; call += 1) await get(publisher, path, publisher.listing.staticToken);
    expect((await exchange(publisher)).status).toBe(200);
  });
});

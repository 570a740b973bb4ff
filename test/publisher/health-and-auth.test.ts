import { describe, expect, it } from 'vitest';
import { memberAt } from '../../fixtures/publisher/json.ts';
import { get, order, post, publisherFor } from './client.ts';
import { booking, question } from './requests.ts';

describe('GET /health', () => {
  it('tells account, zone, currency and exactly three flags', async () => {
    const { status, body } = await get(await publisherFor(), '/health');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        account_id: expect.stringMatching(/./) as string,
        account_name: expect.any(String) as string,
        timezone: 'Europe/Berlin',
        currency: 'EUR',
        capabilities: { forecast: true, reporting: true, draft_booking: true },
      },
    });
  });

  it('is served to a key of any scope', async () => {
    const publisher = await publisherFor();
    const { withoutRead, withoutDraft, withoutReport } = publisher.keys;
    const answers = await Promise.all(
      [withoutRead, withoutDraft, withoutReport].map((key) => get(publisher, '/health', key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('An API key', () => {
  it.each(['/health', '/inventory'])('is asked for at GET %s', async (path) => {
    expect((await get(await publisherFor(), path, null)).status).toBe(401);
  });

  it.each(['/forecast', '/orders', '/reports'])(
    'is asked for at POST %s before the body is looked at',
    async (path) => {
      expect((await post(await publisherFor(), path, '{', {})).status).toBe(401);
    },
  );

  it.each([
    ['cut short', (key: string) => key.slice(0, -1)],
    ['lengthened', (key: string) => `${key}a`],
    ['in lower case', (key: string) => key.toLowerCase()],
  ])('%s is no good', async (_what, altered) => {
    const publisher = await publisherFor();
    expect((await get(publisher, '/health', altered(publisher.keys.full))).status).toBe(401);
  });

  it('that has expired is no good', async () => {
    const publisher = await publisherFor();
    expect((await get(publisher, '/health', publisher.keys.expired)).status).toBe(401);
  });

  it('is taken as a bearer token only', async () => {
    const publisher = await publisherFor();
    const { full } = publisher.keys;
    const answers = await Promise.all([
      post(publisher, '/forecast', question(), { Authorization: full }),
      post(publisher, '/forecast', question(), { Authorization: `Basic ${full}` }),
      post(publisher, `/forecast?api_key=${full}`, question(), {}),
      post(publisher, '/forecast', question(), { Authorization: `bearer ${full}` }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 200]);
  });

  it('without the scope is refused with 403, each endpoint by its own', async () => {
    const publisher = await publisherFor();
    const { withoutRead, withoutDraft, withoutReport } = publisher.keys;
    const answers = await Promise.all([
      get(publisher, '/inventory', withoutRead),
      order(publisher, booking(), withoutDraft),
      post(publisher, '/reports', {}, { Authorization: `Bearer ${withoutReport}` }),
      get(publisher, '/inventory', withoutDraft),
      order(publisher, booking(), withoutReport),
      post(publisher, '/reports', {}, { Authorization: `Bearer ${withoutRead}` }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 200, 201, 200]);
  });

  it('that is refused books nothing', async () => {
    const publisher = await publisherFor();
    await order(publisher, booking(), publisher.keys.withoutDraft);
    await order(publisher, booking(), 'nobody');
    expect(publisher.store.orders).toEqual([]);
  });

  it('never shows in an error', async () => {
    const publisher = await publisherFor();
    const answer = await get(publisher, '/health', `${publisher.keys.full}x`);
    expect(answer.text).not.toContain(publisher.keys.full);
  });
});

describe('Every error', () => {
  it.each([
    ['an unknown path', 404, 'GET', '/nowhere', ''],
    ['a wrong method', 405, 'POST', '/health', ''],
    ['malformed JSON', 400, 'POST', '/orders', '{"a":'],
    ['a body that is no object', 400, 'POST', '/forecast', '[]'],
    ['a body past the limit', 413, 'POST', '/orders', `"${'x'.repeat(1_100_000)}"`],
    ['an unknown slot', 404, 'POST', '/forecast', JSON.stringify(question({ inventory_id: 'none' }))],
    ['a page of 0', 400, 'GET', '/inventory?limit=0', ''],
  ])('has code and message: %s', async (_what, status, method, path, body) => {
    const publisher = await publisherFor();
    const answer = method === 'GET' ? await get(publisher, path) : await post(publisher, path, body);
    expect([answer.status, typeof memberAt(answer.body, 'code'), typeof memberAt(answer.body, 'message')]).toEqual([
      status,
      'string',
      'string',
    ]);
  });
});

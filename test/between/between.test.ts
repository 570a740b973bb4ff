import { describe, expect, it } from 'vitest';
import { verdictWords } from '../../src/report/verdict-words.ts';
import { endedAs, PATIENCE, resultsOf } from '../matrix/judge.ts';
import { judgeBehind, type Answer, type Front, type Judged } from './front.ts';
import * as pages from './pages.ts';

/** The page is what answers everything from this request on. */
const from = (begin: number, page: Answer): Front => ({ answers: ({ before }) => (before < begin ? null : page) });

const broken = ({ report }: Judged) => endedAs(report, 'fail', 'warn', 'error');
const firstLine = ({ report }: Judged) => verdictWords(report).meaning;
const messageOf = ({ report }: Judged, id: string) => resultsOf(report).find((one) => one.id === id)?.message;
const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe.concurrent(
  'The run ends early, and blames no rule, where everything is answered by',
  { timeout: PATIENCE },
  () => {
    it.each<[string, Answer, string]>([
      ['a challenge', pages.challenge, 'A bot filter (Cloudflare) answers instead of the service.'],
      ['a page that refuses', pages.accessDenied, 'A bot filter (Cloudflare) answers instead of the service.'],
      ['a firewall that answers 200', pages.f5, 'A firewall (F5) answers instead of the service.'],
      [
        'a web server that lets nobody in',
        pages.ofNginx(403, '403 Forbidden'),
        'A firewall or bot filter (nginx) answers instead of the service.',
      ],
      ['an API gateway', pages.apiGateway, 'A gateway (AWS API Gateway) answers instead of the service.'],
      ['a login page', pages.login, 'A login page answers instead of the service.'],
      ['a parked domain', pages.parked, 'A parked domain answers instead of the service.'],
      ['a captive portal', pages.captivePortal, 'A captive portal answers instead of the service.'],
      [
        'a web server that asks for a certificate',
        pages.noCertificate,
        'A web server that asks for a TLS client certificate (nginx) answers instead of the service.',
      ],
    ])('%s', async (_name, page, line) => {
      const judged = await judgeBehind(from(0, page));
      expect(broken(judged)).toEqual({});
      expect([judged.report.verdict, firstLine(judged)]).toEqual(['inconclusive', line]);
      expect(judged.report.reasons.join(' ')).not.toMatch(
        /API key (?:is|looks)|credentials look|Check (?:its|the) path/,
      );
      expect(judged.came).toBeLessThan(10);
    });

    it.each<[string, Answer]>([
      ['a ban with 403', pages.accessDenied],
      ['a ban with 429', pages.rateLimited],
      ['a ban of a web server with 403', pages.ofNginx(403, '403 Forbidden')],
      ['a ban of a web server with 429', pages.ofNginx(429, '429 Too Many Requests')],
    ])('%s from request 150 on', async (_name, page) => {
      const judged = await judgeBehind(from(150, page));
      expect(broken(judged)).toEqual({});
      expect(judged.report.verdict).toBe('inconclusive');
      expect(firstLine(judged)).toMatch(/^A .* answers instead of the service\.$/);
      expect(judged.came).toBeLessThan(180);
    });

    it.each([
      [403, 'Your address is blocked.'],
      [401, 'This key is revoked.'],
    ])('a ban with %i in the words of the API, which one rule is blamed for', async (status, message) => {
      const judged = await judgeBehind(from(150, json(status, { code: 'refused', message })));
      expect(Object.keys(broken(judged))).toEqual(['connection.key-accepted-throughout']);
      expect(messageOf(judged, 'connection.key-accepted-throughout')).toContain(`refused (status ${status})`);
      expect(judged.came).toBeLessThan(180);
    });

    it('a ban of the listing API', async () => {
      const judged = await judgeBehind(from(0, pages.accessDenied), 'listing');
      expect(broken(judged)).toEqual({});
      expect([judged.report.verdict, judged.came < 10]).toEqual(['inconclusive', true]);
    });
  },
);

const hasTag = (body: string) => /<(?:script|iframe|img|a )/i.test(body);

describe.concurrent(
  'A filter that refuses bodies with tags is the cause that creatives are not judged:',
  { timeout: PATIENCE },
  () => {
    it.each<[string, Answer]>([
      ['a page with 403', pages.ofNginx(403, '403 Forbidden')],
      ['JSON of a gateway', pages.apiGateway],
      ['an empty 403', { status: 403, body: '' }],
    ])('%s', async (_name, page) => {
      const judged = await judgeBehind({ answers: ({ body }) => (hasTag(body) ? page : null) });
      expect(broken(judged)).toEqual({});
      expect(Object.keys(endedAs(judged.report, 'inconclusive'))).toEqual(['orders.takes-creatives']);
      expect(messageOf(judged, 'orders.takes-creatives')).toMatch(
        /refuses bodies that contain tags \(40[36]\), before the service/,
      );
      expect(judged.report.verdict).toBe('passed');
    });

    it('a page of a firewall with 200, for which no rule is blamed', async () => {
      const judged = await judgeBehind({ answers: ({ body }) => (hasTag(body) ? pages.f5 : null) });
      expect(broken(judged)).toEqual({});
      expect(messageOf(judged, 'orders.takes-creatives')).toMatch(/A firewall \(F5\) refuses bodies that contain tags/);
    });

    it('and a service that refuses them in its own words is judged', async () => {
      const own = json(403, { code: 'forbidden', message: 'No tags.' });
      const judged = await judgeBehind({ answers: ({ body }) => (hasTag(body) ? own : null) });
      expect(broken(judged)).toEqual({});
      expect(endedAs(judged.report, 'inconclusive')).toEqual({});
    });
  },
);

it('A gateway behind which nothing answers is named', { timeout: PATIENCE }, async () => {
  const judged = await judgeBehind(from(0, pages.ofNginx(502, '502 Bad Gateway')));
  expect(broken(judged)).toEqual({});
  expect(firstLine(judged)).toBe('A gateway (nginx) answers 502 to everything.');
});

describe.concurrent('A service behind a CDN is judged as the service:', { timeout: PATIENCE }, () => {
  const marks = { server: 'cloudflare', 'cf-ray': '8f2a1b3c4d5e6f70-FRA', 'cf-cache-status': 'DYNAMIC' };

  it('one that conforms passes', async () => {
    const judged = await judgeBehind({
      changes: (answer) => ({ ...answer, headers: { ...answer.headers, ...marks } }),
    });
    expect(broken(judged)).toEqual({});
    expect([judged.report.verdict, endedAs(judged.report, 'inconclusive')]).toEqual(['passed', {}]);
  });

  it('one that refuses the key fails', async () => {
    const refusal = json(403, { code: 'forbidden', message: 'Access denied.' });
    const judged = await judgeBehind(from(0, { ...refusal, headers: { ...refusal.headers, ...marks } }));
    expect(Object.keys(broken(judged))).toEqual(['connection.key-accepted']);
  });
});

describe.concurrent('What happens on the way is named beside the rule that it breaks:', { timeout: PATIENCE }, () => {
  /** Keeps what was served to a GET, by this key. */
  const caching = (keyOf: (url: string, key: string | undefined) => string): Front => {
    const kept = new Map<string, Answer>();
    return {
      answers: ({ method, url, headers }) => {
        const answer = method === 'GET' ? kept.get(keyOf(url, headers.authorization)) : undefined;
        return answer === undefined ? null : { ...answer, headers: { ...answer.headers, 'x-cache': 'HIT' } };
      },
      changes: (answer, { method, url, headers }) => {
        if (method === 'GET' && answer.status === 200) kept.set(keyOf(url, headers.authorization), answer);
        return answer;
      },
    };
  };

  it('a cache that does not look at the key', async () => {
    const judged = await judgeBehind(caching((url) => url));
    expect(messageOf(judged, 'auth.missing-key-is-401')).toContain(
      '`X-Cache: HIT`: a cache answers without looking at the key.',
    );
  });

  it('a cache that ignores the query', async () => {
    const judged = await judgeBehind(caching((url, key = '') => (url.split('?')[0] ?? '') + key));
    expect(messageOf(judged, 'inventory.walk-ends')).toContain('`X-Cache: HIT`: the cache ignores the query.');
  });

  it.each([
    [
      'Idempotency-Key',
      json(400, { code: 'missing', message: 'The header Idempotency-Key is missing.' }),
      /hand on the header `Idempotency-Key`/,
    ],
    [
      'Content-Type',
      json(415, { code: 'media_type', message: 'Unsupported: application/json, application/json' }),
      /adds `Content-Type` once more/,
    ],
  ] as const)('a gateway that drops or doubles %s', async (_header, page, fix) => {
    const judged = await judgeBehind({ answers: ({ url }) => (url.endsWith('/orders') ? page : null) });
    const accepted = resultsOf(judged.report).find(({ id }) => id === 'orders.booking-accepted');
    expect([accepted?.outcome, accepted?.fix]).toEqual(['fail', expect.stringMatching(fix)]);
  });

  it('a server that speaks HTTP/2 only', async () => {
    const judged = await judgeBehind(from(0, pages.http2Only));
    expect(Object.keys(broken(judged))).toEqual(['connection.answers-are-http']);
    expect(messageOf(judged, 'connection.answers-are-http')).toContain('the server speaks HTTP/2 only');
  });
});

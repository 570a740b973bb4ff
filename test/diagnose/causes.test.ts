import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../../src/diagnose/model.ts';
import { paceOf } from '../../src/diagnose/pace.ts';
import { renderDiagnosisMarkdown } from '../../src/diagnose/render/markdown.ts';
import { renderDiagnosis } from '../../src/diagnose/render/terminal.ts';
import { CertificateAuthority } from '../network/certificate-authority.ts';
import { forwardProxy } from '../network/forward-proxy.ts';
import { httpServer, httpsServer } from '../network/listening.ts';
import { advised, HOST, publisher, running, walk } from './walking.ts';
import { testWith } from '../tools.ts';

const page = (title: string, body = '') => `<!doctype html><html><title>${title}</title><body>${body}</body></html>`;

/** Answers every call alike. */
const always =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  };

async function walkTo(answer: RequestListener) {
  const { port } = await running(httpServer(answer));
  return walk({ baseUrl: `http://${HOST}:${port}/api/v1` });
}

describe('what answers in place of the API is recognised', () => {
  it.each<[string, RequestListener, RegExp, string]>([
    [
      'a firewall that names itself',
      always(403, page('Attention Required! | Cloudflare'), { server: 'cloudflare', 'cf-ray': '8a1b-FRA' }),
      /^Cloudflare blocks the call with 403 before it reaches the API\.$/,
      'publisher',
    ],
    [
      'a bot check',
      always(503, page('Just a moment...'), { 'cf-mitigated': 'challenge' }),
      /^Cloudflare blocks the call with 503/,
      'publisher',
    ],
    [
      'a firewall without a name',
      always(403, page('403 Forbidden'), { server: 'custom' }),
      /^A firewall or bot filter blocks the call with 403/,
      'publisher',
    ],
    [
      'an allowlist of the service',
      always(403, '{"code":"ip_denied","message":"No entry"}', { 'content-type': 'application/json' }),
      /the same 403 with and without the key: it refuses where the call comes from/,
      'publisher',
    ],
    [
      'a login page behind a redirect',
      always(302, '', { location: 'https://sso.acme-test.com/login?next=%2Fapi' }),
      /^GET \/health redirects to a login page, https:\/\/sso\.acme-test\.com\/login\.$/,
      'publisher',
    ],
    [
      'a login page with status 200',
      always(200, page('Sign in', '<form><input name="p" type="password"></form>')),
      /^GET \/health answers 200 with a login page \(“Sign in”\)\.$/,
      'publisher',
    ],
    [
      'a password prompt',
      always(401, 'Unauthorized', { 'www-authenticate': 'Basic realm="staging"' }),
      /^A password prompt for people stands in front of the API \(401\)\.$/,
      'publisher',
    ],
    [
      'an ordinary website',
      always(200, page('ACME News &amp; More')),
      /^An ordinary website \(“ACME News & More”\) answers at this address \(200\), not the API\.$/,
      'both',
    ],
    [
      'a website without this page',
      always(404, page('Oops, ACME lost it')),
      /^An ordinary website \(“Oops, ACME lost it”\) answers at this address \(404\)/,
      'both',
    ],
    [
      'a web server without the API',
      always(404, page('404 Not Found'), { server: 'nginx/1.25' }),
      /^The API is not at this address: \/api\/v1\/health answers 404\.$/,
      'both',
    ],
    [
      'the error page of a gateway',
      always(502, page('502 Bad Gateway'), { server: 'nginx' }),
      /^The gateway \(nginx\) in front of the API answers 502: it cannot reach the API behind it\.$/,
      'publisher',
    ],
    [
      'a web filter of this network',
      always(403, page('Blocked', 'Your organization uses Zscaler')),
      /^A proxy \(Zscaler\) between this machine and the service answers 403 with a page of its own/,
      'platform',
    ],
    [
      'a gateway that wants a client certificate',
      always(400, page('400 No required SSL certificate was sent'), { server: 'nginx' }),
      /requires a TLS client certificate, which the client does not have\.$/,
      'publisher',
    ],
    [
      'the API itself that fails',
      always(500, page('Server Error (500)')),
      /^The service itself fails: GET \/health answers 500\.$/,
      'publisher',
    ],
  ])('%s', async (_name, answer, cause, whose) => {
    const diagnosis = await walkTo(answer);
    expect(diagnosis.connection.status).toBe('error');
    expect(diagnosis.cause).toMatch(cause);
    expect(diagnosis.whose).toBe(whose);
  });

  it('a firewall is told apart from a missing scope, and no advice contradicts it', async () => {
    const blocked = await walkTo(always(403, page('Access Denied'), { server: 'AkamaiGHost' }));
    expect(blocked.layer).toBe('http');
    expect(advised(blocked)).not.toMatch(/give the key|lacks/i);
    const answer = publisher({ '/api/v1/health': 403 });
    const scope = await walkTo(answer);
    expect(scope.layer).toBe('credential');
    expect(scope.cause).toContain('lacks a scope');
    expect(advised(scope)).not.toMatch(/firewall|allowlist/i);
  });

  it('a firewall is said to have a reference for its log', async () => {
    const diagnosis = await walkTo(always(403, page('Request Rejected', 'Your support ID is: 1234567890')));
    expect(diagnosis.tellPublisher).toContain('Its log has the call under reference 1234567890.');
  });

  it('the error page of a proxy of this machine, which says nothing about the service', async () => {
    const { port } = await running(
      httpServer(
        always(503, page('ERROR: The requested URL could not be retrieved'), { 'x-squid-error': 'ERR_DNS_FAIL 0' }),
      ),
    );
    const proxy = await running(forwardProxy());
    const diagnosis = await walk({
      baseUrl: `http://${HOST}:${port}/api/v1`,
      environment: { http_proxy: `http://127.0.0.1:${proxy.port}` },
    });
    expect(diagnosis).toMatchObject({ layer: 'proxy', whose: 'platform' });
    expect(exitCodeOf(diagnosis)).toBe(2);
  });
});

describe('a server that requires a client certificate is recognised', () => {
  let authority: CertificateAuthority;
  beforeAll(() => {
    authority = new CertificateAuthority();
  });
  afterAll(() => {
    authority.dispose();
  });

  testWith('openssl')('TLS at an address that starts with http:// is named', async () => {
    const { port } = await running(httpsServer(authority.issue({ names: `DNS:${HOST}` }), publisher()));
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1` });
    expect(diagnosis.cause).toBe(`${HOST}:${port} speaks TLS, but the address starts with http://.`);
    expect(advised(diagnosis)).toContain(`Change the base address to https://${HOST}:${port}/api/v1.`);
  });

  testWith('openssl').each(['TLSv1.2', 'TLSv1.3'] as const)('with %s', async (version) => {
    const identity = authority.issue({ names: `DNS:${HOST}` });
    const options = {
      ...identity,
      requestCert: true,
      rejectUnauthorized: true,
      ca: authority.pem,
      maxVersion: version,
    };
    const { port } = await running(httpsServer(options, publisher()));
    const diagnosis = await walk({ baseUrl: `https://${HOST}:${port}/api/v1`, ca: authority.pem });
    expect(diagnosis.cause).toBe(`${HOST}:${port} requires a TLS client certificate, which the client does not have.`);
    expect(diagnosis.connection.label).toBe('unreachable');
  });

  it('and one that drops connections for another reason is not', async () => {
    const identity = authority.issue({ names: `DNS:${HOST}` });
    const { port } = await running(
      httpsServer(identity, (request) => {
        request.socket.destroy();
      }),
    );
    const diagnosis = await walk({ baseUrl: `https://${HOST}:${port}/api/v1`, ca: authority.pem });
    expect(diagnosis.cause).toBe('The server closes the connection without answering GET /health.');
  });
});

describe('an answer that takes its time', () => {
  it.each([
    [9_999, 'in-time'],
    [10_000, 'near'],
    [30_000, 'near'],
    [30_001, 'too-slow'],
  ])('of %i ms is %s', (milliseconds, pace) => {
    expect(paceOf(milliseconds)).toBe(pace);
  });

  it('longer than --timeout does not show what the client would see', async () => {
    const { port } = await running(httpServer(() => undefined));
    const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1`, timeout: 0.05 });
    expect(diagnosis.cause).toBe('No answer within 0.05 s (--timeout); the client waits 30 s, so it may connect.');
    expect(advised(diagnosis)).toContain('Leave --timeout out');
  });
});

it.each([
  [null, 'No API key was given: the service answers 401 to a call without one, as it should.'],
  ['two\nlines', 'The API key contains a line break, which cannot be sent in a header.'],
])('a key that cannot be sent is named as the cause: %j', async (apiKey, cause) => {
  const { port } = await running(httpServer(publisher()));
  const diagnosis = await walk({ baseUrl: `http://${HOST}:${port}/api/v1`, apiKey });
  expect(diagnosis.cause).toBe(cause);
});

describe('what the publisher is told', () => {
  it('is a paragraph that needs nothing else: when, where, what, and what to do', async () => {
    const { port } = await running(httpServer(publisher({ '/api/v1/health': 500 })));
    const { tellPublisher, target, startedAt } = await walk({
      baseUrl: `http://${HOST}:${port}/api/v1`,
      now: () => Date.parse('2026-11-23T12:30:05.000Z'),
    });
    expect(target).toBe(`http://${HOST}:${port}/api/v1`);
    expect(startedAt).toBe('2026-11-23T12:30:05.000Z');
    expect(tellPublisher).toBe(
      `On 23 November 2026 at 12:30 UTC we tried to connect to ${target ?? ''}. The service itself fails: GET /health answers 500. Please look up the error in the log of the service.`,
    );
  });

  it('says so if the platform alone has to act', async () => {
    const diagnosis = await walk({ baseUrl: 'not an address' });
    expect(diagnosis.tellPublisher).toMatch(/This is for us to fix; you need not do anything\.$/);
  });

  it('names no address that nobody entered', async () => {
    const diagnosis = await walk({ baseUrl: 'http://127.0.0.1:9/api/v1', local: false });
    expect(diagnosis.tellPublisher).toMatch(/we tried to connect to your service\. The base address must start with/);
    expect(advised(diagnosis)).toContain('For a service under development, diagnose it with --local.');
  });

  it('is nothing if all is well', async () => {
    expect((await walkTo(publisher())).tellPublisher).toBeUndefined();
  });

  it('asks for several things one after the other', async () => {
    const diagnosis = await walkTo(publisher({ '/api/v1/health': { timezone: 'UTC+2' } }));
    expect(diagnosis.tellPublisher).toMatch(/ Please add account_id .* Also, please send timezone as /);
  });
});

describe('every rendering', () => {
  const answers: readonly RequestListener[] = [
    always(403, page('Access Denied'), { server: 'AkamaiGHost' }),
    always(200, page('ACME News')),
    publisher({ '/api/v1/health': 401 }),
    publisher({ '/api/v1/health': { timezone: 'UTC+2' } }),
  ];

  it.each(answers.map((answer, index) => [index, answer] as const))(
    'says the cause once outside the paragraph: %i',
    async (_, answer) => {
      const diagnosis = await walkTo(answer);
      const { tellPublisher = '', cause = '' } = diagnosis;
      const onOneLine = (text: string) => text.replace(/[\\`]|<!-- -->/g, '').replace(/\s+/g, ' ');
      for (const text of [renderDiagnosis(diagnosis, { color: false, width: 100 }), renderDiagnosisMarkdown(diagnosis)])
        expect(onOneLine(text).replace(tellPublisher, '').split(cause)).toHaveLength(2);
    },
  );
});

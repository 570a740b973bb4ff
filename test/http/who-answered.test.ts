import { describe, expect, it } from 'vitest';
import { whoAnswered } from '../../src/http/who-answered.ts';
import { cacheHit } from '../../src/http/on-the-way.ts';
import type { Answer } from '../between/front.ts';
import * as pages from '../between/pages.ts';

function who({ status, headers = {}, body }: Answer) {
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const json: unknown = body.trimStart().startsWith('{') ? JSON.parse(body) : undefined;
  return whoAnswered({ status, headers: flat, text: body, ...(json !== undefined && { json }) });
}

describe('somebody in between is recognised by what it sends:', () => {
  it.each([
    ['challenge', 'firewall', 'Cloudflare'],
    ['accessDenied', 'firewall', 'Cloudflare'],
    ['rateLimited', 'firewall', 'Cloudflare'],
    ['akamai', 'firewall', 'Akamai'],
    ['cloudFront', 'firewall', 'Amazon CloudFront'],
    ['awsLoadBalancer', 'firewall', 'AWS WAF'],
    ['imperva', 'firewall', 'Imperva'],
    ['f5', 'firewall', 'F5'],
    ['modSecurity', 'firewall', 'ModSecurity'],
    ['azure', 'firewall', 'Azure Front Door'],
    ['apiGateway', 'gateway', 'AWS API Gateway'],
    ['noRoute', 'gateway', 'Kong'],
    ['noCertificate', 'client-certificate', 'nginx'],
    ['login', 'login', undefined],
    ['parked', 'parked', undefined],
    ['captivePortal', 'captive-portal', undefined],
    ['http2Only', 'http2-only', undefined],
  ] as const)('%s is a %s', (name, kind, product) => {
    const { kind: found, product: named } = who(pages[name]);
    expect([found, named]).toEqual([kind, product]);
  });

  it('a page that refuses without a mark of its own may be of the service as well', () => {
    expect(who(pages.ofNginx(403, '403 Forbidden'))).toMatchObject({
      kind: 'firewall',
      product: 'nginx',
      isGuess: true,
    });
  });

  it.each([502, 503, 504, 522])('a page with %i is that of a gateway', (status) => {
    expect(who(pages.ofNginx(status, 'Bad Gateway'))).toMatchObject({ kind: 'gateway' });
  });

  it.each([
    ['Akamai', pages.akamai, 'reference 18.d4c71cb8.1700000000.1a2b3c'],
    ['Cloudflare', pages.challenge, 'cf-ray: 8f2a1b3c4d5e6f70-FRA'],
    ['F5', pages.f5, 'reference 1234567890123456789'],
  ])('%s names the call in its log', (_product, page, reference) => {
    expect(who(page).reference).toBe(reference);
  });
});

describe('the service is not mistaken for somebody else', () => {
  const behindCloudflare = { 'content-type': 'application/json', server: 'cloudflare', 'cf-ray': '1-FRA' };
  it.each<[string, Answer]>([
    [
      'its error behind a CDN',
      { status: 403, headers: behindCloudflare, body: '{"code":"forbidden","message":"Access denied"}' },
    ],
    [
      'its 429 behind a CDN',
      { status: 429, headers: behindCloudflare, body: '{"code":"slow_down","message":"captcha"}' },
    ],
    [
      'its data',
      { status: 200, headers: behindCloudflare, body: '{"data":[{"name":"buy this domain, captive portal"}]}' },
    ],
    ['an error in another format', { status: 403, headers: behindCloudflare, body: '{"error":"forbidden"}' }],
    ['a plain text', { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Forbidden' }],
    ['an empty refusal', { status: 401, headers: { 'www-authenticate': 'Basic realm="api"' }, body: '' }],
    ['a redirect to itself', { status: 301, headers: { location: '/api/v1/health/' }, body: '' }],
    ['the page of a framework that fails', { status: 500, headers: {}, body: '<html><title>Error</title></html>' }],
  ])('%s', (_name, answer) => {
    expect(who(answer).kind).toBe('service');
  });
});

describe('a cache says that it answered by', () => {
  it.each([
    [{ 'x-cache': 'HIT' }, 'X-Cache: HIT'],
    [{ 'x-cache': 'Hit from cloudfront' }, 'X-Cache: Hit from cloudfront'],
    [{ 'cf-cache-status': 'HIT' }, 'CF-Cache-Status: HIT'],
    [{ 'cache-status': 'ExampleCache; hit' }, 'Cache-Status: ExampleCache; hit'],
    [{ 'x-proxy-cache': 'STALE' }, 'X-Proxy-Cache: STALE'],
    [{ age: '3' }, 'Age: 3'],
  ])('%j', (headers, shown) => {
    expect(cacheHit(headers)).toBe(shown);
  });

  it.each([{ 'x-cache': 'MISS' }, { 'cf-cache-status': 'DYNAMIC' }, { age: '0' }, { 'cache-control': 'hit' }])(
    'and not by %j',
    (headers) => {
      expect(cacheHit(headers)).toBeNull();
    },
  );
});

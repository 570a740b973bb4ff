import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { startPublisher } from '../fixtures/publisher/index.ts';
import { certify } from '../src/certify.ts';
import type { CertifyOptions } from '../src/settings.ts';
import { JumpingClock } from './jumping-clock.ts';
import { CertificateAuthority, type Identity } from './network/certificate-authority.ts';
import { forwardProxy } from './network/forward-proxy.ts';
import { resultsOf } from './matrix/judge.ts';
import { testWith } from './tools.ts';

const it = testWith('openssl');

const HOST = 'ads.publisher.test';
const DAY = 86_400_000;
const names = `DNS:${HOST}`;
let authority: CertificateAuthority;

beforeAll(() => {
  authority = new CertificateAuthority();
});
afterAll(() => {
  authority.dispose();
});

/** Judges the reference publisher over TLS with this certificate. */
async function judged(tls: Identity, options: Partial<CertifyOptions> = {}) {
  const clock = new JumpingClock();
  const publisher = await startPublisher({ tls, now: () => clock.date() });
  onTestFinished(() => publisher.stop());
  const address = `https://${HOST}:${new URL(publisher.baseUrl).port}/api/v1`;
  const { key, secret, staticToken } = publisher.listing;
  const report = await certify({
    baseUrl: address,
    apiKey: publisher.keys.full,
    listingUrl: address,
    ...{ listingKey: key, listingSecret: secret, listingToken: staticToken },
    local: true,
    resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    environment: {},
    ca: authority.pem,
    clock,
    only: ['connection', 'health', 'listing-access'],
    ...options,
  });
  const results = resultsOf(report);
  const ended = (id: string) => results.find((result) => result.id === id);
  const broken = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn').map(({ id }) => id);
  return { verdict: report.verdict, broken, ended, results };
}

const VALID = ['connection.certificate-is-valid', 'listing-access.certificate-is-valid'];
const NAMED = ['connection.certificate-has-alternative-name', 'listing-access.certificate-has-alternative-name'];

describe('a certificate', () => {
  it.each<[string, () => Identity, RegExp]>([
    ['has expired', () => authority.issue({ names, to: new Date(Date.now() - 3 * DAY) }), /expired on/],
    ['is not valid yet', () => authority.issue({ names, from: new Date(Date.now() + DAY) }), /not valid before/],
    ['is for another host', () => authority.issue({ names: 'DNS:www.publisher.test' }), /but for www\.publisher\.test/],
    ['is self-signed', () => authority.selfSigned(HOST), /self-signed/],
  ])('that %s fails one rule, and nothing else is judged', async (_what, identity, sentence) => {
    const { verdict, broken, ended, results } = await judged(identity());
    expect([verdict, broken]).toEqual(['failed', VALID]);
    expect(ended(VALID[0] ?? '')?.message).toMatch(sentence);
    expect(ended('connection.service-answers')?.because).toMatchObject({ kind: 'blocked', by: VALID[0] });
    expect(results.filter(({ outcome }) => outcome === 'error')).toEqual([]);
  });

  it('of an unknown issuer is left open, with both causes', async () => {
    const stranger = new CertificateAuthority();
    onTestFinished(() => {
      stranger.dispose();
    });
    const { verdict, broken, ended } = await judged(stranger.issue({ names }));
    expect([verdict, broken]).toEqual(['inconclusive', []]);
    for (const id of VALID)
      expect(ended(id)?.message).toMatch(/Either the chain is incomplete, or a proxy .*--ca-file/);
  });

  it('that a proxy may have put there is left open', async () => {
    const proxy = await forwardProxy();
    onTestFinished(() => proxy.close());
    const environment = { https_proxy: `http://127.0.0.1:${proxy.port}` };
    const { broken, ended } = await judged(authority.selfSigned(HOST), { environment });
    expect(broken).toEqual([]);
    expect(ended(VALID[0] ?? '')?.outcome).toBe('inconclusive');
  });

  it('with a common name alone is a warning', async () => {
    const own = authority.selfSigned(HOST, 'CA:TRUE', false);
    const { verdict, broken, ended } = await judged(own, { ca: own.cert });
    expect([verdict, broken]).toEqual(['passed', NAMED]);
    for (const id of VALID) expect(ended(id)?.outcome).toBe('pass');
  });

  it('that was never seen is not judged: the service does not answer', async () => {
    const { ended } = await judged(authority.issue({ names }), { resolve: () => Promise.reject(new Error('no name')) });
    for (const id of VALID) expect(ended(id)?.outcome).toBe('not-applicable');
    expect(ended('connection.service-answers')?.outcome).toBe('inconclusive');
  });

  it('is not judged with --insecure', async () => {
    const { broken, ended } = await judged(authority.selfSigned(HOST), { insecure: true });
    expect(broken).toEqual([]);
    for (const id of [...VALID, ...NAMED]) expect(ended(id)?.outcome).toBe('waived');
  });
});

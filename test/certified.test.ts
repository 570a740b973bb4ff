import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startPublisher, type Publisher } from '../fixtures/publisher/index.ts';
import { certify } from '../src/certify.ts';
import { certificateVerdict } from '../src/report/certificate-verdict.ts';
import { closingLines } from '../src/report/closing.ts';
import { verdictFaults } from '../src/report/contradictions.ts';
import type { CertifyOptions } from '../src/settings.ts';
import { CertificateAuthority } from './network/certificate-authority.ts';
import { forwardProxy, type ForwardProxy } from './network/forward-proxy.ts';
import { testWith } from './tools.ts';

const it = testWith('openssl');

const HOST = 'ads.publisher.test';
/** What the name resolves to for the suite; the proxy leads to the publisher whatever the address. */
const PUBLIC = [{ address: '93.184.215.14', family: 4 as const }];

describe('a publisher over HTTPS at a public name', () => {
  let authority: CertificateAuthority;
  let publisher: Publisher;
  let proxy: ForwardProxy;
  let options: CertifyOptions;

  beforeAll(async () => {
    authority = new CertificateAuthority();
    publisher = await startPublisher({ tls: authority.issue({ names: `DNS:${HOST}` }) });
    proxy = await forwardProxy();
    const port = new URL(publisher.baseUrl).port;
    options = {
      baseUrl: `https://${HOST}:${port}/api/v1`,
      apiKey: publisher.keys.full,
      keyWithoutRead: publisher.keys.withoutRead,
      keyWithoutDraft: publisher.keys.withoutDraft,
      keyWithoutReport: publisher.keys.withoutReport,
      expiredKey: publisher.keys.expired,
      ca: authority.pem,
      environment: { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` },
      resolve: () => Promise.resolve(PUBLIC),
    };
  });

  afterAll(async () => {
    await proxy.close();
    await publisher.stop();
    authority.dispose();
  });

  it('is certified when it breaks no rule and every key is supplied', async () => {
    const report = await certify(options);
    expect([report.verdict, report.reasons]).toEqual(['certified', []]);
  });

  it('is not certified while a key is missing: the report says which', async () => {
    const { expiredKey, ...rest } = options;
    expect(expiredKey).toBeDefined();
    const report = await certify(rest);
    expect(report.verdict).toBe('passed');
    expect(report.reasons.join(' ')).toContain('auth.expired-key-is-401');
    expect(report.reasons.join(' ')).toContain('--expired-key or --revoked-key');
  });

  it('is certified with a revoked key in place of an expired one', async () => {
    const { expiredKey, ...rest } = options;
    expect(expiredKey).toBeDefined();
    expect(await certify({ ...rest, revokedKey: publisher.keys.revoked })).toHaveProperty('verdict', 'certified');
  });

  it('passes with a header that the client does not send, for that reason alone', async () => {
    const report = await certify({ ...options, header: ['X-Gate: open-sesame-1234'] });
    expect([report.verdict, report.because]).toEqual(['passed', [{ kind: 'relaxed', option: '--header' }]]);
    expect(verdictFaults(report)).toEqual([]);
    const saying = 'No rule is broken, but with --header there is no certificate.';
    expect(closingLines(report)).toEqual([`PASSED: ${saying}`, `- ${report.reasons[0] ?? ''}`]);
    expect(certificateVerdict(report)).toMatchObject({ word: 'passed', sentence: saying });
  });

  it('fails where the name also has a private address', async () => {
    const report = await certify({
      ...options,
      resolve: () => Promise.resolve([...PUBLIC, { address: '10.0.0.7', family: 4 }]),
    });
    expect(report.verdict).toBe('failed');
    expect(report.reasons.join(' ')).toContain('connection.public-address');
  });

  it('comes to the same verdicts again and again', async () => {
    const outcomes = [];
    for (let turn = 0; turn < 3; turn++) {
      const report = await certify(options);
      outcomes.push(
        report.contracts
          .flatMap(({ modules }) => modules)
          .flatMap(({ checks }) => checks.map(({ id, outcome }) => `${id} ${outcome}`)),
      );
    }
    expect(new Set(outcomes.map((one) => one.join('\n'))).size).toBe(1);
  });
});

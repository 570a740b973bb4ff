import { afterAll, beforeAll, describe, expect } from 'vitest';
import { exitCodeOf, type Diagnosis } from '../../src/diagnose/model.ts';
import { renderDiagnosis } from '../../src/diagnose/render/terminal.ts';
import { CertificateAuthority } from '../network/certificate-authority.ts';
import { forwardProxy } from '../network/forward-proxy.ts';
import { httpServer, httpsServer } from '../network/listening.ts';
import { advised, HOST, publisher, running, step, walk, type WalkOptions } from './walking.ts';
import { testWith } from '../tools.ts';

const it = testWith('openssl');

const DAY = 86_400_000;
let authority: CertificateAuthority;

beforeAll(() => {
  authority = new CertificateAuthority();
});
afterAll(() => {
  authority.dispose();
});

async function walked(
  server: Parameters<typeof httpsServer>[0],
  options: Partial<WalkOptions> = {},
): Promise<Diagnosis> {
  const { port } = await running(httpsServer(server, publisher()));
  return walk({ baseUrl: `https://${HOST}:${port}/api/v1`, ca: authority.pem, ...options });
}

const names = `DNS:${HOST}`;
const PLAIN = { color: false, quiet: false, verbose: false, width: 100 };
const days = (count: number) => new Date(Date.now() + count * DAY + DAY / 2);

describe('a certificate', () => {
  it('that the client trusts is described', async () => {
    const diagnosis = await walked(authority.issue({ names, to: days(90) }));
    expect(diagnosis.connection.status).toBe('connected');
    expect(step(diagnosis, 'tls')).toMatchObject({
      outcome: 'pass',
      message: `TLSv1.3, certificate of ${HOST} issued by Test Authority, valid for 90 days more.`,
      details: { protocol: 'TLSv1.3', certificates: [{ subject: HOST, names: [HOST], daysLeft: 90 }, {}] },
    });
  });

  it('that runs out soon is a warning', async () => {
    const diagnosis = await walked(authority.issue({ names, to: days(5) }));
    expect(diagnosis.connection.status).toBe('connected');
    expect(step(diagnosis, 'tls').outcome).toBe('warn');
    expect(advised(diagnosis)).toContain(`Renew the certificate of ${HOST}: it expires in 5 days`);
  });

  it('that runs out soon is mentioned behind what breaks the connection', async () => {
    const server = httpsServer(authority.issue({ names, to: days(5) }), publisher({ '/api/v1/health': 500 }));
    const { port } = await running(server);
    const { advice } = await walk({ baseUrl: `https://${HOST}:${port}/api/v1`, ca: authority.pem });
    expect(advice.map(({ what }) => what.slice(0, 8))).toEqual(['Look up ', 'Renew th']);
  });

  it.each([
    [
      'has expired',
      () => authority.issue({ names, to: days(-3) }),
      ['expired'],
      /The certificate expired on .*, [23] days ago\./,
    ],
    ['is not valid yet', () => authority.issue({ names, from: days(2) }), ['not-yet-valid'], /not valid before/],
    [
      'is for another host',
      () => authority.issue({ names: 'DNS:www.acme-test.com' }),
      ['wrong-host'],
      /not for ads\.acme-test\.com but for www\.acme-test\.com/,
    ],
    ['is self-signed', () => authority.selfSigned(HOST), ['self-signed'], /is self-signed\./],
    [
      'is of another host and has expired',
      () => authority.issue({ names: 'DNS:x.test', to: days(-3) }),
      ['expired', 'wrong-host'],
      /expired .* not for/,
    ],
  ])('that %s breaks at TLS', async (_, identity, troubles, message) => {
    const diagnosis = await walked(identity());
    expect(diagnosis.connection).toMatchObject({
      status: 'error',
      label: 'unreachable',
      lastError: expect.stringMatching(message) as string,
    });
    expect(diagnosis.layer).toBe('tls');
    expect(step(diagnosis, 'tls').details).toMatchObject({ troubles });
    expect(diagnosis.exchanges).toEqual([]);
    expect(exitCodeOf(diagnosis)).toBe(1);
  });

  it('whose intermediate authority is not sent along breaks at TLS', async () => {
    const intermediate = authority.issue({ names: 'DNS:intermediate', isAuthority: true });
    const issuer = new CertificateAuthority(intermediate);
    try {
      const leaf = issuer.issue({ names });
      const incomplete = await walked(leaf);
      expect(step(incomplete, 'tls').details).toMatchObject({ troubles: ['incomplete-chain'] });
      expect(advised(incomplete)).toContain('full chain');
      const complete = await walked({ key: leaf.key, cert: leaf.cert + intermediate.cert });
      expect(complete.connection.status).toBe('connected');
    } finally {
      issuer.dispose();
    }
  });

  it('of an authority that sends its own along is not trusted', async () => {
    const { key, cert } = authority.issue({ names });
    const stranger = new CertificateAuthority();
    try {
      const diagnosis = await walked({ key, cert: cert + authority.pem }, { ca: stranger.pem });
      expect(step(diagnosis, 'tls').details).toMatchObject({ troubles: ['private-authority'] });
    } finally {
      stranger.dispose();
    }
  });

  it('with a common name alone is a warning', async () => {
    const own = authority.selfSigned(HOST, 'CA:TRUE', false);
    const diagnosis = await walked(own, { ca: own.cert });
    expect(diagnosis.connection.status).toBe('connected');
    expect(step(diagnosis, 'tls').message).toContain('It has a common name alone.');
    expect(advised(diagnosis)).toContain('subject alternative name');
  });

  it('is looked at through a proxy too', async () => {
    const proxy = await running(forwardProxy());
    const environment = { https_proxy: `http://127.0.0.1:${proxy.port}` };
    const good = await walked(authority.issue({ names }), { environment });
    expect(good.connection.status).toBe('connected');
    const bad = await walked(authority.issue({ names, to: days(-3) }), { environment });
    expect(step(bad, 'tls').details).toMatchObject({ troubles: ['expired'] });
  });

  it('of an unknown authority tells nothing of the service where a proxy may have put it there', async () => {
    const proxy = await running(forwardProxy());
    const environment = { https_proxy: `http://127.0.0.1:${proxy.port}` };
    const { port } = await running(httpsServer(authority.issue({ names }), publisher()));
    const diagnosis = await walk({ baseUrl: `https://${HOST}:${port}/api/v1`, environment });
    expect(advised(diagnosis)).toMatch(/^platform: Run the diagnosis without the proxy/);
    expect(exitCodeOf(diagnosis)).toBe(2);
  });

  it('with hostile names is shown harmlessly', async () => {
    const diagnosis = await walked(authority.issue({ names: 'DNS:evil.test,DNS:a\u001b[2Jb.test' }));
    const { message } = step(diagnosis, 'tls');
    expect(message).toContain('evil.test');
    expect(message).not.toContain('\u001b');
  });

  it('with a hostile subject is shown harmlessly', async () => {
    const diagnosis = await walked(authority.issue({ names, common: 'a\u001b[2J\u202eb\u0007' }));
    expect(step(diagnosis, 'tls').message).toContain('certificate of a\\u001b[2J\\u202eb\\u0007 issued');
    // eslint-disable-next-line no-control-regex -- that none is there is the point
    expect(renderDiagnosis(diagnosis, PLAIN)).not.toMatch(/[\u0007\u001b\u202e]/);
  });

  it('with thousands of names is shown with a few, and how many more there are', async () => {
    const many = Array.from({ length: 2000 }, (_none, index) => `DNS:n${index}.acme-test.net`).join(',');
    const diagnosis = await walked(authority.issue({ names: many }));
    const { message, details } = step(diagnosis, 'tls');
    expect(message).toMatch(/ but for n0\.acme-test\.net, .*, n5\.acme-test\.net and 1,994 more\.$/);
    expect(details).toMatchObject({ certificates: [{ moreNames: 1950 }, {}] });
    expect(JSON.stringify(diagnosis).length).toBeLessThan(20_000);
  });

  it('with a long chain is shown with the first of it', async () => {
    const issuers = [new CertificateAuthority()];
    const chain: string[] = [];
    try {
      for (let depth = 0; depth < 12; depth++) {
        const own = (issuers.at(-1) ?? authority).issue({ names: `DNS:issuer-${depth}`, isAuthority: true });
        chain.unshift(own.cert);
        issuers.push(new CertificateAuthority(own));
      }
      const { key, cert } = (issuers.at(-1) ?? authority).issue({ names });
      const diagnosis = await walked({ key, cert: cert + chain.join('') }, { ca: issuers[0]?.pem ?? '' });
      expect(diagnosis.connection.status).toBe('connected');
      const { certificates } = step(diagnosis, 'tls').details as { certificates: unknown[] }; // What this step tells.
      expect(certificates).toHaveLength(8);
    } finally {
      for (const issuer of issuers) issuer.dispose();
    }
  });

  it('with more beside it than clients accept is told apart', async () => {
    const many = Array.from({ length: 1000 }, (_none, index) => `DNS:n${index}.acme-test.net`).join(',');
    const { key, cert } = authority.issue({ names });
    const large = authority.issue({ names: many }).cert;
    const diagnosis = await walked({ key, cert: cert + large.repeat(6) });
    expect(step(diagnosis, 'tls').details).toMatchObject({ troubles: ['too-many-certificates'] });
    expect(step(diagnosis, 'tls').message).toContain('more certificates in the TLS handshake than clients accept');
    expect(advised(diagnosis)).toContain('the intermediate ones that lead to its authority, each once');
  });
});

describe('a port that speaks no TLS that fits', () => {
  it('at all is told apart, with what it says to plain HTTP', async () => {
    const { port } = await running(httpServer((_, response) => response.writeHead(418).end()));
    const diagnosis = await walk({ baseUrl: `https://${HOST}:${port}/api/v1` });
    expect(diagnosis.layer).toBe('tls');
    expect(step(diagnosis, 'tls').details).toMatchObject({ troubles: ['plain-text'], plainHttpStatus: 418 });
  });

  it('of today is told apart', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    const diagnosis = await walked({ ...authority.issue({ names }), ...old });
    expect(step(diagnosis, 'tls').details).toMatchObject({ troubles: ['old-version'] });
  });

  it('and HTTP/1.1 is told apart', async () => {
    const diagnosis = await walked({ ...authority.issue({ names }), ALPNProtocols: ['h2'] });
    expect(step(diagnosis, 'tls').details).toMatchObject({ troubles: ['no-common-protocol'] });
  });

  it('without a certificate of the client breaks', async () => {
    const diagnosis = await walked({ ...authority.issue({ names }), requestCert: true, rejectUnauthorized: true });
    expect(diagnosis.connection).toMatchObject({ status: 'error', label: 'unreachable' });
  });
});

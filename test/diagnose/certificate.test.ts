import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf, type Diagnosis } from '../../src/diagnose/model.ts';
import { CertificateAuthority } from '../network/certificate-authority.ts';
import { forwardProxy } from '../network/forward-proxy.ts';
import { httpServer, httpsServer } from '../network/listening.ts';
import { advised, HOST, publisher, running, step, walk, type WalkOptions } from './walking.ts';

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
      /The certificate expired on .*, 3 days ago\./,
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

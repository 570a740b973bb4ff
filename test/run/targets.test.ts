import { describe, expect, it } from 'vitest';
import { certify } from '../../src/certify.ts';
import type { Transport } from '../../src/http/transport.ts';
import { aboutAddresses, readTargets } from '../../src/run/targets.ts';
import { UsageError } from '../../src/settings.ts';

describe('a loopback or private address', () => {
  const closed: Transport = {
    send: () => Promise.reject(new Error('something was sent')),
    close: () => Promise.resolve(),
  };

  it.each(['http://localhost:8080/api/v1', 'https://10.1.2.3/api/v1', 'https://[::1]/api/v1'])(
    'is a usage error of the programmatic API without `local`: %s',
    async (url) => {
      const options = { apiKey: 'a-key-of-some-length', transport: closed, environment: {} };
      await expect(certify({ ...options, baseUrl: url })).rejects.toThrow(UsageError);
      await expect(certify({ ...options, listingUrl: url })).rejects.toThrow(/is not a public address/);
    },
  );
});

describe('an address that is not one', () => {
  it.each([
    ['https://{host}/api/v1', /^The base URL has the placeholder \{host\}, which was not replaced by its value\.$/],
    ['$(BASE_URL)', /placeholder \$\(BASE_URL\), which/],
    ['https://${HOST}/api/v1', /placeholder \$\{HOST\}, which/],
    ['%BASE_URL%', /placeholder %BASE_URL%, which/],
    ['"https://ads.example.com/api/v1"', /is in quotes\. Remove them\.$/],
  ])('is told what is wrong: %s', (baseUrl, message) => {
    expect(() => readTargets({ baseUrl })).toThrow(message);
  });

  it('is told where it came from', () => {
    const options = { baseUrl: '${X}', environment: {} };
    expect(() => readTargets(options, { baseUrl: 'ADSERVER_BASE_URL' })).toThrow(/^ADSERVER_BASE_URL has /);
  });

  it('may have braces in its query string', () => {
    expect(() => readTargets({ baseUrl: 'https://ads.example.com/api/v1?x={y}', environment: {} })).not.toThrow();
  });

  it.each(['https://ads.example.com/api/v1#x', 'https://ads.example.com/api/v1/health'])(
    'but can be called is remarked on: %s',
    (baseUrl) => {
      expect(aboutAddresses({ baseUrl })).toEqual([expect.stringMatching(/^note: /)]);
    },
  );
});

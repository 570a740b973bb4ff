import { describe, expect, it } from 'vitest';
import { certify } from '../../src/certify.ts';
import type { Transport } from '../../src/http/transport.ts';
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

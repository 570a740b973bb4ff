import { describe, expect, it } from 'vitest';
import { describeRoute } from '../../src/http/route.ts';

const resolvesTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: 4 as const })));

describe('the route to an address', () => {
  it('names the proxy without credentials, and judges every address', async () => {
    const options = {
      environment: { HTTPS_PROXY: 'http://me:secret@proxy.test:3128' },
      resolve: resolvesTo('8.8.8.8', '10.0.0.1', '8.8.8.8'),
    };
    expect(await describeRoute(new URL('https://ads.example.test/api/v1'), options)).toEqual({
      proxy: 'http://proxy.test:3128',
      addresses: [
        { address: '8.8.8.8', family: 4, public: true, range: 'public' },
        { address: '10.0.0.1', family: 4, public: false, range: 'private' },
      ],
    });
  });

  it('says why there is none', async () => {
    const options = { environment: {}, resolve: resolvesTo() };
    expect(await describeRoute(new URL('https://ads.example.test/'), options)).toEqual({
      addresses: [],
      error: 'The name has no address.',
    });
  });
});

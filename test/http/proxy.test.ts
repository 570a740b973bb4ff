import { describe, expect, it } from 'vitest';
import { certify } from '../../src/certify.ts';
import { proxyFor } from '../../src/http/proxy.ts';
import { UsageError } from '../../src/settings.ts';

const target = new URL('https://ads.example.com/api/v1');
const named = (url: string, environment: Record<string, string>) => proxyFor(new URL(url), environment)?.shown;

describe('which proxy an address is called by', () => {
  it.each([
    [{}, undefined],
    [{ HTTPS_PROXY: 'http://a:1' }, 'http://a:1'],
    [{ https_proxy: 'http://b:1', HTTPS_PROXY: 'http://a:1' }, 'http://b:1'],
    [{ HTTP_PROXY: 'http://a:1' }, undefined],
    [{ ALL_PROXY: 'http://a:1' }, 'http://a:1'],
    [{ HTTPS_PROXY: '' }, undefined],
    [{ HTTPS_PROXY: 'proxy.corp:3128' }, 'http://proxy.corp:3128'],
  ])('%j names %s', (environment, expected) => {
    expect(proxyFor(target, environment)?.shown).toBe(expected);
  });

  it('takes HTTP_PROXY for plain HTTP', () => {
    expect(named('http://ads.example.com/', { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:1' })).toBe(
      'http://a:1',
    );
  });

  it('shows no credentials, and decodes them for the proxy', () => {
    const proxy = proxyFor(target, { HTTPS_PROXY: 'http://user:p%40ss@a:1' });
    expect(proxy?.shown).toBe('http://a:1');
    expect(proxy?.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
  });

  it.each(['socks5://a:1', 'http://'])('refuses %s', (value) => {
    expect(() => proxyFor(target, { HTTPS_PROXY: value })).toThrow(/HTTPS_PROXY/);
  });
});

describe('a SOCKS proxy', () => {
  it.each(['socks://a:1', 'socks4://a:1', 'socks5://a:1', 'socks5h://me:secret@a:1'])(
    'is refused by name: %s',
    (value) => {
      const message = /^ALL_PROXY names a SOCKS proxy, and only HTTP and HTTPS proxies can be used\./;
      expect(() => proxyFor(target, { ALL_PROXY: value })).toThrow(message);
    },
  );

  it('is a usage error before anything is sent', async () => {
    const options = {
      baseUrl: target.href,
      apiKey: 'a-key-of-some-length',
      environment: { ALL_PROXY: 'socks5h://a:1' },
    };
    await expect(certify(options)).rejects.toThrow(UsageError);
  });

  it('does not matter for a host that is exempt from it', () => {
    expect(proxyFor(target, { ALL_PROXY: 'socks5://a:1', NO_PROXY: target.hostname })).toBeUndefined();
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['https://ads.example.com/', '*'],
    ['https://ads.example.com/', 'ads.example.com'],
    ['https://ads.example.com/', 'other.test, EXAMPLE.com'],
    ['https://ads.example.com/', '.example.com'],
    ['https://ads.example.com/', '*.example.com'],
    ['https://ads.example.com./', 'example.com'],
    ['https://ads.example.com/', 'example.com:443'],
    ['https://10.1.2.3/', '10.0.0.0/8'],
    ['https://10.1.2.3/', '10.1.2.3'],
    ['https://10.1.2.3/', '10.1.2.3:443'],
    ['https://[2001:db8::1]/', '2001:db8::/32'],
    ['https://[2001:db8::1]/', '2001:db8:0::1'],
    ['https://[2001:db8::1]:8443/', '[2001:db8::1]:8443'],
  ])('%s is exempt by %s', (url, exemption) => {
    expect(named(url, { HTTPS_PROXY: 'http://a:1', NO_PROXY: exemption })).toBeUndefined();
  });

  it.each([
    ['https://ads.example.com/', 'ds.example.com'],
    ['https://ads.example.com/', 'example.com:8443'],
    ['https://10.1.2.3/', '11.0.0.0/8'],
    ['https://10.1.2.3/', '2.3'],
    ['https://ads.example.com/', '10.0.0.0/8'],
  ])('%s is not exempt by %s', (url, exemption) => {
    expect(named(url, { HTTPS_PROXY: 'http://a:1', NO_PROXY: exemption })).toBe('http://a:1');
  });

  it.each(['https://localhost/', 'https://127.0.0.1/', 'https://[::1]/', 'https://[::ffff:127.0.0.1]/'])(
    '%s is never called by a proxy',
    (url) => {
      expect(named(url, { HTTPS_PROXY: 'http://a:1' })).toBeUndefined();
    },
  );
});

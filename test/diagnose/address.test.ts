import { describe, expect, it } from 'vitest';
import { readAddress } from '../../src/diagnose/address.ts';

const read = (text: string) => readAddress(text, false);
const remarks = (text: string) => read(text).remarks.join(' ');

describe('an address that the client refuses before any call', () => {
  it.each([
    ['', 'No base address was given.'],
    ['http://ads.acme.com/api/v1', 'The base address must start with https://, but this one starts with http://.'],
    ['ftp://ads.acme.com/api/v1', 'The base address must start with https://, but this one starts with ftp://.'],
    ['ads.acme.com/api/v1', 'The base address must start with https://, but this one does not.'],
    ['“https://ads.acme.com/api/v1”', 'The base address must start with https://, but this one does not.'],
    ['https://', 'The base address is not a valid URL.'],
    ['https://ads acme.com/api/v1', 'The base address is not a valid URL.'],
  ])('%s', (text, refusal) => {
    expect(read(text).refusal).toBe(refusal);
  });

  it.each([
    'ads.acme.com/api/v1',
    '“https://ads.acme.com/api/v1”',
    "'https://ads.acme.com/api/v1',",
    '<https://ads.acme.com/api/v1>',
    '[our API](https://ads.acme.com/api/v1)',
    'Base URL: https://ads.acme.com/api/v1',
    'https:/ads.acme.com/api/v1',
    'https//ads.acme.com/api/v1',
    'htps://ads.acme.com/api/v1',
    'https:\\\\ads.acme.com\\api\\v1 .',
    '\u200bhttps://ads.acme.com/api/v1',
    'https：／／ads.acme.com/api/v1',
    'https://ads.acme.com /api/v1',
  ])('%s is walked as it was meant', (text) => {
    expect(read(text).url?.href ?? read(text).meant?.href).toBe('https://ads.acme.com/api/v1');
  });

  it('over http:// is walked over HTTPS, where the key was not meant to go', () => {
    expect(read('http://ads.acme.com/api/v1')).toMatchObject({
      url: new URL('https://ads.acme.com/api/v1'),
      named: false,
    });
  });

  it('that may be the key in the wrong field is neither walked nor repeated', () => {
    const reading = read('sk-live-0123456789');
    expect(reading.url).toBeNull();
    expect(JSON.stringify(reading)).not.toContain('sk-live');
  });
});

describe('an address that the client calls', () => {
  it('without anything odd gets no remark', () => {
    expect(read('https://ads.acme.com/api/v1')).toEqual({
      url: new URL('https://ads.acme.com/api/v1'),
      refusal: null,
      named: true,
      meant: null,
      remarks: [],
      secrets: [],
    });
  });

  it('keeps its query string', () => {
    expect(read('https://ads.acme.com/api/v1?tenant=7')).toMatchObject({
      url: new URL('https://ads.acme.com/api/v1?tenant=7'),
      remarks: [],
    });
  });

  it.each([
    [' https://ads.acme.com/api/v1\n', /white space around/],
    ['HTTPS://ads.acme.com/api/v1', /lower case/],
    ['https://me:secret@ads.acme.com/api/v1', /user name or password/],
    ['https://ads.acme.com/api/v1#top', /fragment/],
    ['https://ads.acme.com\\api\\v1', /backslash/],
    ['https://ads.acme.com:8443/api/v1', /port 8443/],
    ['https://ads.acme.com//api/v1', /double slash/],
    ['https://ads.acme.com/api/v1/health', /ends in \/health/],
    ['https://ads.acme.com/api/v1/', /ends in a slash/],
    ['https://ads.acme.com', /does not end in \/api\/v1/],
    ['https://ads.acme.com/api/v2', /does not end in \/api\/v1/],
    ['https://ads.acme.com/api/v1”', /unusual characters/],
    ['https://ads.acme.com/{tenant}/api/v1', /placeholders/],
    ['https://ads.acme.com/api/v1?api_key=abcdef', /contain a credential/],
    ['https://93.184.216.34/api/v1', /IP address/],
    ['https://localhost/api/v1', /internal network/],
    ['https://ads.internal/api/v1', /internal network/],
    ['https://ads.example.com/api/v1', /reserved for examples/],
    ['https://ads.acme.com./api/v1', /ends in a dot/],
    ['https://ads_eu.acme.com/api/v1', /underscore/],
    ['https://bücher.de/api/v1', /called as xn--bcher-kva\.de/],
    ['https://ads.ac\u200bme.com/api/v1', /invisible character/],
  ])('%j gets a remark', (text, remark) => {
    expect(remarks(text)).toMatch(remark);
  });

  it('is walked without the user name and the fragment in it', () => {
    expect(read('https://me:secret@ads.acme.com/api/v1#x').url?.href).toBe('https://ads.acme.com/api/v1');
  });

  it('gives up the credentials in it, so that they are never shown', () => {
    expect(read('https://me:s%40fe@ads.acme.com/api/v1?token=t0ken').secrets).toEqual(['me', 's@fe', 't0ken']);
  });

  it('over http:// is one under development', () => {
    expect(readAddress('http://localhost:3000/api/v1', true)).toMatchObject({
      refusal: null,
      url: new URL('http://localhost:3000/api/v1'),
    });
  });
});

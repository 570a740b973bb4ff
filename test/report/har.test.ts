import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { renderHar, requestCookies, responseCookies } from '../../src/report/render/har.ts';
import { anyReport } from './any-report.ts';
import harSchema from './har-1.2.schema.json' with { type: 'json' };
import { check, contract, exchange, module, report } from './sample.ts';

const fits = new Ajv2020({ strictTypes: false }).compile(harSchema);
interface Har {
  readonly log: {
    readonly pages: readonly { readonly id: string }[];
    readonly entries: readonly {
      readonly pageref: string;
      readonly comment: string;
      readonly response: Record<string, unknown>;
      readonly request: Record<string, unknown>;
    }[];
  };
}
const textOf = (subject: Report) => [...renderHar(subject)].join('');
const harOf = (over: Parameters<typeof report>[0] = {}) => (JSON.parse(textOf(report(over))) as Har).log;

test('whatever a report holds, the archive is valid HAR 1.2 with every exchange, and the same each time', () => {
  fc.assert(
    fc.property(anyReport, (subject) => {
      const text = textOf(subject);
      const har: unknown = JSON.parse(text);
      expect(fits(har), JSON.stringify(fits.errors)).toBe(true);
      expect((har as Har).log.entries).toHaveLength(subject.exchanges.length);
      expect(textOf(subject)).toBe(text);
    }),
  );
});

test('an exchange stands on the page of the check that it fails', () => {
  const health = module([check()]);
  const errors = module([check({ id: 'errors.body', outcome: 'fail', message: 'No code.' })], { id: 'errors' });
  const { pages, entries } = harOf({ contracts: [contract([health, errors])] });
  expect(pages.map(({ id }) => id)).toEqual(['errors']);
  expect(entries[0]).toMatchObject({ pageref: 'errors', comment: 'exchange x1\nfail: errors.body: No code.' });
});

test('an exchange that nobody cites has a page too', () => {
  expect(harOf({ contracts: [] }).entries[0]?.pageref).toBe('uncited');
});

test('a lost answer shows its reason where browsers look for it', () => {
  expect(harOf({ exchanges: [exchange({ response: null, error: 'timed out' })] }).entries[0]?.response).toMatchObject({
    status: 0,
    _error: 'timed out',
  });
});

test('bytes stay base64, and a cut body tells its full size', () => {
  const { entries } = harOf({
    exchanges: [exchange({ response: { status: 200, headers: {}, bodyBase64: '/w==', bodyTruncated: 900 } })],
  });
  expect(entries[0]?.response).toMatchObject({ content: { text: '/w==', encoding: 'base64', size: 900 } });
});

test('the query string is taken apart', () => {
  const request = { method: 'GET', url: 'https://a.example/inventory?limit=1&cursor=a%20b', headers: {} };
  expect(harOf({ exchanges: [exchange({ request })] }).entries[0]?.request['queryString']).toEqual([
    { name: 'limit', value: '1' },
    { name: 'cursor', value: 'a b' },
  ]);
});

describe('cookies', () => {
  test('of a request', () => {
    expect(requestCookies('a=1; b=x=y')).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: 'x=y' },
    ]);
  });
  test('of an answer, several in one field', () => {
    expect(responseCookies('a=1; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Secure, b=2; HttpOnly')).toEqual([
      { name: 'a', value: '1', path: '/', expires: '2026-10-21T07:28:00.000Z', secure: true },
      { name: 'b', value: '2', httpOnly: true },
    ]);
  });
  test('of an answer, with commas and equals signs where they may stand, and without what is no cookie', () => {
    expect(responseCookies('id=a,b=c; Domain=example.com\nnext=%20; Expires=soon, nameless, last=')).toEqual([
      { name: 'id', value: 'a', domain: undefined },
      { name: 'b', value: 'c', domain: 'example.com' },
      { name: 'next', value: '%20' },
      { name: 'last', value: '' },
    ]);
    expect(responseCookies(undefined)).toEqual([]);
  });
  test('of an answer, without those whose names mean something to JavaScript', () => {
    expect(responseCookies('__proto__=1; Path=/, constructor=2, a=1')).toEqual([{ name: 'a', value: '1' }]);
  });
});

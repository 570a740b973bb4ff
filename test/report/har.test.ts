import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/model.ts';
import { renderHar } from '../../src/report/render/har.ts';
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

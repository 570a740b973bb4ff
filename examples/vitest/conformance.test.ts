import { certify } from 'adserver-conformance';
import { expect, test } from 'vitest';

const report = await certify({
  baseUrl: process.env['ADSERVER_BASE_URL'] ?? 'https://ads.example.com/api/v1',
  apiKey: process.env['ADSERVER_API_KEY'] ?? '',
  local: process.env['ADSERVER_LOCAL'] === '1',
  only: ['connection', 'health'],
});

const judged = report.contracts
  .flatMap(({ modules }) => modules.flatMap(({ checks }) => checks))
  .filter(({ outcome }) => outcome !== 'skip');

test.each(judged)('$id: $requirement', ({ outcome, message, fix }) => {
  const broken = outcome === 'fail' || outcome === 'error';
  expect(broken, `${message} ${fix ?? ''}`).toBe(false);
});

test('nothing is broken', () => {
  expect(report.verdict, report.reasons.join('\n')).not.toBe('failed');
});

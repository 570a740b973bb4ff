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
  expect(['fail', 'inconclusive', 'error'], `${message} ${fix ?? ''}`).not.toContain(outcome);
});

// Not only "not failed": a service that does not answer has broken no rule, and is inconclusive.
test('the service was judged, and nothing is broken', () => {
  expect(['certified', 'passed'], report.reasons.join('\n')).toContain(report.verdict);
});

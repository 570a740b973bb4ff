import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readReport } from '../../src/report/read.ts';
import { hostileReport } from '../stored/hostile.ts';

test.each(['passed', 'failed'])('the stored %s report fits the format', (name) => {
  const text = readFileSync(new URL(`../stored/${name}.report.json`, import.meta.url), 'utf8');
  expect(readReport(text).verdict).toBe(name);
});

test('the hostile report fits the format: nothing else stands between it and a reader', () => {
  expect(readReport(JSON.stringify(hostileReport())).verdict).toBe('failed');
});

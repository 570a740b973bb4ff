import { expect, it } from 'vitest';
import { versionsInWords } from '../../src/report/words/versions.ts';

it.each([
  ['1.0.0', 'older than this one (1.10.0). npx goes on using'],
  ['1.9.0-rc.1', 'older than this one (1.10.0). npx goes on using'],
  ['1.11.0', 'newer than this one (1.10.0): what only that version knows is not shown.'],
])('a report of version %s tells another one which it is, and how to get the newest', (made, said) => {
  const words = versionsInWords(made, '1.10.0');
  expect(words).toContain(`was made by version ${made}, which is ${said}`);
  expect(words).toMatch(/npx adserver-conformance@latest$/);
});

it.each(['1.10.0', '1.10.0-rc.1'])('nothing is said of version %s, which reads it', (made) => {
  expect(versionsInWords(made, '1.10.0')).toBe('');
});

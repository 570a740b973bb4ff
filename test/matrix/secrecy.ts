import { expect } from 'vitest';
import type { Report } from '../../src/report/model.ts';

/** Spellings of a key that would reveal it. */
function spellings(key: string): string[] {
  const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1);
  return [
    key,
    JSON.stringify(key).slice(1, -1),
    encodeURIComponent(key),
    key.replaceAll('-', '%2D'),
    key.replaceAll('-', '&#45;'),
    base64(key),
    Buffer.from(key).toString('base64url').slice(0, -1),
    base64(`Bearer ${key}`).slice(12),
    base64(`Basic ${key}`).slice(12),
    Buffer.from(key).toString('hex'),
  ];
}

/** Expects that a report shows no key in any spelling. */
export function expectSecrecy(report: Report, keys: Iterable<string>): void {
  const text = JSON.stringify(report).toLowerCase();
  // Most keys have several spellings in common.
  const secret = new Set([...keys].flatMap(spellings).map((spelling) => spelling.toLowerCase()));
  expect([...secret].filter((spelling) => text.includes(spelling))).toEqual([]);
}

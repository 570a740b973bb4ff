import { closing } from './closing.ts';
import type { Finding } from './verify.ts';

/** What is wrong with a report or package, in a few lines; empty if nothing is. */
export function closingOfFindings(findings: readonly Finding[]): string[] {
  const bad = findings.filter(({ outcome }) => outcome === 'bad');
  const summary = bad.find(({ id }) => id === 'summary');
  if (summary === undefined) return [];
  return closing(
    `BAD: ${summary.message}`,
    bad.filter((one) => one !== summary).map(({ id, message }) => `${id}: ${message}`),
  );
}

import type { Finding } from '../verify.ts';
import { line } from './test-text.ts';

const MARKS: Readonly<Record<Finding['outcome'], string>> = { good: 'good   ', bad: 'BAD    ', unknown: 'unknown' };

/** The findings about a report, one line per question. */
export function renderFindings(findings: readonly Finding[]): string {
  return findings.map(({ id, outcome, message }) => `${MARKS[outcome]}  ${id.padEnd(9)}  ${line(message)}\n`).join('');
}

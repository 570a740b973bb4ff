import type { Finding } from '../verify.ts';
import { Page } from './terminal-page.ts';
import { line } from './test-text.ts';

const MARKS: Readonly<Record<Finding['outcome'], string>> = { good: 'good   ', bad: 'BAD    ', unknown: 'unknown' };

/** The findings about a report, one line per question; wrapped if a width is given. */
export function renderFindings(findings: readonly Finding[], width?: number): string {
  if (width === undefined)
    return findings.map((finding) => `${beginningOf(finding)}${line(finding.message)}\n`).join('');
  const page = new Page({ width, color: false });
  for (const finding of findings) page.text(line(finding.message), { hang: beginningOf(finding) });
  return page.toString();
}

const beginningOf = ({ id, outcome }: Finding) => `${MARKS[outcome]}  ${id.padEnd(9)}  `;

import type { Proof } from '../verify.ts';
import { Page } from './terminal-page.ts';
import { line } from './test-text.ts';

const MARKS: Readonly<Record<Proof['outcome'], string>> = { good: 'good   ', bad: 'BAD    ', unknown: 'unknown' };

/** The proofs about a report, one line per question; wrapped if a width is given. */
export function renderProofs(proofs: readonly Proof[], width?: number): string {
  if (width === undefined) return proofs.map((proof) => `${beginningOf(proof)}${line(proof.message)}\n`).join('');
  const page = new Page({ width, color: false });
  for (const proof of proofs) page.text(line(proof.message), { hang: beginningOf(proof) });
  return page.toString();
}

const beginningOf = ({ id, outcome }: Proof) => `${MARKS[outcome]}  ${id.padEnd(9)}  `;

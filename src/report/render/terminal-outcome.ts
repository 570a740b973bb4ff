import type { Outcome, VerdictWord } from '../../engine/rule.ts';
import type { Page } from './terminal-page.ts';

/** One sign per outcome, from characters that any log can show. */
export const GLYPHS: Readonly<Record<Outcome, string>> = {
  fail: '✗',
  error: '✗',
  inconclusive: '?',
  'expected-fail': '✗',
  warn: '!',
  skip: '–',
  waived: '~',
  'not-applicable': '·',
  info: 'i',
  pass: '✓',
};

/** Column headings: first what needs action, then what was not judged, then the rest. */
export const COLUMNS: readonly (readonly [Outcome, string])[] = [
  ['fail', 'fail'],
  ['error', 'error'],
  ['warn', 'warn'],
  ['inconclusive', 'open'],
  ['expected-fail', 'known'],
  ['skip', 'skip'],
  ['waived', 'waived'],
  ['not-applicable', 'n/a'],
  ['info', 'info'],
  ['pass', 'pass'],
];

export function paintOf({ paint }: Page, outcome: Outcome): (text: string) => string {
  switch (outcome) {
    case 'fail':
    case 'error':
      return paint.bad;
    case 'warn':
    case 'inconclusive':
    case 'expected-fail':
      return paint.caution;
    case 'pass':
      return paint.good;
    case 'skip':
    case 'waived':
    case 'not-applicable':
    case 'info':
      return paint.quiet;
  }
}

export function paintOfVerdict({ paint }: Page, verdict: VerdictWord): (text: string) => string {
  switch (verdict) {
    case 'failed':
      return paint.bad;
    case 'inconclusive':
    case 'passed':
      return paint.caution;
    case 'certified':
      return paint.good;
  }
}

export const VERDICT_GLYPHS: Readonly<Record<VerdictWord, string>> = {
  failed: '✗',
  inconclusive: '?',
  passed: '–',
  certified: '✓',
};

import type { Level, Outcome, VerdictWord } from '../../../engine/rule.ts';

/** The word beside the sign of each outcome, the most urgent first. */
export const OUTCOMES = {
  fail: 'Failed',
  error: 'Suite error',
  inconclusive: 'Inconclusive',
  warn: 'Warning',
  'expected-fail': 'Known failure',
  waived: 'Waived',
  skip: 'Skipped',
  pass: 'Passed',
  info: 'Noted',
  'not-applicable': 'Not applicable',
} as const satisfies Record<Outcome, string>;

const SEVERAL: Partial<Record<Outcome, string>> = {
  error: 'suite errors',
  warn: 'warnings',
  'expected-fail': 'known failures',
};

/** The word for a number of checks: `1 warning`, `3 warnings`. */
export const outcomeWord = (outcome: Outcome, count: number): string =>
  (count === 1 ? undefined : SEVERAL[outcome]) ?? OUTCOMES[outcome].toLowerCase();

export const OUTCOME_ORDER = Object.keys(OUTCOMES) as Outcome[]; // Its keys.

export const LEVELS = {
  must: 'Must',
  should: 'Should',
  info: 'Info',
} as const satisfies Record<Level, string>;

export const LEVEL_ORDER = Object.keys(LEVELS) as Level[]; // Its keys.

export const VERDICTS = {
  certified: 'Certified',
  passed: 'Passed, not certified',
  failed: 'Failed',
  inconclusive: 'Inconclusive',
} as const satisfies Record<VerdictWord, string>;

/** The sign of each verdict. Each has its own, so that colour is never the only difference. */
export const VERDICT_SIGNS = {
  certified: 'pass',
  passed: 'waived',
  failed: 'fail',
  inconclusive: 'inconclusive',
} as const satisfies Record<VerdictWord, Outcome>;

/** Whether an outcome needs no action. Such checks are folded together below the problems of their module. */
export const isSettled = (outcome: Outcome): boolean => SETTLED.includes(outcome);

const SETTLED: readonly Outcome[] = ['pass', 'info', 'not-applicable', 'skip', 'waived'];

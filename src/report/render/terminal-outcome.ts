import type { Outcome, VerdictWord } from '../../engine/rule.ts';
import type { Page, Palette } from './terminal-page.ts';

interface Look {
  /** A character that any log can show. */
  readonly sign: string;
  /** The word beside a count. */
  readonly head: string;
  readonly paint: keyof Palette;
}

/** First what needs action, then what was not judged, then the rest. */
const LOOKS: Readonly<Record<Outcome, Look>> = {
  fail: { sign: '✗', head: 'fail', paint: 'bad' },
  error: { sign: '✗', head: 'error', paint: 'bad' },
  warn: { sign: '!', head: 'warn', paint: 'caution' },
  inconclusive: { sign: '?', head: 'open', paint: 'caution' },
  'expected-fail': { sign: '✗', head: 'known', paint: 'caution' },
  skip: { sign: '–', head: 'skip', paint: 'quiet' },
  waived: { sign: '~', head: 'waived', paint: 'quiet' },
  'not-applicable': { sign: '·', head: 'n/a', paint: 'quiet' },
  info: { sign: 'i', head: 'info', paint: 'quiet' },
  pass: { sign: '✓', head: 'pass', paint: 'good' },
};

export const COLUMNS = Object.entries(LOOKS).map(([outcome, { head }]) => [outcome as Outcome, head] as const); // Its keys.

export const signOf = (page: Page, outcome: Outcome): string => `${paintOf(page, outcome)(LOOKS[outcome].sign)} `;

export const paintOf = ({ paint }: Page, outcome: Outcome) => paint[LOOKS[outcome].paint];

const VERDICT_PAINTS = { failed: 'bad', inconclusive: 'caution', passed: 'caution', certified: 'good' } as const;

export const paintOfVerdict = ({ paint }: Page, verdict: VerdictWord) => paint[VERDICT_PAINTS[verdict]];

export const VERDICT_GLYPHS: Readonly<Record<VerdictWord, string>> = {
  failed: '✗',
  inconclusive: '?',
  passed: '–',
  certified: '✓',
};

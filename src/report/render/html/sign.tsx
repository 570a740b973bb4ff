import type { Outcome, VerdictWord } from '../../../engine/rule.ts';
import { VERDICT_SIGNS, VERDICTS } from './outcome.tsx';

/** The signs on a 16 × 16 grid: a distinct outline for each outcome, and the drawing inside. */
const DRAWINGS: Readonly<Record<Outcome, { readonly shape: string; readonly within: string }>> = {
  pass: { shape: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z', within: 'M4.8 8.3l2.2 2.2 4.2-4.6' },
  fail: { shape: 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z', within: 'M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8' },
  warn: { shape: 'M8 1.2 15.3 14.4H.7z', within: 'M8 6v4M8 12v.2' },
  error: { shape: 'M2 2h12v12H2z', within: 'M9 4 5.6 8.6h4.6L7 12.4' },
  inconclusive: {
    shape: 'M8 .8 15.2 8 8 15.2.8 8z',
    within: 'M6.3 6.6C6.3 4.5 9.8 4.6 9.7 6.6c0 1.3-1.7 1.4-1.7 2.6M8 11v.2',
  },
  'expected-fail': { shape: 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z', within: 'M5 8h6' },
  waived: { shape: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z', within: 'M5 8h6' },
  skip: { shape: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z', within: 'M5.2 5.4 7.8 8l-2.6 2.6M8.6 5.4 11.2 8l-2.6 2.6' },
  info: { shape: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z', within: 'M8 7.4v4M8 4.6v.2' },
  'not-applicable': { shape: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1z', within: 'M4 12 12 4' },
};

export function SignSheet() {
  return (
    <svg class="sheet" aria-hidden="true" width="0" height="0" focusable="false">
      {Object.entries(DRAWINGS).map(([outcome, { shape, within }]) => (
        <symbol id={`sign-${outcome}`} viewBox="0 0 16 16">
          <path class="shape" d={shape} />
          <path class="within" d={within} />
        </symbol>
      ))}
    </svg>
  );
}

/** The sign of an outcome. It is hidden from screen readers, because the word is always beside it. */
export function Sign({ outcome, size = 16 }: { readonly outcome: Outcome; readonly size?: number }) {
  return (
    <svg class={`sign is-${outcome}`} width={size} height={size} aria-hidden="true" focusable="false">
      <use href={`#sign-${outcome}`} />
    </svg>
  );
}

export function Pill({ verdict }: { readonly verdict: VerdictWord }) {
  return (
    <span class={`pill is-${VERDICT_SIGNS[verdict]}`}>
      <Sign outcome={VERDICT_SIGNS[verdict]} size={14} />
      {VERDICTS[verdict]}
    </span>
  );
}

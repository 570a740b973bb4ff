import { css } from './css.ts';

export const overview = css`
  .kicker {
    color: var(--quiet);
    font-size: 0.9375rem;
  }
  .verdict {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    margin-top: 0.25rem;
    font-size: clamp(1.875rem, 4vw, 2.5rem);
    font-weight: 650;
    letter-spacing: -0.03em;
    line-height: 1.05;
  }
  .verdict .sign {
    width: 0.95em;
    height: 0.95em;
    stroke-width: 1.25;
  }
  .lead {
    margin-top: 0.5rem;
    font-size: clamp(1.0625rem, 2vw, 1.25rem);
    line-height: 1.4;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  .alert {
    display: flex;
    gap: 0.75rem;
    margin-top: 1.25rem;
    padding: 0.875rem 1rem;
    border: 1.5px solid var(--fail);
    border-radius: 8px;
    background: var(--fail-tint);
    font-weight: 560;
  }
  .alert .sign {
    margin-top: 0.125rem;
    color: var(--fail);
  }
  .notice {
    margin-top: 0.75rem;
    color: var(--warn);
  }
  .key-facts {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 1.25rem;
    margin-top: 0.5rem;
    color: var(--quiet);
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  .tally {
    margin-top: 1.25rem;
  }
  .tally-bar {
    display: block;
    border-radius: 6px;
    overflow: hidden;
  }
  .tally-bar rect {
    fill: currentColor;
    stroke: var(--ground);
    stroke-width: 2;
    paint-order: stroke;
  }
  .tally-bar .is-pass {
    opacity: 0.55;
  }
  .tally-bar .is-skip,
  .tally-bar .is-not-applicable,
  .tally-bar .is-waived {
    opacity: 0.35;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1.5rem;
    margin-top: 0.5rem;
    font-size: 0.9375rem;
  }
  .legend li {
    display: flex;
    align-items: center;
    gap: 0.4rem;
  }
  .legend strong {
    font-weight: 620;
    font-variant-numeric: tabular-nums;
  }
  .reasons h3 {
    margin-top: 1.25rem;
    font-size: 1.0625rem;
  }
  .reasons ul {
    margin-top: 0.5rem;
    max-width: 46rem;
  }
  .reasons li {
    position: relative;
    padding: 0.3rem 0 0.3rem 1.25rem;
  }
  .reasons li::before {
    content: '';
    position: absolute;
    left: 0.15rem;
    top: 1.02rem;
    width: 0.5rem;
    border-top: 1.5px solid var(--line-strong);
  }
  .targets {
    margin-top: 1rem;
  }
  .target {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 1rem;
    padding: 0.1rem 0;
  }
  .target a {
    min-width: 6rem;
    color: inherit;
    font-weight: 620;
  }
  .pill {
    display: inline-flex;
    align-items: center;
    gap: 0.35rem;
    font-size: 0.875rem;
    font-weight: 550;
    letter-spacing: 0;
  }
  .first-fixes ol {
    counter-reset: fix;
    border-top: 1px solid var(--line);
  }
  .first-fixes ol > li {
    counter-increment: fix;
    position: relative;
    padding: 0.875rem 0 0.875rem 3rem;
    border-bottom: 1px solid var(--line);
  }
  .first-fixes ol > li::before {
    content: counter(fix);
    position: absolute;
    left: 0;
    top: 0.85rem;
    width: 2rem;
    height: 2rem;
    border: 1.5px solid var(--line-strong);
    border-radius: 50%;
    text-align: center;
    line-height: 1.8rem;
    font-size: 0.9375rem;
    font-weight: 620;
    font-variant-numeric: tabular-nums;
  }
  .first-fixes .cause {
    font-weight: 560;
    line-height: 1.4;
  }
  .first-fixes .came {
    margin-top: 0.125rem;
    max-width: 44rem;
    color: var(--quiet);
  }
  .first-fixes .remedy {
    margin-top: 0.25rem;
    max-width: 44rem;
  }
  .first-fixes .behind {
    display: flex;
    flex-wrap: wrap;
    gap: 0.125rem 1rem;
    margin-top: 0.375rem;
    font-size: 0.875rem;
    color: var(--quiet);
  }
`;

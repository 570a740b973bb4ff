import { css } from './css.ts';

export const checks = css`
  .filters {
    display: grid;
    gap: 1rem;
    padding: 1.25rem;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--panel);
  }
  .filters fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .filters legend,
  .search label {
    display: block;
    padding: 0;
    margin-bottom: 0.375rem;
    color: var(--quiet);
    font-size: 0.8125rem;
    font-weight: 620;
  }
  .search input {
    width: 100%;
    min-height: 2.5rem;
    padding: 0.375rem 0.75rem;
    border: 1px solid var(--line-strong);
    border-radius: 6px;
    background: var(--ground);
  }
  .search input::placeholder {
    color: var(--quiet);
    opacity: 1;
  }
  .chip {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-height: 2rem;
    padding: 0.2rem 0.7rem 0.2rem 0.5rem;
    border: 1px solid var(--line-strong);
    border-radius: 999px;
    font-size: 0.875rem;
    cursor: pointer;
  }
  .chip:has(:focus-visible) {
    outline: 2px solid var(--link);
    outline-offset: 2px;
  }
  .chip input {
    width: 0.9375rem;
    height: 0.9375rem;
    margin: 0;
    outline: none;
    accent-color: var(--quiet);
  }
  .chip-count {
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
  .filter-end {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  .filter-end output {
    margin-right: auto;
    font-size: 0.875rem;
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
  .contract {
    margin-top: 2.5rem;
  }
  .contract > h3 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75rem;
  }
  .module {
    margin-top: 1.75rem;
    content-visibility: auto;
    contain-intrinsic-size: auto 30rem;
  }
  .module > h4 {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0.25rem 1rem;
    padding: 0 0.25rem 0.625rem;
  }
  .module-sums {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    color: var(--quiet);
    font-size: 0.8125rem;
    font-weight: 400;
    letter-spacing: 0;
    font-variant-numeric: tabular-nums;
  }
  .module-checks {
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--panel);
    overflow: clip;
  }
  .check + .check {
    border-top: 1px solid var(--line);
  }
  .check > summary {
    display: grid;
    grid-template-columns: 1.25rem minmax(0, 1fr) auto 0.5rem;
    gap: 0.125rem 0.875rem;
    align-items: start;
    padding: 0.75rem 1rem;
    list-style: none;
    cursor: pointer;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  .check > summary:hover {
    background: var(--sunken);
  }
  .check > summary:focus-visible {
    outline-offset: -3px;
  }
  .check > summary > .sign {
    margin-top: 0.15rem;
  }
  .requirement {
    display: block;
    line-height: 1.45;
  }
  .place {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.875rem;
    margin-top: 0.125rem;
    color: var(--quiet);
    font-size: 0.8125rem;
  }
  .place code {
    font-size: 1em;
  }
  .check > summary > .outcome {
    font-size: 0.875rem;
    font-weight: 550;
    text-align: right;
    line-height: 1.65;
  }
  .check[data-outcome='pass'] > summary > .outcome,
  .check[data-outcome='not-applicable'] > summary > .outcome {
    font-weight: 400;
  }
  .check > summary::after {
    content: '';
    display: inline-block;
    width: 0.4rem;
    height: 0.4rem;
    margin-top: 0.5rem;
    border: solid var(--quiet);
    border-width: 0 1.5px 1.5px 0;
    transform: rotate(-45deg);
  }
  .check[open] > summary::after {
    margin-top: 0.4rem;
    transform: rotate(45deg);
  }
  .unstable {
    display: block;
    color: var(--warn);
    font-size: 0.8125rem;
    font-weight: 400;
    line-height: 1.3;
  }
  .finding {
    display: grid;
    gap: 1.5rem;
    padding: 0.5rem 1rem 1.75rem 3.125rem;
  }
  .finding > * {
    min-width: 0;
  }
  .message {
    max-width: 46rem;
    white-space: pre-line;
  }
  .check.unfolds > .finding > .message:not(.note) {
    font-size: 1.0625rem;
  }
  .nothing {
    margin-top: 2rem;
    color: var(--quiet);
  }
  @media (max-width: 40rem) {
    .filters {
      padding: 1rem;
    }
    .check > summary {
      grid-template-columns: 1.25rem minmax(0, 1fr) 0.5rem;
      padding: 0.75rem;
    }
    .check > summary > .outcome {
      grid-area: 2 / 2;
      text-align: left;
    }
    .check > summary::after {
      grid-area: 1 / 3;
    }
    .finding {
      padding: 0.5rem 0.75rem 1.5rem;
    }
  }
`;

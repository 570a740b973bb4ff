import { css } from './css.ts';

export const checks = css`
  .contract {
    margin-top: 1.75rem;
  }
  .contract > h3 {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.75rem;
    margin-bottom: 0.75rem;
  }
  .module {
    margin: 1.5rem 0;
  }
  .module.is-quiet {
    margin: 0;
  }
  .module-head,
  .settled > summary {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25rem 1rem;
    padding: 0.375rem 0.25rem;
  }
  .module-head {
    padding-bottom: 0.625rem;
  }
  .settled > summary {
    list-style: none;
    cursor: pointer;
    border-radius: 6px;
    font-size: 0.875rem;
  }
  .settled > summary::before,
  .line-ids > summary::before {
    content: '';
    align-self: center;
    flex: none;
    display: inline-block;
    width: 0.4rem;
    height: 0.4rem;
    margin: 0 -0.25rem 0 0.25rem;
    border: solid var(--quiet);
    border-width: 0 1.5px 1.5px 0;
    transform: rotate(-45deg);
  }
  .settled[open] > summary::before,
  .line-ids[open] > summary::before {
    transform: rotate(45deg);
  }
  .settled > summary:hover {
    background: var(--sunken);
  }
  .settled[open] > summary {
    margin-bottom: 0.375rem;
  }
  .settled[open] {
    margin-bottom: 1.25rem;
  }
  .settled h4 {
    min-width: 12rem;
    font-size: 1rem;
  }
  .module-sums {
    display: inline-flex;
    flex-wrap: wrap;
    gap: 0.125rem 0.875rem;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  .module-time {
    margin-left: auto;
    color: var(--quiet);
    font-size: 0.8125rem;
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
  .got {
    display: block;
    color: var(--quiet);
    line-height: 1.45;
  }
  .check[open] > summary .got {
    display: none;
  }
  .unfolds .requirement {
    font-weight: 560;
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
    .settled h4 {
      min-width: calc(100% - 2.5rem);
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

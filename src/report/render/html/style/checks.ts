import { css } from './css.ts';

export const checks = css`
  .filters {
    position: sticky;
    top: 0;
    z-index: 1;
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto auto;
    gap: 0.5rem 0.75rem;
    align-items: center;
    margin: 0 -0.75rem;
    padding: 0.625rem 0.75rem;
    border-bottom: 1px solid var(--line);
    background: var(--ground);
  }
  /* What a link leads to stands below the bar. */
  .checks [id] {
    scroll-margin-top: 6.75rem;
  }
  .filters fieldset {
    display: flex;
    gap: 0.375rem;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .search {
    position: relative;
  }
  .search input {
    width: 100%;
    min-height: 2.25rem;
    padding: 0.25rem 2.25rem 0.25rem 0.75rem;
    border: 1px solid var(--line-strong);
    border-radius: 6px;
    background: var(--panel);
  }
  .search input::placeholder {
    color: var(--quiet);
    opacity: 1;
  }
  .search kbd {
    position: absolute;
    right: 0.625rem;
    top: 0.5rem;
    padding: 0 0.375rem;
    border: 1px solid var(--line-strong);
    border-radius: 4px;
    color: var(--quiet);
    font: 0.75rem/1.2rem var(--mono);
    pointer-events: none;
  }
  .search input:focus + kbd,
  .search input:not(:placeholder-shown) + kbd {
    display: none;
  }
  .filters output {
    color: var(--quiet);
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  .filters button:disabled {
    color: var(--quiet);
    opacity: 0.6;
    cursor: default;
  }
  /* One row that scrolls sideways, so that the bar stays low. */
  .chips {
    position: relative;
    grid-column: 1 / -1;
    display: flex;
    gap: 0.875rem;
    min-width: 0;
    margin: 0 -3px;
    padding: 3px;
    overflow-x: auto;
    scrollbar-width: none;
  }
  .chips fieldset {
    flex: none;
  }
  @media (min-width: 64rem) {
    .filters {
      grid-template-columns: minmax(0, 1fr) auto auto auto;
    }
    .chips {
      display: contents;
    }
    .filters .outcomes {
      grid-row: 2;
      grid-column: 1 / -1;
      flex-wrap: wrap;
    }
    .checks [id] {
      scroll-margin-top: 8.5rem;
    }
    .filters .levels {
      grid-row: 1;
      grid-column: 2;
    }
  }
  .chip {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: 0.3rem;
    min-height: 1.75rem;
    padding: 0.1rem 0.55rem;
    border: 1px solid var(--line-strong);
    border-radius: 999px;
    background: var(--panel);
    font-size: 0.8125rem;
    white-space: nowrap;
    cursor: pointer;
  }
  .chip:hover {
    border-color: var(--quiet);
  }
  .chip:has(:checked) {
    border-color: var(--link);
    box-shadow: inset 0 0 0 1px var(--link);
    font-weight: 620;
  }
  .chip:has(:focus-visible) {
    outline: 2px solid var(--link);
    outline-offset: 2px;
  }
  .chip input {
    position: absolute;
    inset: 0;
    margin: 0;
    opacity: 0;
    cursor: pointer;
  }
  .chip-count {
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
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
    .filters {
      grid-template-columns: minmax(0, 1fr) auto;
      margin: 0 -1rem;
      padding: 0.5rem 1rem;
    }
    .filters output {
      display: none;
    }
    .chips {
      margin: 0 -1rem;
      padding: 3px 1rem;
    }
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

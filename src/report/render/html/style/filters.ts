import { css } from './css.ts';

export const filters = css`
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
  }
`;

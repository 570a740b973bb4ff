import { css } from './css.ts';

/** The table of contents beside the page, on wide screens only. */
export const contents = css`
  .contents {
    display: none;
    font-size: 0.875rem;
    line-height: 1.4;
  }
  @media (min-width: 64rem) {
    .frame {
      grid-template-columns: 12rem minmax(0, 1fr);
    }
    .contents {
      display: block;
      position: sticky;
      top: 0;
      align-self: start;
      max-height: 100vh;
      overflow-y: auto;
      scrollbar-width: thin;
      scrollbar-gutter: stable;
      padding: 2.25rem 4px 2rem;
    }
  }
  .contents li {
    margin: 0.15rem 0;
  }
  .contents ul ul {
    margin: 0.15rem 0 0.5rem;
    padding-left: 0.75rem;
    border-left: 1px solid var(--line);
  }
  .contents ul ul li {
    display: flex;
    justify-content: space-between;
    gap: 0.5rem;
  }
  .contents a {
    display: inline-block;
    padding: 0.125rem 0;
    min-height: 1.5rem;
    color: var(--ink);
    text-decoration: none;
  }
  .contents ul ul a {
    color: var(--quiet);
  }
  .contents a[aria-current] {
    color: var(--link);
    font-weight: 620;
    box-shadow: -2px 0 0 var(--link);
    margin-left: -0.5rem;
    padding-left: 0.5rem;
  }
  .contents a:hover {
    color: var(--link);
    text-decoration: underline;
  }
`;

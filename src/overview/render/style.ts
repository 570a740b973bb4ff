import { css } from '../../report/render/html/style/css.ts';

/** A table of publishers. On a narrow screen each row becomes a card. */
export const table = css`
  main {
    max-width: 96rem;
    margin: 0 auto;
    padding: clamp(1.25rem, 3vw, 2.25rem) clamp(1rem, 3vw, 2.5rem) 4rem;
  }
  .kicker {
    color: var(--quiet);
    font-size: 0.9375rem;
  }
  h1 {
    display: flex;
    align-items: center;
    gap: 0.625rem;
    margin: 0.25rem 0 0.5rem;
    font-size: clamp(1.375rem, 3vw, 2rem);
  }
  main > section {
    margin-top: 1.25rem;
  }
  section:focus {
    outline: none;
  }
  table {
    width: 100%;
    table-layout: fixed;
    border-collapse: collapse;
    font-size: 0.875rem;
    line-height: 1.45;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.625rem 1.25rem 0.625rem 0;
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: top;
    font-weight: 400;
  }
  thead th {
    color: var(--quiet);
    font-size: 0.8125rem;
    font-weight: 620;
  }
  thead th:nth-child(-n + 3) {
    width: 9.5rem;
  }
  thead th:nth-child(2) {
    width: 24%;
  }
  thead th:nth-child(n + 5) {
    width: 8.5rem;
  }
  thead th:last-child {
    width: 7rem;
  }
  thead button {
    padding: 0;
    min-height: 1.5rem;
    border: 0;
    background: none;
    color: inherit;
    font-size: inherit;
    font-weight: inherit;
  }
  thead button::after {
    content: ' ↕';
    opacity: 0.5;
  }
  [aria-sort='ascending'] button::after {
    content: ' ↑';
    opacity: 1;
  }
  [aria-sort='descending'] button::after {
    content: ' ↓';
    opacity: 1;
  }
  tbody .verdict {
    padding-left: 1.4rem;
    font-weight: 620;
  }
  .verdict .sign {
    margin: 0 0.4rem 0 -1.4rem;
  }
  tbody th strong,
  tbody th code,
  .ended > * {
    display: block;
  }
  tbody th code {
    color: var(--quiet);
  }
  .ended > span,
  .head {
    color: var(--quiet);
  }
  td .head {
    display: none;
  }
  .old > span,
  .worse {
    color: var(--fail);
    font-weight: 620;
  }
  .better {
    color: var(--pass);
  }
  .new {
    padding: 0 0.3rem;
    border: 1px solid var(--fail);
    border-radius: 4px;
    color: var(--fail);
    font-size: 0.75rem;
  }
  summary {
    width: fit-content;
    color: var(--link);
    cursor: pointer;
  }
  details {
    margin-top: 0.125rem;
  }
  dl {
    margin: 0.375rem 0;
  }
  dl > div {
    display: grid;
    grid-template-columns: 8rem minmax(0, 1fr);
    gap: 0.75rem;
  }
  dt {
    color: var(--quiet);
  }
  .earlier li {
    display: flex;
    gap: 0.4rem;
    align-items: baseline;
  }
  .not-shown li {
    margin-top: 0.375rem;
    font-size: 0.875rem;
  }
  @media screen and (max-width: 56rem) {
    table,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody tr {
      display: grid;
      gap: 0.25rem;
      padding: 0.875rem 0;
      border-bottom: 1px solid var(--line);
    }
    tbody th,
    tbody td {
      display: block;
      padding: 0;
      border: 0;
    }
    .ended > * {
      display: inline;
    }
    .ended time::after {
      content: ', ';
    }
    td .head {
      display: inline;
    }
    tbody th strong {
      font-size: 1rem;
    }
    .broken {
      order: 1;
    }
    dl > div {
      grid-template-columns: 1fr;
      gap: 0;
    }
  }
  @media print {
    :root {
      color-scheme: light;
      --ground: #fff;
      --ink: #000;
      --quiet: #444b53;
      --line: #c6cacb;
      --fail: #b3261e;
      --open: #5b3f93;
      --pass: #146c43;
      --rest: #444b53;
    }
    @page {
      margin: 12mm;
    }
    html {
      font-size: 8pt;
    }
    .filters,
    details:not([open]),
    thead button::after {
      display: none;
    }
    main {
      max-width: none;
      padding: 0;
    }
    tr,
    .not-shown li {
      break-inside: avoid;
    }
  }
`;

import { css } from '../html/style/css.ts';

/** One sheet of paper, A4 or Letter: always light, and without anything that printers leave out. */
export const style = css`
  :root {
    color-scheme: light;
    --ink: #14181c;
    --quiet: #515a64;
    --line: #d3d7d9;
    --certified: #146c43;
    --passed: #46505a;
    --failed: #b3261e;
    --inconclusive: #5b3f93;
    --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif;
    --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  @page {
    margin: 11mm 12mm;
  }
  body {
    margin: 0;
    padding: 8mm 3mm;
    background: #e9ebec;
    color: var(--ink);
    font: 8pt/1.35 var(--sans);
    overflow-wrap: anywhere;
    -webkit-print-color-adjust: exact;
    print-color-adjust: exact;
  }
  main {
    width: 186mm;
    max-width: 100%;
    margin: 0 auto;
    background: #fff;
  }
  @media screen {
    main {
      box-sizing: content-box;
      max-width: calc(100% - 24mm);
      padding: 11mm 12mm;
      box-shadow: 0 1px 8px #0003;
    }
  }
  @media print {
    body {
      padding: 0;
      background: #fff;
    }
  }
  h1,
  h2,
  p,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }
  ul {
    list-style: none;
  }
  code {
    font-family: var(--mono);
    font-size: 0.92em;
    unicode-bidi: isolate;
  }
  .quiet {
    color: var(--quiet);
  }
  header {
    display: flex;
    justify-content: space-between;
    align-items: flex-end;
    gap: 8mm;
    padding-bottom: 3.5mm;
    border-bottom: 1.2mm solid currentColor;
  }
  header.certified {
    color: var(--certified);
  }
  header.passed {
    color: var(--passed);
  }
  header.failed {
    color: var(--failed);
  }
  header.inconclusive {
    color: var(--inconclusive);
  }
  h1 {
    font-size: 19pt;
    line-height: 1.15;
    font-weight: 650;
    letter-spacing: -0.015em;
  }
  header div p {
    margin-top: 1.2mm;
    color: var(--ink);
    font-size: 9pt;
  }
  .verdict {
    flex: none;
    padding: 2mm 4.5mm;
    border: 0.5mm solid currentColor;
    border-radius: 1.5mm;
    font-size: 15pt;
    font-weight: 700;
    text-transform: capitalize;
  }
  .facts {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 0 8mm;
    margin: 3mm 0 1mm;
  }
  .facts > div {
    display: grid;
    grid-template-columns: 19mm minmax(0, 1fr);
    align-items: start;
    padding: 0.7mm 0;
  }
  dt {
    color: var(--quiet);
  }
  .cut {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    line-clamp: 2;
    overflow: hidden;
  }
  .one,
  .many > .cut,
  .dense .many li .cut {
    -webkit-line-clamp: 1;
    line-clamp: 1;
  }
  .few .cut {
    -webkit-line-clamp: 3;
    line-clamp: 3;
  }
  .remark {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 1;
    line-clamp: 1;
    overflow: hidden;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  h2 {
    margin: 3mm 0 1mm;
    font-size: 9.5pt;
    font-weight: 650;
  }
  .modules {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 0 8mm;
    align-items: start;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 7.6pt;
    line-height: 1.25;
    font-variant-numeric: tabular-nums;
  }
  caption {
    padding-bottom: 0.6mm;
    text-align: left;
    font-weight: 600;
  }
  th,
  td {
    padding: 0.45mm 0;
    border-bottom: 0.2mm solid var(--line);
    font-weight: 400;
    text-align: left;
  }
  thead th {
    color: var(--quiet);
  }
  td,
  thead th + th {
    width: 11.5mm;
    text-align: right;
  }
  table {
    table-layout: fixed;
  }
  .title {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .bad {
    color: var(--failed);
    font-weight: 700;
  }
  .loose {
    font-weight: 700;
  }
  .statements {
    columns: 2;
    column-gap: 8mm;
    font-size: 7.2pt;
    line-height: 1.25;
  }
  .statements li {
    display: grid;
    grid-template-columns: 4.5mm minmax(0, 1fr);
    padding: 0.6mm 0;
    border-bottom: 0.2mm solid var(--line);
    break-inside: avoid;
  }
  .statements .mark {
    font-weight: 700;
  }
  .is-confirmed .mark {
    color: var(--certified);
  }
  .is-open .mark,
  .is-open strong {
    color: var(--failed);
  }
  .open-items li {
    padding: 0.3mm 0;
  }
  footer {
    margin-top: 3mm;
    padding-top: 2mm;
    border-top: 0.2mm solid var(--ink);
    font-size: 7.2pt;
  }
  @media screen and (max-width: 50rem) {
    body {
      font-size: 0.875rem;
    }
    main {
      max-width: 100%;
      padding: 1rem;
      box-sizing: border-box;
    }
    header,
    .facts,
    .modules {
      display: block;
    }
    .cut,
    .remark {
      display: block;
    }
    thead th {
      white-space: nowrap;
      font-size: 0.6875rem;
    }
    .verdict {
      display: inline-block;
      margin-top: 0.75rem;
    }
    table,
    .statements,
    footer {
      columns: 1;
      font-size: 0.8125rem;
    }
  }
`;

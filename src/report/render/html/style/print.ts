import { css } from './css.ts';

/** On paper: always light, the findings unfolded, the tables of requests left folded. */
export const print = css`
  @media print {
    :root {
      color-scheme: light;
      --ground: #fff;
      --panel: #fff;
      --sunken: #fff;
      --ink: #000;
      --quiet: #444b53;
      --line: #d5d8d8;
      --line-strong: #9aa0a4;
      --link: #000;
      --mark: #ffe3dd;
      --mark-edge: #c4320a;
      --fail: #b3261e;
      --warn: #7a4a00;
      --error: #7b1fa2;
      --open: #5b3f93;
      --pass: #146c43;
      --info: #1d4690;
      --rest: #444b53;
      --fail-tint: #fff;
      --pass-tint: #fff;
      --bar: #7d9cc4;
    }
    @page {
      margin: 18mm 16mm;
    }
    body {
      font-size: 10pt;
      -webkit-print-color-adjust: exact;
      print-color-adjust: exact;
    }
    .contents,
    .filters,
    .skip,
    .copy,
    .rerun,
    .endpoint-requests,
    .requests {
      display: none !important;
    }
    .frame {
      display: block;
      max-width: none;
      padding: 0;
    }
    main {
      padding: 0;
    }
    .module,
    .request-rows {
      content-visibility: visible;
    }
    .module-checks,
    .code,
    .comparison,
    .tally-bar {
      overflow: visible;
    }
    .unfolds::details-content {
      content-visibility: visible;
      display: block;
    }
    .check > summary::after,
    .exchange > summary .exchange-end::after {
      display: none;
    }
    .command .tall {
      max-height: none;
    }
    h2,
    h3,
    h4,
    h5,
    .check > summary {
      break-after: avoid;
    }
    .check:not(.unfolds),
    .comparison,
    .target,
    .first-fixes li,
    .timeline {
      break-inside: avoid;
    }
    .sign-off {
      break-before: page;
    }
    a {
      text-decoration: none;
    }
  }
`;

import { css } from './css.ts';

/** The printed page, always light: a summary of the certificate, then only the failures. */
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
      margin: 16mm 15mm;
    }
    html {
      font-size: 9.5pt;
    }
    body {
      -webkit-print-color-adjust: exact;
      print-color-adjust: exact;
    }
    .contents,
    .filters,
    .skip,
    .ticket,
    .copy,
    .again,
    .cited,
    .key-facts,
    .targets .note,
    .first-fixes,
    .has-failures .reasons,
    .settled,
    .module.is-quiet,
    .module-head,
    .contract:not(:has(.unfolds)),
    .timing,
    .requests,
    .drafts,
    .run-facts,
    .has-failures .sign-off,
    body:not(.has-failures) .checks {
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
    .lead {
      font-size: 12pt;
    }
    .paper {
      display: block;
    }
    span.paper {
      display: inline;
    }
    .on-screen {
      display: none;
    }
    main > .paper {
      margin-top: 1rem;
    }
    .paper table {
      margin-bottom: 1rem;
    }
    .paper caption {
      padding-bottom: 0.25rem;
      text-align: left;
      font-weight: 620;
    }
    .paper th,
    .paper td,
    .paper .facts > div {
      padding-top: 0.15rem;
      padding-bottom: 0.15rem;
      font-size: 8.5pt;
    }
    .reasons ul,
    .reasons li {
      margin-top: 0;
      padding-top: 0.1rem;
      padding-bottom: 0.1rem;
    }
    main > .reasons {
      margin-top: 1rem;
      font-size: 8.5pt;
    }
    .reasons > h2 {
      font-size: 11pt;
    }
    .reasons > h3 {
      margin-top: 0.25rem;
      font-size: 9pt;
    }
    .checks,
    .sign-off {
      break-before: page;
      margin-top: 0 !important;
    }
    .checks > h2 {
      margin-bottom: 0.5rem;
    }
    .contract {
      margin-top: 0.5rem;
    }
    .module {
      margin: 0.5rem 0;
    }
    .module-checks,
    .code,
    .comparison,
    .tally-bar {
      overflow: visible;
    }
    .check:not([data-outcome='fail']) {
      display: none;
    }
    .unfolds::details-content {
      content-visibility: visible;
      display: block;
    }
    .check > summary {
      padding: 0.5rem 0.75rem;
    }
    .check > summary::after {
      display: none;
    }
    .check > summary .got {
      display: none;
    }
    .finding {
      gap: 0.5rem;
      padding: 0 0.75rem 0.75rem 2.75rem;
    }
    .check.unfolds > .finding > .message:not(.note) {
      font-size: 1em;
    }
    .comparison > div {
      padding: 0.25rem 0.75rem;
    }
    .code {
      margin: 0.25rem 0;
      padding: 0.25rem 0.5rem;
      font-size: 7.5pt;
      line-height: 1.4;
    }
    h2,
    h3,
    h4,
    h5,
    .check > summary {
      break-after: avoid;
    }
    .comparison,
    .fix,
    .paper table {
      break-inside: avoid;
    }
    a {
      text-decoration: none;
    }
  }
`;

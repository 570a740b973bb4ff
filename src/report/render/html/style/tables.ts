import { css } from './css.ts';

export const tables = css`
  .table-frame {
    position: relative;
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.875rem;
    line-height: 1.45;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.5rem 1rem 0.5rem 0;
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: top;
    font-weight: 400;
  }
  thead th {
    color: var(--quiet);
    font-size: 0.8125rem;
    font-weight: 620;
    white-space: nowrap;
  }
  .number {
    text-align: right;
    white-space: nowrap;
  }
  .times {
    margin-top: 2.5rem;
  }
  .times caption {
    padding-bottom: 0.5rem;
    text-align: left;
    font-size: 1.0625rem;
    font-weight: 620;
  }
  .times td,
  .times th {
    vertical-align: middle;
  }
  .times .picture {
    width: 34%;
    min-width: 10rem;
    padding: 0.25rem 0 0.25rem 1rem;
  }
  .endpoint-requests {
    border-bottom: 1px solid var(--line);
  }
  .endpoint-requests > summary {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    padding: 0.75rem 0;
    list-style: none;
    font-size: 0.9375rem;
    cursor: pointer;
  }
  .requests > .note {
    margin-bottom: 1rem;
    max-width: 46rem;
  }
  .request-head,
  .request {
    display: grid;
    grid-template-columns: minmax(4rem, auto) 5.5rem minmax(0, 1fr) 5.5rem 5rem;
    gap: 0 0.75rem;
    padding: 0.2rem 0.5rem;
    font-size: 0.8125rem;
    line-height: 1.5;
    font-variant-numeric: tabular-nums;
  }
  .request-head {
    color: var(--quiet);
    font-weight: 620;
  }
  .request-head > :nth-child(2),
  .request-head > :nth-child(5),
  .request > :nth-child(2),
  .request > :nth-child(5) {
    text-align: right;
  }
  .request > :first-child {
    max-width: 7rem;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .request {
    color: inherit;
    text-decoration: none;
    list-style: none;
    border-top: 1px solid var(--line);
  }
  summary.request,
  a.request {
    cursor: pointer;
  }
  summary.request:hover,
  a.request:hover {
    background: var(--sunken);
  }
  summary.request > :first-child,
  a.request > :first-child {
    color: var(--link);
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
  }
  .request code {
    font-size: 1em;
  }
  .exchanged {
    display: grid;
    gap: 0.75rem;
    padding: 0.25rem 0.5rem 1rem;
  }
  .exchanged .code {
    margin: 0;
    min-width: 0;
  }
  @media (min-width: 48rem) {
    .exchanged {
      grid-template-columns: 1fr 1fr;
    }
  }
  .request-rows {
    padding-bottom: 1.5rem;
  }
  .compact th,
  .compact td {
    padding-top: 0.2rem;
    padding-bottom: 0.2rem;
    white-space: nowrap;
    overflow-wrap: normal;
  }
  .compact {
    table-layout: auto;
  }
  .clipped {
    display: block;
    max-width: 19rem;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .compact code,
  .line-ids code {
    font-size: 0.8125rem;
  }
  .line-ids {
    margin-top: 0.75rem;
  }
  .line-ids > summary {
    list-style: none;
    cursor: pointer;
    font-size: 0.875rem;
  }
  .line-ids > summary::before {
    margin: 0 0.5rem 0.1rem 0.25rem;
  }
  .line-ids th {
    white-space: nowrap;
  }
  .line-ids td:nth-child(2) {
    min-width: 16rem;
  }
  .line-id {
    display: block;
    white-space: nowrap;
  }
  .drafts > p,
  .sign-off > p {
    max-width: 46rem;
    margin-bottom: 1rem;
  }
  .uncertain {
    color: var(--warn);
  }
  .facts > div {
    display: grid;
    grid-template-columns: 9rem minmax(0, 1fr);
    gap: 1rem;
    padding: 0.4rem 0;
    border-bottom: 1px solid var(--line);
    font-size: 0.9375rem;
  }
  .facts dt {
    color: var(--quiet);
  }
  .run-facts h3 {
    margin: 2rem 0 0.5rem;
    font-size: 1.0625rem;
  }
  .sign-off h3 {
    margin: 1.75rem 0 0.25rem;
    font-size: 1.0625rem;
  }
  .statements li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 1rem;
    padding: 0.875rem 0;
    border-bottom: 1px solid var(--line);
    break-inside: avoid;
  }
  .box rect {
    fill: none;
    stroke: var(--quiet);
    stroke-width: 1.5;
  }
  .statement {
    line-height: 1.45;
  }
  .signature {
    display: grid;
    grid-template-columns: 2fr 1fr 2fr;
    gap: 2rem;
    margin: 4rem 0 1rem;
    break-inside: avoid;
  }
  .signature > div {
    display: flex;
    flex-direction: column-reverse;
  }
  .signature dd {
    height: 2.5rem;
    border-bottom: 1.5px solid var(--ink);
  }
  .signature dt {
    padding-top: 0.375rem;
    color: var(--quiet);
    font-size: 0.8125rem;
  }
  .digest {
    font-size: 0.75rem;
  }
  @media (max-width: 40rem) {
    .signature {
      grid-template-columns: 1fr;
      gap: 1.5rem;
      margin-top: 1.5rem;
    }
    .facts > div {
      grid-template-columns: 1fr;
      gap: 0;
    }
    .request-head {
      display: none;
    }
    .request {
      grid-template-columns: minmax(3.5rem, auto) minmax(0, 1fr) auto;
    }
    .request > :nth-child(2),
    .request > :nth-child(5) {
      display: none;
    }
  }
`;

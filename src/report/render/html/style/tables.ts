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
  .request-rows {
    content-visibility: auto;
    contain-intrinsic-size: auto 60rem;
    padding-bottom: 1.5rem;
  }
  .request-rows table {
    table-layout: fixed;
    min-width: 36rem;
    font-size: 0.8125rem;
  }
  .request-rows th,
  .request-rows td {
    padding-top: 0.25rem;
    padding-bottom: 0.25rem;
  }
  .request-rows th:nth-child(1) {
    width: 5rem;
  }
  .request-rows th:nth-child(2) {
    width: 7rem;
  }
  .request-rows th:nth-child(4) {
    width: 6.5rem;
  }
  .request-rows th:nth-child(5) {
    width: 6rem;
  }
  .request-rows .address {
    font-family: var(--mono);
    font-size: 0.8125rem;
  }
  .request-rows tr:target {
    background: var(--mark);
  }
  .drafts > p,
  .sign-off > p {
    max-width: 46rem;
    margin-bottom: 1rem;
  }
  .drafts table {
    min-width: 34rem;
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
  }
`;

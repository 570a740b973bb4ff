import { css } from './css.ts';

export const pictures = css`
  .timeline svg,
  .spread,
  th.picture svg {
    display: block;
    overflow: visible;
    font: 0.8125rem var(--sans);
  }
  .timeline svg {
    overflow: hidden;
  }
  .timeline text,
  th.picture text {
    fill: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
  .timeline .endpoint {
    fill: var(--ink);
    font: 0.8125rem var(--mono);
  }
  .timeline .axis text {
    font-size: 0.75rem;
  }
  .timeline .axis line,
  .decade {
    stroke: var(--line);
  }
  .timeline .ground {
    stroke: var(--line-strong);
  }
  rect.answered {
    fill: var(--bar);
  }
  rect.refused {
    fill: var(--panel);
    stroke: var(--bar);
    stroke-width: 1.25;
  }
  rect.trouble {
    fill: url(#hatch);
    stroke: var(--fail);
  }
  .hatch-ground {
    fill: var(--panel);
  }
  .hatch-line {
    fill: var(--fail);
  }
  .timeline figcaption {
    margin-top: 0.75rem;
    color: var(--quiet);
    font-size: 0.875rem;
  }
  .key {
    display: inline-block !important;
    margin: 0 0.15rem 0 0.75rem;
  }
  .key:first-child {
    margin-left: 0;
  }
  .range {
    stroke: var(--quiet);
    stroke-width: 1.25;
  }
  .half {
    fill: var(--bar);
  }
  .median {
    stroke: var(--ink);
    stroke-width: 2;
  }
`;

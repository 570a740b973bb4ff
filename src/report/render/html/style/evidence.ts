import { css } from './css.ts';

export const evidence = css`
  .comparison {
    display: grid;
    gap: 1px;
    border: 1px solid var(--line);
    border-radius: 8px;
    overflow: clip;
    background: var(--line);
  }
  @media (min-width: 40rem) {
    .comparison {
      grid-auto-flow: column;
      grid-auto-columns: minmax(0, 1fr);
    }
  }
  .comparison > div {
    padding: 0.75rem 1rem;
    background: var(--panel);
  }
  .comparison dt {
    color: var(--quiet);
    font-size: 0.8125rem;
    font-weight: 620;
  }
  .comparison dd {
    margin-top: 0.125rem;
    white-space: pre-wrap;
    unicode-bidi: plaintext;
  }
  .unfolds .expected {
    background: var(--pass-tint);
  }
  .unfolds .actual {
    background: var(--fail-tint);
  }
  .fix {
    padding-left: 1rem;
    border-left: 3px solid var(--pass);
    max-width: 46rem;
  }
  .fix p {
    margin-top: 0.125rem;
    white-space: pre-line;
  }
  .where h5 code {
    color: var(--ink);
    font-weight: 620;
  }
  .code,
  .command pre {
    white-space: pre-wrap;
    unicode-bidi: plaintext;
  }
  .code {
    margin: 0.5rem 0;
    padding: 0.875rem 1rem;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--sunken);
    font-size: 0.8125rem;
    line-height: 1.6;
    tab-size: 2;
    overflow: clip;
  }
  .code .name {
    color: var(--info);
  }
  .code .gap {
    color: var(--quiet);
    font-style: italic;
  }
  mark {
    padding: 0.125em 0.2em;
    margin: 0 -0.2em;
    border-radius: 3px;
    background: var(--mark);
    box-shadow: inset 0 -2px 0 var(--mark-edge);
    color: inherit;
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
  }
  mark.wide {
    padding-block: 0.3em;
    border-radius: 0;
    box-shadow: none;
  }
  mark .name {
    color: inherit;
  }
  .command {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
    gap: 0.75rem;
    margin-top: 0.375rem;
    padding: 0.625rem 0.625rem 0.625rem 1rem;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--sunken);
  }
  .command pre {
    overflow: clip;
    padding: 0.25rem 0;
    font-size: 0.8125rem;
    line-height: 1.6;
  }
  .command .tall {
    max-height: 14rem;
    overflow: auto;
  }
  .command code {
    font-size: 1em;
  }
  .copy[data-copy='done']::after {
    content: ' ✓';
    color: var(--pass);
  }
  .cited ul {
    margin-top: 0.375rem;
  }
  .cited li + li {
    margin-top: 0.375rem;
  }
  .exchange {
    border: 1px solid var(--line);
    border-radius: 8px;
  }
  .exchange > summary,
  .exchange-link {
    display: block;
    padding: 0.5rem 1rem;
    list-style: none;
    font-size: 0.875rem;
    cursor: pointer;
  }
  .exchange-link {
    border: 1px solid transparent;
    color: inherit;
    text-decoration: none;
  }
  .exchange-link:hover code {
    text-decoration: underline;
  }
  .check:not(.unfolds) .exchange-link {
    padding-left: 0;
  }
  .exchange > summary:hover {
    background: var(--sunken);
  }
  .exchange-line {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.875rem;
  }
  .exchange-line code {
    flex: 1 1 14rem;
    font-size: 0.9375em;
  }
  .exchange-id {
    min-width: 2.25rem;
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
  .apart {
    order: 1;
    flex-basis: 100%;
    padding-left: 3.125rem;
    color: var(--quiet);
    font-size: 0.8125rem;
  }
  .other-shell {
    margin-top: 0.5rem;
    font-size: 0.875rem;
  }
  .other-shell > summary {
    color: var(--quiet);
    cursor: pointer;
  }
  .exchange-end {
    color: var(--quiet);
    font-variant-numeric: tabular-nums;
  }
  .exchange > summary .exchange-end::after {
    content: '';
    display: inline-block;
    width: 0.4rem;
    height: 0.4rem;
    margin: 0 0 0.15rem 0.625rem;
    border: solid var(--quiet);
    border-width: 0 1.5px 1.5px 0;
    transform: rotate(-45deg);
  }
  .exchange[open] > summary .exchange-end::after {
    margin-bottom: 0.25rem;
    transform: rotate(45deg);
  }
  .status {
    color: var(--ink);
    font-weight: 550;
  }
  .status.is-success {
    color: var(--pass);
  }
  .status.is-redirect {
    color: var(--open);
  }
  .status.is-refusal {
    color: var(--warn);
  }
  .status.is-trouble,
  .no-answer {
    color: var(--fail);
  }
  .ticket {
    margin-top: -0.5rem;
  }
  .exchange-parts {
    display: grid;
    gap: 1.25rem;
    padding: 0.5rem 1rem 1.25rem;
    border-top: 1px solid var(--line);
  }
  .exchange-parts > section {
    min-width: 0;
    padding-top: 0.5rem;
  }
  .start-line {
    margin-top: 0.25rem;
    font-size: 0.9375rem;
  }
  .headers {
    margin-top: 0.375rem;
    color: var(--quiet);
    font: 0.8125rem/1.6 var(--mono);
    white-space: pre-wrap;
  }
  @media (max-width: 40rem) {
    .command {
      grid-template-columns: minmax(0, 1fr);
    }
    .command button {
      justify-self: start;
    }
  }
`;

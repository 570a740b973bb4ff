import { css } from './css.ts';

/** Colours, type and the frame of the page. Every text colour has a contrast of at least 4.5 to its background. */
export const base = css`
  :root {
    color-scheme: light dark;
    --ground: #f7f7f5;
    --panel: #ffffff;
    --sunken: #f3f4f3;
    --ink: #1a1d21;
    --quiet: #5a626c;
    --line: #e2e4e3;
    --line-strong: #c6cacb;
    --link: #1d55b0;
    --mark: #ffe3dd;
    --mark-edge: #c4320a;
    --fail: #b3261e;
    --warn: #8a5300;
    --error: #8e24aa;
    --open: #6b4fa3;
    --pass: #146c43;
    --info: #1d55b0;
    --rest: #5a626c;
    --fail-tint: #fdf1ef;
    --pass-tint: #eef6f1;
    --bar: #7d9cc4;
    --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
    --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #131517;
      --panel: #1a1d20;
      --sunken: #14171a;
      --ink: #e7e9eb;
      --quiet: #a0a8b1;
      --line: #2b3035;
      --line-strong: #454c53;
      --link: #8fb8f6;
      --mark: #4a201a;
      --mark-edge: #ff8a75;
      --fail: #ff9184;
      --warn: #e9b354;
      --error: #d99bea;
      --open: #bfa6f0;
      --pass: #6cc799;
      --info: #8fb8f6;
      --rest: #a0a8b1;
      --fail-tint: #261a19;
      --pass-tint: #16211b;
      --bar: #5f82b0;
    }
  }
  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }
  html {
    /* The page keeps its width whether it scrolls or not. */
    scrollbar-gutter: stable;
    scroll-padding-top: 1rem;
    -webkit-text-size-adjust: 100%;
    text-size-adjust: 100%;
  }
  body {
    margin: 0;
    background: var(--ground);
    color: var(--ink);
    font: 1rem/1.55 var(--sans);
    overflow-wrap: anywhere;
  }
  [hidden] {
    display: none !important;
  }
  h1,
  h2,
  h3,
  h4,
  h5,
  h6,
  p,
  ul,
  ol,
  dl,
  dd,
  pre,
  figure {
    margin: 0;
    padding: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  h1,
  h2,
  h3,
  h4 {
    line-height: 1.2;
    letter-spacing: -0.012em;
    font-weight: 620;
    text-wrap: balance;
  }
  h2 {
    font-size: 1.5rem;
  }
  h3 {
    font-size: 1.1875rem;
  }
  h4 {
    font-size: 1.0625rem;
  }
  h5,
  h6 {
    font-size: 0.8125rem;
    font-weight: 620;
    color: var(--quiet);
    line-height: 1.4;
  }
  a {
    color: var(--link);
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
  }
  code,
  pre {
    font-family: var(--mono);
    font-size: 0.875em;
    font-variant-ligatures: none;
    unicode-bidi: isolate;
  }
  :focus-visible {
    outline: 2px solid var(--link);
    outline-offset: 2px;
    border-radius: 4px;
  }
  main:focus {
    outline: none;
  }
  button,
  input {
    font: inherit;
    color: inherit;
  }
  button {
    padding: 0.3rem 0.75rem;
    min-height: 2rem;
    border: 1px solid var(--line-strong);
    border-radius: 6px;
    background: var(--panel);
    font-size: 0.875rem;
    cursor: pointer;
  }
  button:hover {
    border-color: var(--quiet);
  }
  .sheet {
    position: absolute;
  }
  .unseen,
  .skip:not(:focus) {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .skip:focus {
    position: absolute;
    top: 0.5rem;
    left: 0.5rem;
    z-index: 1;
    padding: 0.5rem 1rem;
    background: var(--panel);
    border-radius: 6px;
  }
  .quiet,
  .note {
    color: var(--quiet);
  }
  .note {
    font-size: 0.875rem;
  }
  .is-fail {
    color: var(--fail);
  }
  .is-warn {
    color: var(--warn);
  }
  .is-error {
    color: var(--error);
  }
  .is-inconclusive,
  .is-expected-fail {
    color: var(--open);
  }
  .is-pass {
    color: var(--pass);
  }
  .is-info.sign,
  .is-info.outcome,
  .is-info.sum,
  rect.is-info {
    color: var(--info);
  }
  .is-skip,
  .is-waived,
  .is-not-applicable {
    color: var(--rest);
  }
  .sign {
    flex: none;
    vertical-align: -0.15em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .frame {
    display: grid;
    gap: 0 clamp(2rem, 5vw, 5rem);
    max-width: 82rem;
    margin: 0 auto;
    padding: 0 clamp(1rem, 4vw, 3rem);
  }
  main {
    min-width: 0;
    padding: clamp(1.25rem, 3vw, 2.25rem) 0 6rem;
  }
  main > section {
    margin-top: clamp(2rem, 4vw, 2.75rem);
  }
  main > section > h2 {
    margin-bottom: 0.75rem;
  }
  .paper {
    display: none;
  }
  .sum {
    display: inline-flex;
    align-items: center;
    gap: 0.25rem;
    font-variant-numeric: tabular-nums;
  }
`;

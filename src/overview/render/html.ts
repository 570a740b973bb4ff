import { createHash } from 'node:crypto';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { base } from '../../report/render/html/style/base.ts';
import { filters } from '../../report/render/html/style/filters.ts';
import type { Overview } from '../model.ts';
import { Page } from './page.tsx';
import { script } from './script.ts';
import { table } from './style.ts';

const style = base + filters + table;

/** The overview as one page without external resources. Only its own stylesheet and script can run. */
export function renderOverviewPage(overview: Overview, linkTo: (file: string) => string = (file) => file): string {
  return `<!doctype html>\n${renderToString(h(Page, { overview, linkTo, style, script, policy: POLICY }))}\n`;
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = [
  `default-src 'none'`,
  `style-src ${hash(style)}`,
  `script-src ${hash(script)}`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');

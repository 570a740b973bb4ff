import { createHash } from 'node:crypto';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Report } from '../model.ts';
import { Page } from './html/page.tsx';
import { script } from './html/script.ts';
import { stylesheet } from './html/stylesheet.ts';

/**
 * The report as one page without external resources. Its Content-Security-Policy allows only the page's own stylesheet
 * and script, whatever a service put into the report.
 */
export function html(report: Report): string {
  return `<!doctype html>\n${renderToString(h(Page, { report, stylesheet, script, policy: POLICY }))}\n`;
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const POLICY = [
  `default-src 'none'`,
  `style-src ${hash(stylesheet)}`,
  `script-src ${hash(script)}`,
  `base-uri 'none'`,
  `form-action 'none'`,
].join('; ');

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Report } from '../model.ts';
import { Page } from './html/page.tsx';
import { policy } from './policy.ts';
import { browseCss, pageCss, reportCss, reportJs as script } from './generated/pages.ts';

const stylesheet = pageCss + browseCss + reportCss;

/**
 * The report as one page without external resources. Its Content-Security-Policy allows only the page's own stylesheet
 * and script, whatever a service put into the report.
 */
export function html(report: Report): string {
  return `<!doctype html>\n${renderToString(h(Page, { report, stylesheet, script, policy: policy(stylesheet, script) }))}\n`;
}

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { browseCss, pageCss } from '../../report/render/generated/pages.ts';
import { policy } from '../../report/render/policy.ts';
import type { Overview } from '../model.ts';
import { Page } from './page.tsx';
import { overviewCss, overviewJs as script } from './generated/pages.ts';

const style = pageCss + browseCss + overviewCss;

/** The overview as one page without external resources. Only its own stylesheet and script can run. */
export function renderOverviewPage(overview: Overview, linkTo: (file: string) => string = (file) => file): string {
  return `<!doctype html>\n${renderToString(h(Page, { overview, linkTo, style, script, policy: policy(style, script) }))}\n`;
}

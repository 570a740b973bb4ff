import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { browseCss, pageCss, reportCss } from '../../report/render/generated/pages.ts';
import { policy } from '../../report/render/policy.ts';
import type { Diagnosis } from '../model.ts';
import { diagnosisCss } from './generated/pages.ts';
import { Page } from './page.tsx';

const style = pageCss + browseCss + reportCss + diagnosisCss;

/** The diagnosis as one page without external resources and without a script, to send to a publisher. */
export function renderDiagnosisPage(diagnosis: Diagnosis): string {
  return `<!doctype html>\n${renderToString(h(Page, { diagnosis, style, policy: policy(style) }))}\n`;
}

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { SignOff } from '../sign-off/model.ts';
import { belongsTo } from '../sign-off/statements.ts';
import type { ShownReport } from '../report/verdict-words.ts';
import { Sheet } from './sheet.tsx';
import { pageCss } from '../report/render/generated/pages.ts';
import { certificateCss } from './generated/pages.ts';
import { policy } from '../report/render/policy.ts';

const style = pageCss + certificateCss;

/** What a certificate shows in addition to the report. */
export interface CertificateContext {
  /** Ignored unless it belongs to this report. */
  readonly signOff?: SignOff | undefined;
  /** Fingerprint of the key that signs the package the certificate is part of. */
  readonly fingerprint?: string | undefined;
}

/** One page to hand in, for A4 and Letter: a single HTML file without external resources or scripts. */
export function renderCertificate(report: ShownReport, { signOff, fingerprint }: CertificateContext = {}): string {
  const own = signOff !== undefined && belongsTo(signOff, report) ? signOff : undefined;
  return `<!doctype html>\n${renderToString(h(Sheet, { report, signOff: own, fingerprint, style, policy: policy(style) }))}\n`;
}

import type { Report } from '../../model.ts';
import { ResponseTimes } from './response-times.tsx';
import { Checks } from './checks.tsx';
import { Contents } from './contents.tsx';
import { Drafts } from './drafts.tsx';
import { endpointsOf, Requests } from './requests.tsx';
import { firstFixes, FirstFixes } from './first-fixes.tsx';
import { Head } from './head.tsx';
import { Overview, verdictTitle } from './overview.tsx';
import { PaperSummary } from './paper.tsx';
import { Reasons } from './reasons.tsx';
import { RunFactsList } from './run-facts.tsx';
import { SignOff } from './sign-off.tsx';
import { SignSheet } from './sign.tsx';
import { Timeline } from './timeline.tsx';
import { viewOf } from './view.ts';
import { oneLine } from './words.tsx';

interface PageProps {
  readonly report: Report;
  readonly stylesheet: string;
  readonly script: string;
  /** The Content-Security-Policy, which allows only this stylesheet and this script. */
  readonly policy: string;
}

export function Page({ report, stylesheet, script, policy }: PageProps) {
  const view = viewOf(report);
  const endpoints = endpointsOf(report);
  const fixes = firstFixes(report);
  return (
    <html lang="en">
      <Head title={title(report)} style={stylesheet} policy={policy} colorScheme="light dark" />
      <body class={report.verdict === 'failed' ? 'has-failures' : undefined}>
        <a class="skip" href="#main">
          Skip to the verdict
        </a>
        <SignSheet />
        <div class="frame">
          <Contents report={report} fixes={fixes?.title} />
          <main id="main" tabIndex={-1}>
            <Overview view={view} />
            <PaperSummary report={report} />
            {fixes && <FirstFixes view={view} fixes={fixes} />}
            <Reasons view={view} />
            <Checks view={view} />
            <section class="timing" id="timeline" aria-labelledby="timing-title">
              <h2 id="timing-title">Timeline</h2>
              {report.exchanges.length === 0 ? (
                <p class="note">No request was sent.</p>
              ) : (
                <>
                  <Timeline report={report} endpoints={endpoints} />
                  <ResponseTimes endpoints={endpoints} />
                </>
              )}
            </section>
            <Requests view={view} endpoints={endpoints} />
            <Drafts report={report} />
            <SignOff report={report} />
            <RunFactsList report={report} />
          </main>
        </div>
        <p class="unseen" role="status" data-announce />
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
}

function title(report: Report): string {
  const { contracts, run } = report;
  const hosts = contracts.map(({ target }) => oneLine(target.replace(/^[a-z]+:\/\/|\/.*$/gi, ''), 80));
  return `${verdictTitle(report)}: ${hosts.join(', ') || 'no target'}, conformance report ${oneLine(run.id, 60)}`;
}

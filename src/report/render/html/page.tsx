import { type Report, CONTRACT_NAMES, type ContractResult } from '../../model.ts';
import { ResponseTimes } from './response-times.tsx';
import { Checks } from './checks.tsx';
import { Contents } from './contents.tsx';
import { Drafts } from './drafts.tsx';
import { endpointsOf, Requests } from './requests.tsx';
import { firstFixes, FirstFixes } from './first-fixes.tsx';
import { Head } from './head.tsx';
import { Overview, verdictTitle } from './overview.tsx';
import { RunFactsList } from './run-facts.tsx';
import { SignSheet } from './sign.tsx';
import { Timeline } from './timeline.tsx';
import { viewOf, type View } from './view.ts';
import { Fact, oneLine, Prose, Linked } from './words.tsx';
import { alerts } from '../../verdict-words.ts';

interface PageProps {
  readonly report: Report;
  readonly stylesheet: string;
  readonly script: string;
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
            {fixes && <FirstFixes fixes={fixes} />}
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

/** The statements that no request can show: a list with empty boxes, for a person to confirm on paper. */
function SignOff({ report }: { readonly report: Report }) {
  const contracts = report.contracts.filter(({ attested }) => attested.length > 0);
  if (contracts.length === 0) return null;
  return (
    <section class="sign-off" id="sign-off" aria-labelledby="sign-off-title">
      <h2 id="sign-off-title">To sign off</h2>
      <p>
        No request can show whether these statements are true. A person who knows the service confirms them. They are
        not part of the verdict.
      </p>
      {contracts.map((contract) => (
        <Statements contract={contract} />
      ))}
      <dl class="signature">
        <Fact name="Name and role" />
        <Fact name="Date" />
        <Fact name="Signature" />
      </dl>
      <p class="note">
        For run <code>{oneLine(report.run.id, 60)}</code>, report{' '}
        <code class="digest">{oneLine(report.digest, 100)}</code>
      </p>
    </section>
  );
}

function Statements({ contract }: { readonly contract: ContractResult }) {
  return (
    <>
      <h3>{CONTRACT_NAMES[contract.id]}</h3>
      <ul class="statements">
        {contract.attested.map(({ section, requirement, why }) => (
          <li>
            <svg class="box" width="20" height="20" aria-hidden="true" focusable="false">
              <rect x="1" y="1" width="18" height="18" rx="3" />
            </svg>
            <div>
              <p class="statement">
                <Prose text={requirement} />
              </p>
              <p class="note">
                {oneLine(section, 160)} · <Prose text={why} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const MOST = 40;

function Reasons({ view }: { readonly view: View }) {
  const { report } = view;
  if (report.reasons.length === 0) return null;
  const alerted = alerts(report);
  const ofContracts = new Set(report.contracts.flatMap(({ reasons }) => reasons));
  const ofRun = report.reasons.filter((reason) => !ofContracts.has(reason) && !alerted.includes(reason));
  const contracts = report.contracts.filter(({ reasons }) => reasons.length > 0);
  return (
    <section class="reasons" id="reasons" aria-labelledby="reasons-title">
      <h2 id="reasons-title">{report.verdict === 'certified' ? 'Reasons' : 'Why this is not a certificate'}</h2>
      <List reasons={ofRun} view={view} />
      {contracts.map(({ id, reasons }) => (
        <>
          {report.contracts.length > 1 && <h3>{CONTRACT_NAMES[id]}</h3>}
          <List reasons={reasons} view={view} />
        </>
      ))}
    </section>
  );
}

function List({ reasons, view }: { readonly reasons: readonly string[]; readonly view: View }) {
  if (reasons.length === 0) return null;
  return (
    <ul>
      {reasons.slice(0, MOST).map((reason) => (
        <li>
          <Linked text={reason} view={view} />
        </li>
      ))}
    </ul>
  );
}

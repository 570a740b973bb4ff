import type { SignOff } from '../sign-off/model.ts';
import { certificateVerdict } from '../report/certificate-verdict.ts';
import type { ShownReport } from '../report/verdict-words.ts';
import { Head } from '../report/render/html/head.tsx';
import { VERDICT_SIGNS } from '../report/render/html/outcome.tsx';
import { oneLine } from '../report/render/html/words.tsx';
import { instant } from '../report/text.ts';
import { Facts } from './facts.tsx';
import { Modules, openGroups, OpenItems } from './modules.tsx';
import { Statements } from './statements.tsx';

/** With more groups of open items, each statement gets only one line. */
const FEW_GROUPS = 2;

export interface SheetProps {
  readonly report: ShownReport;
  readonly signOff: SignOff | undefined;
  readonly fingerprint: string | undefined;
  readonly style: string;
  readonly policy: string;
}

export function Sheet({ report, signOff, fingerprint, style, policy }: SheetProps) {
  const { isCertified, word, sentence, shownAs } = certificateVerdict(report);
  const title = isCertified ? 'Certificate of conformance' : 'Statement of conformance';
  return (
    <html lang="en">
      <Head title={`${title}: ${word}, ${instant(report.run.finishedAt).slice(0, 10)}`} style={style} policy={policy} />
      <body>
        <main class={openGroups(report).length > FEW_GROUPS ? 'dense' : ''}>
          <header class={`is-${VERDICT_SIGNS[shownAs]}`}>
            <div>
              <h1>{title}</h1>
              <p>{sentence}</p>
            </div>
            <p class="verdict">{word}</p>
          </header>
          <Facts report={report} />
          <Modules report={report} />
          <OpenItems report={report} />
          <Statements report={report} signOff={signOff} />
          <footer>
            <p>
              Report <code>{oneLine(report.digest, 100)}</code>
            </p>
            <p>
              {fingerprint === undefined ? (
                'Not checked against a key: the digest alone shows accidental changes only.'
              ) : (
                <>
                  Key <code>{oneLine(fingerprint, 100)}</code>
                </>
              )}
            </p>
            <p class="quiet">
              This page is drawn from the report. To rely on it, check what it came with: adserver-conformance verify.
            </p>
          </footer>
        </main>
      </body>
    </html>
  );
}

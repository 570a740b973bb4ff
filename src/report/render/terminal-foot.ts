import type { Cause } from '../causes.ts';
import { rerunOf } from '../rerun.ts';
import type { Report } from '../model.ts';
import { allChecks, needingAction, tally } from '../tally.ts';
import { counted } from '../text.ts';
import { alerts } from '../verdict-words.ts';
import type { Page } from './terminal-page.ts';

/** What to do next, and one line about what else the report contains. */
export function writeFoot(page: Page, report: Report, found: readonly Cause[]): void {
  page.gap();
  const again = rerunOf(
    report,
    found.flatMap(({ lead, echoes }) => [lead, ...echoes].map(({ check }) => check.id)),
  );
  if (again !== undefined) page.parts(page.paint.strong('Rerun: '), 7, again);
  const counts = countsOf(report, found);
  if (counts.length > 0) page.flow(counts, { hang: page.paint.quiet('Also:  ') });
  const more =
    found.length === 0
      ? '--verbose or --output html=report.html'
      : '--verbose or --output html=report.html, with every request and answer';
  page.text(page.paint.quiet(`More:  ${more}`));
}

function countsOf(report: Report, found: readonly Cause[]): string[] {
  const { counts } = tally(allChecks(report));
  const attested = report.contracts.reduce((total, contract) => total + contract.attested.length, 0);
  const open = needingAction(report, ['skip', 'waived', 'inconclusive', 'expected-fail']).length;
  const what = alerts(report).length > 0 ? 'created, not all of them drafts: pause them now' : 'to remove';
  const noun = alerts(report).length > 0 ? 'order' : 'draft';
  return [
    ...(report.created.length === 0 ? [] : [`${counted(report.created.length, noun)} ${what}`]),
    ...(attested === 0 ? [] : [`${counted(attested, 'statement')} to sign off`]),
    ...(report.run.booking === undefined ? [] : ['booking terms to state (--verbose)']),
    ...(counts.warn === 0 ? [] : [counted(counts.warn, 'warning')]),
    ...(open === 0 || found.length === 0 ? [] : [`${counted(open, 'check')} not judged`]),
  ];
}
